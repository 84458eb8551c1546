import { itemRestCorrelation, negativeItems } from 'thetarank';
import { reversedBank } from 'thetarank/study';

/** Share of items with a wrong key. */
export const SHARE = 0.05;
/** Examinees, items, and banks drawn. */
export const FLAGGED = [
  [12, 100, 100],
  [12, 1000, 20],
  [40, 100, 100],
  [40, 1000, 20],
  [200, 100, 50],
  [500, 300, 20],
  [1000, 100, 20],
] as const;

/** The response models of the answers. */
export const MODELS = ['2pl', '3pl'] as const;
export type Model = (typeof MODELS)[number];

const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(2)}%`;

/** One row: shares of flagged items in banks without and with wrong keys. */
export function flagRow(model: Model, [examinees, items, draws]: readonly number[]): string {
  const count = { good: 0, flagged: 0, reversed: 0, found: 0, others: 0, wrongly: 0 };
  for (let draw = 0; draw < draws; draw++) {
    const seed = `flag-evidence/${draw}`;
    const good = negativeItems(
      itemRestCorrelation(reversedBank(seed, model, examinees, items, 0).matrix),
    );
    count.good += items;
    count.flagged += good.reduce((sum, one) => sum + one, 0);
    const { matrix, reversed } = reversedBank(seed, model, examinees, items, SHARE);
    const isNegative = negativeItems(itemRestCorrelation(matrix));
    const found = reversed.reduce((sum, j) => sum + isNegative[j], 0);
    count.reversed += reversed.length;
    count.found += found;
    count.others += items - reversed.length;
    count.wrongly += isNegative.reduce((sum, one) => sum + one, 0) - found;
  }
  const cells = [
    model.toUpperCase(),
    `${examinees} × ${items}`,
    percent(count.found, count.reversed),
    percent(count.wrongly, count.others),
    percent(count.flagged, count.good),
  ];
  return `| ${cells.join(' | ')} |`;
}
