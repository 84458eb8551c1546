import { type CsvCell, toCsv } from 'thetarank';
import type { Figure } from 'thetarank/study';
import { lengthsOf, METHODS, PARTS } from '../simulate/methods.ts';
import type { PaperBlocks } from '../simulate/paper-block.ts';
import { MEASURES } from '../simulate/paper-measures.ts';
import type { PaperReport, PaperTime } from '../simulate/paper-report.ts';

const RESULT_MEASURES = [...MEASURES, 'errorBesideRandom', 'kendallBesideRandom'] as const;

/** One row per method and length: every measure, each followed by its Monte Carlo standard error. */
export function resultsCsv({ results }: PaperReport): string {
  return toCsv(
    [
      ...['calibration', 'strategy', 'length', 'seeds'],
      ...RESULT_MEASURES.flatMap((name) => [name, `se_${name}`]),
    ],
    results.map((row) => [
      ...[row.calibration, row.strategy, row.length, row.seeds],
      ...RESULT_MEASURES.flatMap((name) => cells(row[name])),
    ]),
  );
}

/** Figure 11: one row per method and model. */
export function figureCsv({ figure }: PaperReport): string {
  return toCsv(
    [
      ...['calibration', 'strategy', 'model', 'published_regular', 'published_rapid', 'regular'],
      ...['rapid', 'se_rapid', 'rapid_median', 'rapid_low', 'rapid_high'],
      ...['difference', 'se_difference', 'difference_median', 'difference_low', 'difference_high'],
    ],
    figure.methods.flatMap(({ calibration, strategy, rapid, differences }) =>
      figure.models.map(({ model, published, regular }, k) => [
        ...[calibration, strategy, model, published.regular, published.rapid, regular.mean],
        ...[rapid[k], differences[k]].flatMap((of): CsvCell[] => [
          ...[of.mean, of.se, of.median, of.low, of.high],
        ]),
      ]),
    ),
  );
}

/** Every test: one row per seed, method, length and model; scores and ends of the 90% interval in [0, 1]. */
export function testsCsv({ lengths, models }: PaperReport, blocks: PaperBlocks): string {
  return toCsv(
    ['seed', 'calibration', 'strategy', 'length', 'model', 'regular', 'score', 'low', 'high'],
    PARTS.flatMap((part) =>
      blocks[part].flatMap(({ regular, methods }, seed) =>
        METHODS[part].flatMap((method, m) =>
          lengthsOf(method, lengths).flatMap((length, l) =>
            models.map((model, i) => [
              ...[seed + 1, method.calibration, method.strategy, length, model, regular[i]],
              ...[methods[m].scores[l][i], methods[m].low[l][i], methods[m].high[l][i]],
            ]),
          ),
        ),
      ),
    ),
  );
}

/** Times of calibrations and tests on this machine: the only file that differs between runs. */
export function secondsCsv(times: readonly PaperTime[]): string {
  return toCsv(
    ['calibration', 'strategy', 'seconds', 'se_seconds'],
    times.map(({ calibration, strategy, seconds }) => [calibration, strategy, ...cells(seconds)]),
  );
}

function cells({ value, se }: Figure): CsvCell[] {
  return [value, se];
}
