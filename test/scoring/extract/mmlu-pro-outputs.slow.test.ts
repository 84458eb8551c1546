import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { extractAnswer } from '../../../src/scoring/extract/extract-answer.ts';
import { extractorOf } from '../../../src/scoring/extract/modes.ts';

const extractByMmluPro = extractorOf('mmlu-pro');

const DATA = new URL('../../../../shared/data/mmlu_pro/', import.meta.url);
const FULL = fileURLToPath(new URL('outputs_1500.jsonl.gz', DATA));
const QUESTION = { type: 'single', options: 10 } as const;

test.skipIf(!existsSync(FULL))(
  'of the outputs of 20 models that state an answer reads 0.1% otherwise than the reference, and leaves 1% unread (skipped where ../shared/data/mmlu_pro is not there)',
  () => {
    const lines = gunzipSync(readFileSync(FULL)).toString('utf8').trim().split('\n');
    let [stated, misread, unread] = [0, 0, 0];
    for (const line of lines) {
      const { output, pred } = JSON.parse(line) as { output: string; pred: string | null };
      if (pred === null || extractByMmluPro(output, QUESTION).rule === 'mmlu-pro-lone') continue;
      stated++;
      const { extracted } = extractAnswer(output, QUESTION);
      if (extracted === null) unread++;
      else if (extracted !== pred) misread++;
    }
    expect(stated).toBe(26_725);
    expect(misread / stated).toBeLessThanOrEqual(0.001);
    // The reference takes the first of several letters, and of statements that contradict each other.
    expect(unread / stated).toBeLessThanOrEqual(0.0095);
  },
);
