import { basename, join } from 'node:path';
import { STAGES } from '../../../../calibration/synthesize/calls.ts';
import { count, decimal, money2, plural } from '../../../numbers.ts';
import type { Table, Told } from '../../../report/document.ts';
import { plainTable } from '../../../report/plain-table.ts';
import type { BudgetLimits } from '../../../run/run-budgets.ts';
import { budgetText } from '../../../workflow/asking/budget-text.ts';
import { RESULTS } from '../../../workflow/synthesis/batch/batch-folder.ts';
import type { BatchSynthesisResult } from '../../../workflow/synthesis/batch/batch-result.ts';
import type { BatchRound } from '../../../workflow/synthesis/batch/batch-round.ts';
import { problemsText } from './problems-text.ts';

/** Files with awaited requests that are named at most. */
const MOST_NAMED = 20;

/** A round of batches while answers are missing. @param modelOf how an endpoint calls per model */
export function batchReport(
  { run, calls, cost, asked, database, batch }: BatchSynthesisResult,
  limits: BudgetLimits,
  modelOf: (name: string) => string,
): Told {
  const money = cost === 0 ? '' : `; cost ${money2(cost)}`;
  return {
    lead: `Run ${run}: ${count(asked)} calls answered now, ${count(calls.kept)} of ${count(calls.kept + batch.left.calls)} kept${money}. Database: ${database}`,
    sections: [
      { paragraphs: [leftText(batch)] },
      ...(batch.files.length > 0
        ? [{ table: filesTable(batch), paragraphs: [boundText(batch, limits)] }]
        : []),
      ...(batch.awaited > batch.rewritten
        ? [
            {
              paragraphs: [
                `${plural(batch.awaited, 'request')} written before ${batch.awaited === 1 ? 'has' : 'have'} no result yet, in ${awaitedText(batch)}. If they will never have one, because a batch was cancelled or a file was lost, write them again with --rewrite.`,
              ],
            },
          ]
        : []),
      ...(batch.isInterrupted ? [{ paragraphs: ['Interrupted: no requests were written.'] }] : []),
    ],
    next: nextStep(batch, modelOf),
  };
}

/** Lines of results that were not kept, and files that were not read; empty if there are none. */
export function batchWarnings({ problems, misplaced, requests }: BatchRound): string {
  const lines = problems.found.length === 0 ? [] : [problemsText(problems.found)];
  if (requests !== null && requests.rewritten > 0 && requests.files.length > 0)
    lines.push(
      `warning: ${plural(requests.rewritten, 'request')} in the new files ${requests.rewritten === 1 ? 'stands' : 'stand'} in earlier files too. Do not send both: a request that is answered twice is paid twice.`,
    );
  if (misplaced.length > 0)
    lines.push(
      `warning: not read: ${misplaced.slice(0, 5).join(', ')}${misplaced.length > 5 ? ', …' : ''}. Put results into the folder ${RESULTS}.`,
    );
  return lines.join('\n');
}

function leftText({ left, rounds }: BatchSynthesisResult['batch']): string {
  const stages = STAGES.flatMap((stage) => {
    const n = left.byModel.reduce((sum, model) => sum + model[stage], 0);
    return n === 0 ? [] : [`${count(n)} ${stage}`];
  });
  const price =
    left.cost === null
      ? 'no prices in the configuration'
      : `about ${money2(left.cost)}${left.most === null ? '' : `, up to about ${money2(left.most)}`}`;
  return `Left: ${plural(left.calls, 'call')} (${stages.join(', ')}), at least ${plural(rounds, 'round')} of batches; ${price}.`;
}

function awaitedText({ folder, awaitedIn }: BatchSynthesisResult['batch']): string {
  const shown = awaitedIn
    .slice(0, MOST_NAMED)
    .map(({ path, requests }) => `${basename(path)} (${count(requests)})`);
  const more = awaitedIn.length - shown.length;
  return `${folder}: ${shown.join(', ')}${more > 0 ? ` and ${plural(more, 'more file')}` : ''}`;
}

function filesTable({ files }: BatchSynthesisResult['batch']): Table {
  return plainTable(
    ['written', 'model', 'requests', 'MB'],
    files.map(({ path, model, requests, bytes }) => [
      basename(path),
      model,
      count(requests),
      decimal(bytes / 1e6, 3),
    ]),
    ['requests', 'MB'],
  );
}

function boundText(
  { requests, most }: BatchSynthesisResult['batch'],
  limits: BudgetLimits,
): string {
  const dollars = most.dollars === null ? '' : `, at most ${money2(most.dollars)}`;
  const within = (['money', 'tokens'] as const).flatMap((kind) => {
    const limit = limits[kind];
    return limit === null ? [] : [budgetText(kind, limit)];
  });
  const budget = within.length === 0 ? '' : `, within the budget of ${within.join(' and ')}`;
  return `${plural(requests, 'request')}${dollars}${budget}.`;
}

function nextStep(
  { folder, files, isInterrupted, spent, awaited }: BatchSynthesisResult['batch'],
  modelOf: (name: string) => string,
): string {
  if (isInterrupted) return 'run this command again with --resume.';
  const results = join(folder, RESULTS);
  const again = `then run this command again with --resume${spent === null ? '' : ' and a larger --budget'}`;
  if (spent !== null && awaited === 0)
    return 'run this command again with --resume and a larger --budget; no requests are written until the budget is large enough.';
  if (files.length === 0) return `put results into ${results}, ${again}.`;
  const [{ path, model }] = files;
  return [
    `let the endpoint of each file answer it, and put the results into ${results} under any name that ends in .jsonl; ${again}. With vLLM, for example:`,
    `  vllm run-batch -i ${path} -o ${join(results, basename(path))} --model ${modelOf(model)}`,
    'OpenAI: docs/synthesis.md, "Batch files".',
  ].join('\n');
}
