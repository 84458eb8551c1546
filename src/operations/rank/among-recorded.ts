import { decimal, intervalText } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { ScoreWithInterval } from '../../ranking/further-scores.ts';
import type { Section } from '../../report/document.ts';

/** A new model; scores in points. */
interface NewModel {
  readonly model: string;
  readonly score: number;
  /** The shown interval. */
  readonly interval: Pick<ScoreWithInterval, 'low' | 'high'>;
  readonly verified: boolean;
}

/**
 * New models with the recorded ones around each of them, by score, as one table: places of all of them together, counted with
 * the rows that are left out.
 * @param around recorded models shown above and below each new one
 */
export function amongRecorded(
  models: readonly NewModel[],
  recorded: readonly { readonly model: string; readonly actual: number }[],
  around: number,
): Section {
  const all = [
    ...recorded.map(({ model, actual }) => ({ model, score: actual, own: null })),
    ...models.map((own) => ({ model: own.model, score: own.score, own })),
  ].sort((x, y) => y.score - x.score);
  const isNear = all.map((_, k) =>
    all.slice(Math.max(0, k - around), k + around + 1).some(({ own }) => own !== null),
  );
  const rows: string[][] = [];
  all.forEach(({ model, score, own }, k) => {
    if (isNear[k])
      rows.push([
        own === null ? plainText(model) : `→ ${plainText(model)}`,
        String(k + 1),
        decimal(score, 1),
        own === null ? 'recorded' : intervalText(own.interval, own.verified),
      ]);
    else if (k > 0 && isNear[k - 1]) rows.push(['…', '', '', '']);
  });
  return {
    heading: 'Among the recorded models',
    table: {
      caption: 'Among the recorded models',
      columns: [
        { name: 'model' },
        { name: 'place', numeric: true },
        { name: 'score', numeric: true },
        { name: '90% interval', numeric: true },
      ],
      rows,
      limit: rows.length,
    },
  };
}
