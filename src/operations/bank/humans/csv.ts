import type { HumanBaseline, HumanRow } from '../../../../item-bank/humans/human-baseline.ts';
import { type CsvCell, toCsv } from '../../../files/write/write.ts';

const COLUMNS = [
  ...['tags', 'values', 'items', 'unweighted', 'respondents', 'accuracy'],
  ...['expected_low', 'expected_high', 'recorded_low', 'recorded_high'],
  ...['model', 'model_items', 'model_score', 'people_on_model_items', 'difference'],
  ...['difference_expected_low', 'difference_expected_high'],
  ...['difference_recorded_low', 'difference_recorded_high'],
] as const;

/** A row per stratum and model, or per stratum without models; all items first, without tags. In points. Several tags stand as JSON lists. */
export function humansCsv({ models, overall, strata }: HumanBaseline): string {
  const all: [tags: string, values: string, row: HumanRow][] = [
    ['', '', overall],
    ...strata.flatMap(({ tags, rows }) =>
      rows.map((row): [string, string, HumanRow] => [word(tags), word(row.values), row]),
    ),
  ];
  return toCsv(
    COLUMNS,
    all.flatMap(([tags, values, row]) => {
      const { items, unweighted, respondents, accuracy, expected, recorded } = row;
      const own: CsvCell[] = [
        ...[tags, values, items, unweighted, respondents, accuracy],
        ...[expected?.low, expected?.high, recorded?.low, recorded?.high],
      ];
      if (models.length === 0) return [[...own, ...Array<CsvCell>(9).fill(null)]];
      return row.models.map((gap, m): CsvCell[] => [
        ...[...own, models[m], gap?.items, gap?.score, gap?.accuracy, gap?.difference],
        ...[gap?.expected?.low, gap?.expected?.high, gap?.recorded?.low, gap?.recorded?.high],
      ]);
    }),
  );
}

function word(names: readonly string[]): string {
  return names.length === 1 ? names[0] : JSON.stringify(names);
}
