import type { SynthesisEstimate } from 'thetarank/study';

/** The estimate for a whole trial, with its parts one after another. */
export function sumEstimates(parts: readonly SynthesisEstimate[]) {
  const sum = (of: (part: SynthesisEstimate) => number) =>
    parts.reduce((total, part) => total + of(part), 0);
  const known = (of: (part: SynthesisEstimate) => number | null) =>
    parts.some((part) => of(part) === null) ? null : sum((part) => of(part) ?? 0);
  return {
    calls: sum((part) => part.calls),
    kept: sum((part) => part.kept),
    promptTokens: sum((part) => part.promptTokens),
    completionTokens: sum((part) => part.completionTokens),
    cost: known((part) => part.cost),
    most: known((part) => part.most),
    mostTokens: known((part) => part.mostTokens),
    seconds: sum((part) => part.seconds),
  };
}
