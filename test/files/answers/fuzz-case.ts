import { ThetarankError } from '../../../src/errors.ts';
import { readAnswers } from '../../../src/files/answers/read-answers.ts';
import { randomStream } from '../../../src/random.ts';
import { type AnswerFormatName, answerFormat } from '../../../src/workflow/bank/answer-formats.ts';
import { mutate } from '../../item-bank/import/mutate.ts';
import { type SampleFiles, writeSample } from './sample-files.ts';

/** One of the files of a sample is damaged, most often the first. */
export function damaged(files: SampleFiles, seed: number): SampleFiles {
  const names = Object.keys(files);
  const next = randomStream('damaged file', seed);
  const name = next() < 0.7 ? names[0] : names[Math.floor(next() * names.length)];
  return { ...files, [name]: mutate(files[name], seed) };
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
