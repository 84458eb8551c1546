import { join } from 'node:path';
import { money2 } from '../../workflow/live/live-estimate.ts';
import { count } from '../../numbers.ts';
import type { SynthesisEstimate } from '../../workflow/synthesis/synthesis-estimate.ts';
import { textTable } from '../table.ts';
import { PROTOCOL_FILE } from '../../workflow/trial/keep-protocol.ts';
import type { PreparedTrial } from '../../workflow/trial/prepare-trial.ts';
import { partText, type TrialPart } from '../../workflow/trial/trial-parts.ts';

/** What a trial will take, all parts together, one after another. */
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

/** What a dry run prints. */
export function trialEstimateText(
  parts: readonly TrialPart[],
  estimates: readonly SynthesisEstimate[],
  { hash, isFixed }: Pick<PreparedTrial, 'hash' | 'isFixed'>,
  folder: string,
): string {
  const right = (head: string) => ({ head, align: 'right' as const });
  const table = textTable(
    [{ head: 'part' }, { head: 'asked' }, right('kept'), right('missing'), right('cost')],
    parts.map((part, k) => {
      const { kept, calls, cost } = estimates[k];
      const name = part.group.pool ?? 'held out';
      return [name, partText(part), count(kept), count(calls), cost === null ? '–' : money2(cost)];
    }),
  );
  const file = join(folder, PROTOCOL_FILE);
  return [
    table,
    `Protocol ${hash}, ${isFixed ? `as fixed in ${file}` : 'not fixed yet'}.`,
    `Next: the same command without --dry-run ${isFixed ? 'goes on' : `fixes it in ${file} and begins`}.`,
  ].join('\n\n');
}
