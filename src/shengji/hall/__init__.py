"""The hall: rooms as actors, their log, sockets and pages.  docs/protocol.md is its contract."""
