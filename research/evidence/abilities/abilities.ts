import { join } from 'node:path';
import type { PriorSet, ResponseMatrix } from 'thetarank';
import { study, table } from '../../study.ts';
import { abilitiesPage } from './page.ts';
import { recorded, thinned } from './recorded-answers.ts';
import { FOLDS, recordedRow } from './recorded-row.ts';
import { type SimulationSetting, simulationRow } from './simulation-row.ts';
import { TRUTHS } from './truths.ts';
import { CENTRES, unitRow } from './unit-row.ts';

const none = { family: 'none' } as const;
const NONE: PriorSet = { a: none, b: none, c: none, d: none };
const SETTINGS: readonly SimulationSetting[] = [
  { name: '2PL, no priors', model: '2pl', n: 1000, items: 20, priors: NONE },
  { name: '2PL, no priors', model: '2pl', n: 3000, items: 20, priors: NONE },
  { name: '2PL, no priors', model: '2pl', n: 1000, items: 40, priors: NONE },
  { name: '2PL, default priors', model: '2pl', n: 200, items: 100, priors: {} },
  { name: '3PL, default priors', model: '3pl', n: 1000, items: 40, priors: {} },
];
/** Examinees and items of the answers that show the unit of ability. */
const WIDE = [
  [300, 150],
  [250, 1000],
  [500, 700],
  [1000, 40],
] as const;
const MODELS = ['rasch', '2pl', '3pl'] as const;
/** Recorded answers, from the folder of recorded data. */
const RECORDED: Readonly<Record<string, (data: string) => ResponseMatrix>> = {
  LSAT7: (data) => recorded(join(data, '../oracles/calibration/LSAT7.csv'), false),
  SAT12: (data) => recorded(join(data, '../oracles/calibration/SAT12.csv'), false),
  'IKP, models': (data) => thinned(recorded(join(data, 'matrices/ikp/responses.csv.gz'), true), 10),
  'ARC-Challenge, models': (data) =>
    thinned(recorded(join(data, 'matrices/arc_challenge/responses.csv.gz'), true), 10),
};

export const abilities = study({
  question:
    'What is an estimated distribution of ability worth, on simulated answers and on recorded ones in ../shared? Some ten minutes.',
  page: 'ability-distributions.md',
  settings: { repetitions: 20 },
  tables: ({ data, repetitions }) => ({
    simulated: table(
      SETTINGS.flatMap((setting) => Object.keys(TRUTHS).map((truth) => ({ setting, truth }))),
      1,
      ({ setting, truth }) => simulationRow(setting, truth, repetitions),
    ),
    unit: table(
      WIDE.flatMap((size) => Object.keys(CENTRES).map((centre) => ({ size, centre }))),
      1,
      ({ size, centre }) => unitRow(size, centre, repetitions),
    ),
    onData: table(
      Object.keys(RECORDED).flatMap((name) => MODELS.map((model) => ({ name, model }))),
      1,
      ({ name, model }) =>
        recordedRow(name, RECORDED[name](data), model, model === 'rasch' ? NONE : {}),
    ),
  }),
  write: ({ simulated, unit, onData }, { repetitions }) =>
    abilitiesPage({
      simulated: simulated.map(({ results: [row] }) => row),
      unit: unit.map(({ results: [row] }) => row),
      onData: onData.map(({ results: [row] }) => row),
      repetitions,
      folds: FOLDS,
    }),
});
