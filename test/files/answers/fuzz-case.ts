import { ThetarankError } from '../../../src/errors.ts';
import { readAnswers } from '../../../src/files/answers/read-answers.ts';
import { randomStream } from '../../../src/random.ts';
import { type AnswerFormatName, answerFormat } from '../../../src/workflow/bank/answer-formats.ts';
import { makeParquet } from '../../item-bank/import/make-parquet.ts';
import { mutate } from '../../item-bank/import/mutate.ts';
import { mutateJson } from '../../item-bank/import/mutate-json.ts';
import { rowsOf, type SampleFiles, writeSample } from './sample-files.ts';

/** One of the files of a sample is damaged, most often the first: its bytes, or the values in it. */
export function damaged(files: SampleFiles, seed: number): SampleFiles {
  const names = Object.keys(files);
  const next = randomStream('damaged file', seed);
  const name = next() < 0.7 ? names[0] : names[Math.floor(next() * names.length)];
  return { ...files, [name]: damagedFile(files[name], seed, next() < 0.5) };
}

function damagedFile(bytes: Buffer, seed: number, areValues: boolean): Buffer {
  if (!areValues) return mutate(bytes, seed);
  const rows = rowsOf(bytes);
  if (rows === null) return mutateJson(bytes, seed) ?? mutate(bytes, seed);
  // Rows of Parquet are damaged as JSON and kept if they still fit into columns.
  const made = JSON.parse(mutateJson(Buffer.from(JSON.stringify(rows)), seed)!.toString());
  try {
    return makeParquet(made);
  } catch {
    return mutate(bytes, seed);
  }
}

/**
 * Reads a damaged sample of recorded answers.
 * @throws Error if the reading crashes, or if its counts do not add up
 */
export async function readDamaged(
  folder: string,
  { format, files }: { format: string; files: SampleFiles },
  seed: number,
): Promise<'read' | 'refused'> {
  const file = writeSample(folder, damaged(files, seed));
  let rejects = 0;
  try {
    const { reports, matrix } = await readAnswers(
      [file],
      answerFormat(format as AnswerFormatName),
      { open: (name) => name, rejected: () => rejects++ },
    );
    const [{ read, accepted, rejectedCount, duplicates }] = reports;
    if (read !== accepted + rejectedCount + duplicates || rejects !== rejectedCount)
      throw new Error(`seed ${seed}: ${JSON.stringify(reports)}`);
    if (matrix.scores.some((score) => score < 0 || score > 1))
      throw new Error(`seed ${seed}: a score that is none`);
    return 'read';
  } catch (error) {
    if (!(error instanceof ThetarankError)) throw error;
    if (error.exitCode !== 2 || /[\n\r]/.test(error.message))
      throw new Error(`seed ${seed}: ${error.code} ${error.message}`);
    return 'refused';
  }
}
