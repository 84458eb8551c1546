import { z } from 'zod';
import { count, money2 } from '../../numbers.ts';
import { plainTable } from '../../report/plain-table.ts';
import type { RunSummary } from '../../run/run-record.ts';
import { operation } from '../operation.ts';
import { kindOf } from './kinds.ts';

export const runsList = operation({
  name: 'runs list',
  summary: 'List all runs, newest first.',
  options: z.object({}),
  database: 'existing',
  outputs: ['json'],
  run: (_, { store }) => store((open) => open.runs()),
  report: (runs, { where }) =>
    runs.length === 0
      ? {
          lead: 'No runs in the database.',
          next: `thetarank bank list${where}, then ask a model: thetarank rank --bank NAME --model NAME@ADDRESS`,
        }
      : {
          sections: [
            {
              table: plainTable(
                ['run', 'begun', 'bank', 'models', 'items', 'answers', 'cost', ''],
                runs.map((run) => [
                  ...[run.id, run.startedAt.slice(0, 16).replace('T', ' ')],
                  ...[String(run.configuration.bank), modelsOf(run).join(', ')],
                  ...[itemsText(run.configuration.items), run.answers],
                  ...[run.cost === 0 ? null : money2(run.cost), kindText(run)],
                ]),
                ['items', 'cost'],
              ),
            },
          ],
          next: `thetarank runs show ${runs[0].id}${where}`,
        },
});

function kindText(run: RunSummary): string {
  const { watch, series } = run.configuration;
  const kind = kindOf(run);
  return [
    kind === 'ranking' ? [] : kind === 'series' ? `series ${String(series)}` : kind,
    watch === true ? 'watch' : [],
    // More checkpoints can always follow.
    kind === 'series' || run.finishedAt !== null ? [] : 'not finished',
  ]
    .flat()
    .join(', ');
}

export function modelsOf({ configuration }: RunSummary): string[] {
  // A synthesis calls its models a pool.
  const models = configuration.models ?? configuration.pool;
  return ((models ?? []) as { name: string }[]).map(({ name }) => name);
}

/** The number of items of a run; a dash for one that keeps none, such as labels of items. */
export function itemsText(items: unknown): string {
  const found = Number(items ?? Number.NaN);
  return Number.isFinite(found) ? count(found) : '–';
}
