import { lineChartSvg, type PostHocResult, postHoc } from 'thetarank';
import { study, table } from '../../study.ts';
import { bankOf, FOLDS } from '../recorded-data.ts';
import { casesText } from './cases.ts';
import { whenChart, whenPage } from './page.ts';

/** The strategies of one bank and number of calibration models. */
export interface KeptRows {
  readonly bank: string;
  /** Models and items of the bank. */
  readonly examinees: number;
  readonly bankItems: number;
  /** Calibration models; 0 for all outside the fold. */
  readonly models: number;
  readonly seeds: number;
  readonly results: readonly PostHocResult[];
}

const BANKS = ['math', 'mmlu-pro', 'cruxeval-o', 'ikp', 'legalbench'];
const SIZES = [7, 10, 12, 20, 40, 80, 0];
const LENGTHS = [20, 50, 100, 243, 500];
const STRATEGIES = ['robust', 'random-irt', 'random', 'paper'];

export const when = study({
  question:
    'When does an adaptive test beat random items? Errors by the number of calibration models and of items. Also writes the file of cases that `rank` looks things up in (assets/adaptive-or-random.json).',
  page: 'adaptive-or-random.md',
  settings: { seeds: 8 },
  tables: ({ seeds, data }) => ({
    rows: table(
      BANKS.flatMap((bank) => SIZES.map((models) => ({ bank, models, seeds }))),
      1,
      ({ bank, models }) => rowsOf(bank, models, seeds, data),
    ),
  }),
  async write({ rows }) {
    const kept = rows.flatMap(({ results: [own] }) => own ?? []);
    return {
      text: whenPage(kept),
      files: { 'adaptive-or-random.svg': await lineChartSvg(whenChart(kept)) },
      assets: { 'adaptive-or-random.json': casesText(kept) },
    };
  },
});

/** Null where so many models are too many: a fifth is tested, and the others must be more than those that are drawn. */
function rowsOf(name: string, models: number, seeds: number, data: string): KeptRows | null {
  const { bank, families } = bankOf(name, data);
  const { examinees, items } = bank.responses;
  if (models > 0.7 * examinees.length) return null;
  const { results } = postHoc({
    ...{ bank, families, strategies: STRATEGIES, folds: FOLDS, seeds, seed: 1 },
    lengths: LENGTHS.filter((length) => length <= 0.6 * items.length),
    ...(models === 0 ? {} : { calibrationModels: models }),
  });
  const size = { examinees: examinees.length, bankItems: items.length };
  return { bank: name, ...size, models, seeds, results };
}
