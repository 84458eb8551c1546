import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { extractAnswer } from '../../../src/scoring/extract/extract-answer.ts';

interface ReadOutput {
  readonly kind: string;
  readonly output: string;
  /** The texts of the options, or how many there are. */
  readonly options: number | readonly string[];
  readonly type?: 'single' | 'multiple';
  /** True if the output ended at the limit of tokens. */
  readonly cut?: boolean;
  readonly expected: string | null;
}

const FILE = new URL('../../golden/extract/read-by-people.jsonl', import.meta.url);
const OUTPUTS = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as ReadOutput);

test.each([...new Set(OUTPUTS.map(({ kind }) => kind))])(
  '%s are read as a person reads them',
  (kind) => {
    const outputs = OUTPUTS.filter((one) => one.kind === kind);
    const read = outputs.map(({ output, options, type = 'single' as const, cut }) => {
      const texts = typeof options === 'number' ? undefined : options;
      const question = { type, options: texts?.length ?? (options as number), optionTexts: texts };
      return [output, extractAnswer(output, question, cut).extracted];
    });
    expect(read).toEqual(outputs.map(({ output, expected }) => [output, expected]));
  },
);
