import { existsSync } from 'node:fs';
import { z } from 'zod';
import { writeFileWhole } from '../../files/write/write.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { parseJson } from '../../text/parse-json.ts';
import { readText } from '../../text/read-text.ts';
import type { ServiceContext } from '../service-context.ts';
import type { RecordedCalibration } from './recorded-calibration.ts';

const column = z.array(z.number());
/** NaN, for a parameter that is not learned for each item, is null in JSON. */
const errors = z.array(z.number().nullable());
const kept = z.object({
  a: column,
  b: column,
  c: column,
  d: column,
  seA: errors,
  seB: errors,
  seC: errors,
  abilities: column,
  mode: z.enum(['integrated', 'marginal']),
  rung: z.string(),
  iterations: z.int(),
  converged: z.boolean(),
});

/** Keeps a calibration; if it cannot be written, it is made again after the next start. */
export function keepCalibration(
  file: string,
  { parameters, standardErrors, abilities, ...facts }: RecordedCalibration,
  context: Pick<ServiceContext, 'log'>,
): void {
  const { a, b, c, d } = parameters;
  const columns = { a, b, c, d, abilities };
  const { a: seA, b: seB, c: seC } = standardErrors;
  const entries = Object.entries({ ...columns, seA, seB, seC });
  const lists = Object.fromEntries(entries.map(([name, of]) => [name, Array.from(of)]));
  try {
    writeFileWhole(file, JSON.stringify({ ...facts, ...lists }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.log('warn', 'calibration-not-kept', { reason });
  }
}

/** Null if the file is missing or has other content. */
export function readKept(
  file: string,
  { items, examinees }: ResponseMatrix,
): RecordedCalibration | null {
  if (!existsSync(file)) return null;
  const parsed = kept.safeParse(parseJson(readText(file).toString('utf8')));
  if (!parsed.success) return null;
  const { a, b, c, d, seA, seB, seC, abilities, ...facts } = parsed.data;
  const count = items.length;
  if ([a, b, c, d, seA, seB, seC].some(({ length }) => length !== count)) return null;
  if (abilities.length !== examinees.length) return null;
  const numbers = (of: readonly number[]) => Float64Array.from(of);
  const known = (of: readonly (number | null)[]) => Float64Array.from(of, (x) => x ?? Number.NaN);
  return {
    parameters: { count, a: numbers(a), b: numbers(b), c: numbers(c), d: numbers(d) },
    standardErrors: { a: known(seA), b: known(seB), c: known(seC) },
    abilities: numbers(abilities),
    ...facts,
  };
}
