import type { KeptRows } from './when.ts';

/** Share of a bank's models that are outside a fold. */
const OUTSIDE = 0.8;

/** assets/adaptive-or-random.json: a line for each bank, number of calibration models and of items. */
export function casesText(kept: readonly KeptRows[]): string {
  const lines = kept.flatMap(({ bank, examinees, bankItems, models, results }) =>
    [...new Set(results.map(({ length }) => length))].map((items) => {
      const errorOf = (strategy: string) => {
        const { mae } = results.find((own) => own.strategy === strategy && own.length === items)!;
        return Math.round(100 * mae) / 100;
      };
      return JSON.stringify({
        bank,
        models: models === 0 ? Math.round(OUTSIDE * examinees) : models,
        items,
        bankItems,
        robust: errorOf('robust'),
        calibrated: errorOf('random-irt'),
        plain: errorOf('random'),
      });
    }),
  );
  return `[\n${lines.join(',\n')}\n]\n`;
}
