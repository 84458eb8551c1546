import { fail } from '../../errors.ts';
import { NORMAL_90 } from '../../statistics/normal-points.ts';
import { normalQuantile } from '../../statistics/normal-quantile.ts';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';
import { quoted } from '../../text/quoted.ts';
import type { Board, BoardOptions, BoardRow } from './board.ts';

const INTERVALS = 'intervals';

/**
 * Standard errors of the scores of a ranking: half the width of their intervals over its normal quantile, else the stated errors, else the
 * binomial error of a share of a number of questions, which is that of Wilson's 90% interval and not 0 where all or none are right.
 *
 * @param isExact whether a score without an interval has no error, as in thetarank's own results
 * @throws FILE_INVALID where some models have an error and others not, or a share lies outside of its range
 */
export function boardOf(
  file: string,
  rows: readonly BoardRow[],
  { questions = 0, confidence }: BoardOptions,
  isExact: boolean,
): Board {
  const scores = Float64Array.from(rows, ({ score }) => score);
  const z = normalQuantile((1 - confidence) / 2);
  const isShare = rows.every(({ score }) => score <= 1);
  const binomial = (row: BoardRow): number => {
    const n = Number.isNaN(row.questions) ? questions : row.questions;
    if (n === 0) return Number.NaN;
    const most = isShare ? 1 : 100;
    if (row.score < 0 || row.score > most)
      fail('FILE_INVALID', {
        file,
        where: placeOf(row),
        found: `score ${row.score}`,
        accepted: `with a number of questions: scores from 0 to ${most}`,
      });
    const { low, high } = wilsonInterval(row.score / most, n, NORMAL_90);
    return (most * (high - low)) / (2 * NORMAL_90);
  };
  const ways: readonly (readonly [string, (row: BoardRow) => number])[] = [
    [INTERVALS, ({ low, high }) => (high - low) / (2 * z)],
    ['standard errors', ({ se }) => se],
    [questions > 0 ? `${questions} questions` : 'numbers of questions', binomial],
  ];
  const used = ways.find(([, errorOf]) => rows.some((row) => !Number.isNaN(errorOf(row))));
  if (used === undefined)
    return {
      file,
      models: rows.map(({ model }) => model),
      scores,
      errors: isExact ? new Float64Array(rows.length) : null,
      errorsFrom: isExact ? 'exact scores' : 'none',
    };
  const [from, errorOf] = used;
  if (from === INTERVALS && !isExact) for (const row of rows) checkInterval(file, row);
  const errors = Float64Array.from(rows, (row) => {
    const error = errorOf(row);
    if (Number.isNaN(error) && isExact) return 0;
    if (Number.isNaN(error) || error < 0)
      fail('FILE_INVALID', {
        file,
        where: placeOf(row),
        found:
          error < 0
            ? `an error below 0, ${error}`
            : `no ${from.replace(/s$/, '')}, which other models have`,
        accepted: 'an error of at least 0 for every model, or for none',
      });
    return error;
  });
  return { file, models: rows.map(({ model }) => model), scores, errors, errorsFrom: from };
}

const placeOf = ({ where, model }: BoardRow) => `${where}, model ${quoted(model)}`;

/** @throws FILE_INVALID for ends that are swapped, or a score outside of them */
function checkInterval(file: string, row: BoardRow): void {
  const { score, low, high } = row;
  if (low > high)
    fail('FILE_INVALID', {
      file,
      where: placeOf(row),
      found: `low ${low} above high ${high}`,
      accepted: 'low at most high',
    });
  if (score < low || score > high)
    fail('FILE_INVALID', {
      file,
      where: placeOf(row),
      found: `score ${score} outside of its interval from ${low} to ${high}`,
      accepted: 'low and high of the column that has the score, in the same unit',
    });
}
