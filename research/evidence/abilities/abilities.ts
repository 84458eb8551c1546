import { join } from 'node:path';
import type { Command } from 'commander';
import { type PriorSet, type ResponseMatrix, writeFileWhole } from 'thetarank';
import { pageOption, ROOT } from '../page-option.ts';
import { abilitiesPage } from './page.ts';
import { recorded, thinned } from './recorded-answers.ts';
import { FOLDS, recordedRow } from './recorded-row.ts';
import { type SimulationSetting, simulationRow } from './simulation-row.ts';
import { TRUTHS } from './truths.ts';

const REPETITIONS = 20;
const none = { family: 'none' } as const;
const NONE: PriorSet = { a: none, b: none, c: none, d: none };
const SETTINGS: readonly SimulationSetting[] = [
  { name: '2PL, no priors', model: '2pl', n: 1000, items: 20, priors: NONE },
  { name: '2PL, no priors', model: '2pl', n: 3000, items: 20, priors: NONE },
  { name: '2PL, no priors', model: '2pl', n: 1000, items: 40, priors: NONE },
  { name: '2PL, default priors', model: '2pl', n: 200, items: 100, priors: {} },
  { name: '3PL, default priors', model: '3pl', n: 1000, items: 40, priors: {} },
];

/** `npm run research -- abilities` */
export function addAbilitiesCommand(evidence: Command): void {
  evidence
    .command('abilities')
    .description(
      'What is an estimated distribution of ability worth, on simulated answers and on recorded ones in ../shared? Some ten minutes.',
    )
    .addOption(pageOption('ability-distributions.md'))
    .action(({ out }: { out: string }) => {
      const simulated = SETTINGS.flatMap((setting) =>
        Object.keys(TRUTHS).map((truth) => simulationRow(setting, truth, REPETITIONS)),
      );
      const onData = recordedRows();
      const settings = { repetitions: REPETITIONS, folds: FOLDS };
      writeFileWhole(out, abilitiesPage({ simulated, onData, ...settings }));
    });
}

/** One row for each set of recorded answers and model. */
function recordedRows(): string[] {
  const at = (path: string) => join(ROOT, '..', 'shared', path);
  const data: [string, ResponseMatrix][] = [
    ['LSAT7', recorded(at('oracles/calibration/LSAT7.csv'), false)],
    ['SAT12', recorded(at('oracles/calibration/SAT12.csv'), false)],
    ['IKP, models', thinned(recorded(at('data/matrices/ikp/responses.csv.gz'), true), 10)],
    [
      'ARC-Challenge, models',
      thinned(recorded(at('data/matrices/arc_challenge/responses.csv.gz'), true), 10),
    ],
  ];
  return data.flatMap(([name, matrix]) => [
    recordedRow(name, matrix, 'rasch', NONE),
    recordedRow(name, matrix, '2pl', {}),
    recordedRow(name, matrix, '3pl', {}),
  ]);
}
