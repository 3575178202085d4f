let people = $state.raw<ReadonlySet<string>>(new Set());

/** Whether this browser does not show somebody's words; for this visit only. */
export function isMuted(person: string): boolean {
  return people.has(person);
}

/** Show somebody's words no longer, or again. */
export function toggleMuted(person: string): void {
  const next = new Set(people);
  if (!next.delete(person)) next.add(person);
  people = next;
}
