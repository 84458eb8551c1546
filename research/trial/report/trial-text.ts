import { join } from 'node:path';
import { money2, plainText } from '../../../src/cli/command-kit.ts';
import { count, markdownTable, plural } from '../../text.ts';
import type { TrialResult } from '../measure/trial-result.ts';
import { blocksMarkdown } from './report-blocks.ts';
import { trialBlocks } from './trial-report.ts';

/** The text at the end of a trial. */
export function trialText(result: TrialResult, folder: string): string {
  const { cost, sessionCost, asked, database } = result;
  const report = trialMarkdown(result);
  const money = cost === 0 ? '' : `; cost ${money2(cost)}, of this session ${money2(sessionCost)}`;
  const took = `${plural(asked, 'call')} asked now${money}. Database: ${database}`;
  if (report === null)
    return [
      partTable(result),
      took,
      'Figures appear only when all answers are complete, so that they cannot influence any choice.',
      'Next: the same command with --resume asks the missing calls.',
    ].join('\n\n');
  return [
    report.trimEnd(),
    took,
    `Next: read ${join(folder, 'trial.md')}, and publish it with protocol.json, whatever the result.`,
  ].join('\n\n');
}

/** The report as a Markdown file; null while answers are missing. */
export function trialMarkdown(result: TrialResult): string | null {
  const { outcome, bank } = result;
  if (outcome === null) return null;
  return blocksMarkdown(`Trial of synthesis on ${bank}`, trialBlocks(result, outcome));
}

function partTable({ parts }: TrialResult): string {
  return markdownTable(
    ['part', 'run:', 'kept:', 'missing:'],
    parts.map(({ pool, run, calls }) => [
      ...[pool === null ? 'held out' : `pool ${plainText(pool)}`, `${run}`],
      ...[count(calls.kept), count(calls.missing)],
    ]),
  );
}
