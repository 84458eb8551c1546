import { toCsv } from '../../files/write/write.ts';
import { ABSENT_KINDS } from '../../scoring/absent.ts';
import type { ResultChange, ResultCheckpoint } from '../../workflow/series/series-result.ts';

const COLUMNS = [
  ...['step', 'checkpoint', 'score', 'low', 'high', 'verified', 'items', 'newItems'],
  ...['change', 'changeLow', 'changeHigh', 'changeP', 'changeSignificant'],
  ...['best', 'fromBest', 'fromBestLow', 'fromBestHigh', 'fromBestP', 'fromBestSignificant'],
  ...['broken', 'alarm', ...ABSENT_KINDS],
];

/** A line per checkpoint; scores in points. */
export function seriesCsv(checkpoints: readonly ResultCheckpoint[]): string {
  const cells = (change: ResultChange | null) => [
    change?.difference,
    change?.low,
    change?.high,
    change?.p,
    change?.significant,
  ];
  return toCsv(
    COLUMNS,
    checkpoints.map((own) => [
      ...[own.step, own.name, own.score, own.low, own.high, own.verified, own.items, own.fresh],
      ...cells(own.change),
      own.best?.from,
      ...cells(own.best),
      own.broken,
      own.alarm,
      ...ABSENT_KINDS.map((kind) => own[kind]),
    ]),
  );
}
