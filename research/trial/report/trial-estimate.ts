import { join } from 'node:path';
import type { SynthesisEstimate } from 'thetarank/study';
import { money2, plainText } from '../../../src/cli/command-kit.ts';
import { count, markdownTable, plural } from '../../text.ts';
import type { PreparedTrial } from '../ask/prepare-trial.ts';
import type { TrialPart } from '../ask/trial-parts.ts';
import { PROTOCOL_FILE } from '../protocol/keep-protocol.ts';

/** The text of a dry run. */
export function trialEstimateText(
  parts: readonly TrialPart[],
  estimates: readonly SynthesisEstimate[],
  { hash, isFixed }: Pick<PreparedTrial, 'hash' | 'isFixed'>,
  folder: string,
): string {
  const table = markdownTable(
    ['part', 'asked', 'kept:', 'missing:', 'cost:'],
    parts.map((part, k) => {
      const { kept, calls, cost } = estimates[k];
      const name = plainText(part.group.pool ?? 'held out');
      return [name, partText(part), count(kept), count(calls), cost === null ? '–' : money2(cost)];
    }),
  );
  const file = join(folder, PROTOCOL_FILE);
  return [
    table,
    `Protocol ${hash}, ${isFixed ? `as fixed in ${file}` : 'not fixed yet'}.`,
    `Next: the same command without --dry-run ${isFixed ? 'continues' : `writes the protocol to ${file} and begins`}.`,
  ].join('\n\n');
}

/** The calls of a part, in words. */
function partText({ group, job }: TrialPart): string {
  const { models } = group.synthesis;
  const each = `${plural(job.plan.calls.length, 'call')} per item`;
  return group.pool === null
    ? `${plural(models.length, 'model')} alone, ${each}`
    : `all pairs of ${plural(models.length, 'model')} and ${plural(group.samples, 'sample')} of each alone, ${each}`;
}
