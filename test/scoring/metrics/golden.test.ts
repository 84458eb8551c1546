import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Metric, metricSchema } from '../../../item-bank/items/metric/metric.ts';
import { bleu } from '../../../src/scoring/metrics/bleu/bleu.ts';
import { cosineSimilarity } from '../../../src/scoring/metrics/cosine-similarity.ts';
import { scoreAnswer } from '../../../src/scoring/metrics/metrics.ts';
import { scoreCorpus } from '../../../src/scoring/metrics/score-corpus.ts';
import { tokensOf } from '../../../src/scoring/metrics/tokens/tokens-of.ts';

interface Pair {
  answer: string;
  references: string[];
}
type Triple = [precision: number, recall: number, f1: number];
interface Setting {
  order: number;
  smoothing: string;
}
interface Golden {
  tokens: Record<'13a' | 'zh', { text: string; tokens: string[] }[]>;
  bleu: {
    tokens: string;
    pairs: Pair[];
    sentences: (Setting & { values: number[] })[];
    corpus: (Setting & { value: number })[];
  }[];
  nltk: { pairs: Pair[]; corpus: number; unigrams: number[] };
  rouge: { answer: string; reference: string; rouge1: Triple; rouge2: Triple; rougeL: Triple }[];
  labels: {
    truth: string[][];
    given: string[][];
    micro: number;
    macro: number;
    weighted: number;
    items: number[];
  }[];
  orders: { given: number[]; wanted: number[]; tau: number | null }[];
  cosines: { x: number[]; y: number[]; cosine: number }[];
}
const golden: Golden = JSON.parse(
  readFileSync(new URL('../../golden/metrics/values.json', import.meta.url), 'utf8'),
);
/** A few dozen double operations of numbers in [0, 1], in another order. */
const ROUNDING = 1e-12;

const metric = (fields: object): Metric => metricSchema.parse(fields);
const close = (found: number, expected: number) =>
  expect(Math.abs(found - expected), `${found}, not ${expected}`).toBeLessThan(ROUNDING);

describe.each(['13a', 'zh'] as const)('tokens of sacreBLEU, %s', (name) => {
  test.each(golden.tokens[name])('$text', (row) => {
    expect(tokensOf(row.text, name)).toEqual(row.tokens);
  });
});

describe.each(golden.bleu)('BLEU of sacreBLEU, $tokens', ({ tokens, pairs, sentences, corpus }) => {
  test.each(sentences)(
    'of sentences to order $order with smoothing $smoothing',
    ({ order, smoothing, values }) => {
      const own = metric({ name: 'bleu', order, smoothing, tokens });
      for (const [i, pair] of pairs.entries()) close(scoreAnswer(pair, own), values[i]);
    },
  );

  test.each(corpus)(
    'of a corpus to order $order with smoothing $smoothing',
    ({ order, smoothing, value }) => {
      const own = metric({ name: 'bleu', order, smoothing, tokens });
      close(scoreCorpus(pairs, own, 1).corpus.value, value);
    },
  );
});

test('BLEU of NLTK', () => {
  const { pairs, corpus, unigrams } = golden.nltk;
  // NLTK splits at blanks, and so do tokens that are letters alone.
  const spelled = new Map<string, string>();
  const word = (token: string) => {
    const known = spelled.get(token) ?? 'x'.repeat(spelled.size + 1);
    spelled.set(token, known);
    return known;
  };
  const plain = (text: string) => text.split(' ').map(word).join(' ');
  const own = pairs.map(({ answer, references }) => ({
    answer: plain(answer),
    references: references.map(plain),
  }));
  const all = metric({ name: 'bleu', smoothing: 'none' });
  close(scoreCorpus(own, all, 1).corpus.value, corpus);
  const first = metric({ name: 'bleu', order: 1, smoothing: 'none' });
  for (const [i, pair] of own.entries()) close(scoreAnswer(pair, first), unigrams[i]);
});

test('an n-gram that the answer is too short for makes the BLEU of a corpus 0, as in sacreBLEU', () => {
  expect(bleu([1, 0, 1, 0, 1, 1], { order: 2, smoothing: 'exp' }, false)).toBe(0);
  expect(bleu([1, 0, 1, 0, 1, 1], { order: 2, smoothing: 'exp' }, true)).toBe(1);
});

const ROUGE = [
  ['rouge-1', 'rouge1'],
  ['rouge-2', 'rouge2'],
  ['rouge-l', 'rougeL'],
] as const;

describe.each(ROUGE)('%s of torchmetrics', (name, key) => {
  test.each(golden.rouge)('$answer | $reference', (row) => {
    for (const [k, measure] of ['precision', 'recall', 'f1'].entries())
      close(
        scoreAnswer({ answer: row.answer, references: [row.reference] }, metric({ name, measure })),
        row[key][k],
      );
  });
});

describe('F1 of scikit-learn', () => {
  test.each(golden.labels)('case %#', (row) => {
    const answers = row.truth.map((labels, i) => ({
      answer: row.given[i].join(', '),
      references: [labels.join('；')],
    }));
    for (const average of ['micro', 'macro', 'weighted'] as const) {
      const found = scoreCorpus(answers, metric({ name: 'label-f1', average }), 1);
      close(found.corpus.value, row[average]);
      for (const [i, score] of found.scores.entries()) close(score, row.items[i]);
    }
  });
});

test("Kendall's tau-b of scipy", () => {
  for (const { given, wanted, tau } of golden.orders) {
    const score = scoreAnswer(
      { answer: sequence(given), references: [sequence(wanted)] },
      metric({ name: 'kendall' }),
    );
    close(score, tau === null ? 0 : (tau + 1) / 2);
  }
});

/** Elements e0, e1 … in the order of their places; those of one place with `=`. */
function sequence(places: readonly number[]): string {
  const at = new Map<number, string[]>();
  for (const [k, place] of places.entries()) at.set(place, [...(at.get(place) ?? []), `e${k}`]);
  return [...at]
    .sort(([a], [b]) => a - b)
    .map(([, elements]) => elements.join(' = '))
    .join(' > ');
}

test('cosines of scipy', () => {
  for (const { x, y, cosine } of golden.cosines) close(cosineSimilarity(x, y)!, cosine);
});
