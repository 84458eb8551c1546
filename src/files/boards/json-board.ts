import { z } from 'zod';
import type { BoardOptions, BoardRow } from './board.ts';

const INTERVAL = z.looseObject({ score: z.number(), low: z.number(), high: z.number() });
/** A model of `rank`, `rank --model`, `order` or `place`. */
const MODEL = z.looseObject({
  model: z.string(),
  score: z.number(),
  low: z.number().optional(),
  high: z.number().optional(),
  /** Of the score in `order`, of the ability elsewhere. */
  se: z.number().nullish(),
  ability: z.number().nullish(),
  expected: INTERVAL.nullish(),
});
/** A row of a leaderboard of the service. */
const ROW = z.looseObject({
  examinee: z.string(),
  score: z.number(),
  low: z.number().nullish(),
  high: z.number().nullish(),
});
const RESULT = z.union([
  z.looseObject({ models: z.array(MODEL) }),
  z.looseObject({ rows: z.array(ROW) }),
  MODEL,
]);

/** The models of a result of thetarank with their scores; null if the value is none. */
export function jsonBoardRows(
  value: unknown,
  { target }: Pick<BoardOptions, 'target'>,
): Omit<BoardRow, 'where'>[] | null {
  const result = RESULT.safeParse(value);
  if (!result.success) return null;
  const { data } = result;
  if ('rows' in data)
    return (data.rows as z.output<typeof ROW>[]).map(({ examinee, score, low, high }) =>
      row(examinee, score, low, high),
    );
  const models = 'models' in data ? (data.models as z.output<typeof MODEL>[]) : [data];
  return (models as z.output<typeof MODEL>[]).map((one) => {
    const { model, score, low, high, se, ability, expected } = one;
    if (target === 'expected' && expected != null)
      return row(model, expected.score, expected.low, expected.high);
    const own = row(model, score, low, high);
    return ability == null && se != null ? { ...own, se } : own;
  });
}

function row(
  model: string,
  score: number,
  low: number | null | undefined,
  high: number | null | undefined,
): Omit<BoardRow, 'where'> {
  const missing = Number.NaN;
  return {
    model,
    score,
    low: low ?? missing,
    high: high ?? missing,
    se: missing,
    questions: missing,
  };
}
