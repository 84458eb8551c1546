/** Most questions that are remembered; the oldest is forgotten first. */
const MOST_QUESTIONS = 2_000_000;

/** Counts how often each question was asked. */
export class Attempts {
  private readonly counts = new Map<string, number>();

  /** The number of times it was asked before. */
  next(question: string): number {
    const before = this.counts.get(question) ?? 0;
    if (before === 0 && this.counts.size >= MOST_QUESTIONS)
      this.counts.delete(this.counts.keys().next().value!);
    this.counts.set(question, before + 1);
    return before;
  }

  clear(): void {
    this.counts.clear();
  }
}
