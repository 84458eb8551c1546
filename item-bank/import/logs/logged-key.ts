/**
 * The key of a logged question that has an answer with a score, and no target: what a person, a program or a judge found right. No answer
 * equals it.
 */
export const NO_TARGET = '(no target in the log)';

/** The targets that are not blank; NO_TARGET if none is left. */
export function notBlank(targets: readonly string[]): string[] {
  const kept = targets.filter((target) => target.trim() !== '');
  return kept.length === 0 ? [NO_TARGET] : kept;
}
