/** One thing at a time: while it runs, a second touch does nothing, and a failure is kept. */

export class Once {
  /** The key of what is running; null: nothing. */
  running: string | null = $state(null);
  /** Why the last attempt failed; null: it did not. */
  problem: unknown = $state(null);

  get busy(): boolean {
    return this.running !== null;
  }

  /** Runs it unless something runs already. What it throws becomes `problem`. */
  async run(key: string, job: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.running = key;
    this.problem = null;
    try {
      await job();
    } catch (problem) {
      this.problem = problem;
    } finally {
      this.running = null;
    }
  }
}
