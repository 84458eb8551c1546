import { importItems } from '../../../item-bank/import/import-items.ts';
import { ThetarankError } from '../../../src/errors.ts';
import { type ImportFormat, itemFormat } from '../../../src/workflow/bank/import-formats.ts';
import { damaged } from '../../files/answers/fuzz-case.ts';
import {
  SAMPLES as ANSWER_SAMPLES,
  type SampleFiles,
  writeSample,
} from '../../files/answers/sample-files.ts';

const lines = (values: readonly unknown[]) =>
  Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));

/** One sample per format of items that is not fuzzed elsewhere. */
export const ITEM_SAMPLES: Readonly<Record<string, { format: ImportFormat; files: SampleFiles }>> =
  {
    gsm8k: {
      format: 'gsm8k',
      files: {
        'test.jsonl': lines(
          Array.from({ length: 8 }, (_, k) => ({
            question: `A crate holds ${k} jars, and there are 1,000 crates. How many jars?`,
            answer: `${k}*1000 = <<${k}*1000=${k}000>>${k}000 jars.\n#### ${k},000`,
          })),
        ),
      },
    },
    'cmb-clin': {
      format: 'cmb-clin',
      files: {
        'clin.json': Buffer.from(
          JSON.stringify(
            Array.from({ length: 5 }, (_, k) => ({
              id: String(k),
              title: `案例分析-${k}`,
              description: `病人，男，${40 + k}岁，右下腹痛${k}小时。`,
              QA_pairs: [
                { question: '诊断？', solution: `诊断${k}` },
                { question: '治疗？', answer: '手术' },
              ],
            })),
            null,
            1,
          ),
        ),
      },
    },
    helm: { format: 'helm', files: ANSWER_SAMPLES.helm.files },
    'every-eval-ever': {
      format: 'every-eval-ever',
      files: ANSWER_SAMPLES['every-eval-ever'].files,
    },
    opencompass: {
      format: 'opencompass',
      files: {
        'results/my-model/made_up.json': Buffer.from(
          JSON.stringify({
            accuracy: 50,
            details: Object.fromEntries(
              Array.from({ length: 6 }, (_, k) => [
                k,
                {
                  prompt: `Which is ${k}?\nA. ${k}\nB. ${k + 1}\nAnswer:`,
                  predictions: 'AB'[k % 2],
                  references: 'A',
                  correct: k % 2 === 0,
                },
              ]),
            ),
          }),
        ),
      },
    },
  };

/**
 * Imports a damaged sample, with its answers.
 * @throws Error if the import crashes, or if its counts do not add up
 */
export async function importDamaged(
  folder: string,
  { format, files }: { format: ImportFormat; files: SampleFiles },
  seed: number,
): Promise<'read' | 'refused'> {
  const file = writeSample(folder, damaged(files, seed));
  const reader = itemFormat(format, { provenance: {} });
  let heard = 0;
  try {
    const run = importItems(reader, file, undefined, {
      rejected: () => heard++,
      record(value) {
        heard++;
        answerOf(() => reader.answer?.(value, file));
      },
    });
    for await (const _ of run);
    const { read, accepted, rejectedCount, duplicates } = run.report;
    if (read !== accepted + rejectedCount + duplicates || read !== heard)
      throw new Error(`seed ${seed}: ${JSON.stringify(run.report)}`);
    return 'read';
  } catch (error) {
    if (!(error instanceof ThetarankError)) throw error;
    if (error.exitCode !== 2 || /[\n\r]/.test(error.message))
      throw new Error(`seed ${seed}: ${error.code} ${error.message}`);
    return 'refused';
  }
}

/** A record that has an item and no answer is not lost: it is counted as such. */
function answerOf(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'Rejection') throw error;
  }
}
