import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { extractAnswer } from '../../../src/scoring/extract/extract-answer.ts';
import { extractByMmluPro } from '../../../src/scoring/extract/mmlu-pro.ts';

const DATA = new URL('../../../../shared/data/mmlu_pro/', import.meta.url);
const SAMPLE = fileURLToPath(new URL('outputs_sample.jsonl', DATA));
const FULL = fileURLToPath(new URL('outputs_1500.jsonl.gz', DATA));
const QUESTION = { type: 'single', options: 10 } as const;

test.skipIf(!existsSync(SAMPLE))(
  'agrees with the reference on 99% of 1,800 real outputs (skipped where ../shared/data/mmlu_pro is not there)',
  () => {
    const lines = readFileSync(SAMPLE, 'utf8').trim().split('\n');
    const outputs = lines.map(
      (line) => JSON.parse(line) as { output: string; pred: string | null },
    );
    expect(outputs).toHaveLength(1800);
    const found = outputs.filter(({ pred }) => pred !== null);
    expect(found).toHaveLength(1584);
    // Where a model stated nothing, some files of the reference hold a letter drawn at random: 13 that no text gives.
    const stated = found.filter(
      ({ output }) => extractByMmluPro(output, QUESTION).rule !== 'mmlu-pro-lone',
    );
    expect(found.length - stated.length).toBe(13);
    const agreeing = found.filter(
      ({ output, pred }) => extractAnswer(output, QUESTION).extracted === pred,
    );
    expect(agreeing.length / found.length).toBeGreaterThanOrEqual(0.989);
    // The chain itself, on what it found by its first two rules.
    const chain = stated.filter(
      ({ output, pred }) => extractByMmluPro(output, QUESTION).extracted === pred,
    );
    expect(chain).toHaveLength(stated.length);
  },
);

test.skipIf(!existsSync(FULL))(
  'reads 99.9% of the outputs of 20 models that state an answer as the reference does, or not at all (skipped where ../shared/data/mmlu_pro is not there)',
  { timeout: 120_000 },
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
    // The reference takes the first of several statements that contradict each other.
    expect(unread / stated).toBeLessThanOrEqual(0.0025);
  },
);
