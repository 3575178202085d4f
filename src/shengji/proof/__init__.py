"""How anyone can see that it is right: rule cases, the ledger of tests, self-checks."""
