import { describe, expect, test } from 'vitest';
import type { Bank } from '../../../item-bank/bank.ts';
import {
  PUBLISHED_SCORES,
  PUBLISHED_SIZE,
  SCENARIOS,
} from '../../../item-bank/builtin/climedbench-published.ts';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { fullScoreWeights } from '../../../item-bank/full-score.ts';
import { spearman } from '../../../src/statistics/spearman.ts';

/** The full score of examinee m in points, over the items it was asked. */
function fullScore(bank: Bank, m: number): number {
  const width = bank.items.length;
  const row = bank.responses.scores.subarray(m * width, (m + 1) * width);
  const asked = (j: number) => !Number.isNaN(row[j]);
  const weights = fullScoreWeights(bank.fullScore, bank.tags, asked, width);
  return 100 * weights.reduce((sum, weight, j) => sum + (asked(j) ? weight * row[j] : 0), 0);
}

function sizes(bank: Bank, tag: string): Record<string, number> {
  const { values, codes } = bank.tags[tag];
  const counts = values.map((_, code) => codes.reduce((n, c) => n + Number(c === code), 0));
  return Object.fromEntries(values.map((value, code) => [value, counts[code]]));
}

describe('mmlu-pro', () => {
  const bank = loadBuiltinBank('mmlu-pro');
  const { responses } = bank;

  test('34 × 12,032 recorded answers, 0.4% missing', () => {
    expect(bank.simulated).toBe(false);
    expect(bank.provenance).toMatchObject({
      source: 'TIGER-AI-Lab/MMLU-Pro evaluation results',
      licence: 'Apache-2.0',
    });
    expect(responses.examinees).toHaveLength(34);
    expect(responses.items).toHaveLength(12_032);
    expect(responses.scores).toHaveLength(34 * 12_032);
    expect(responses.scores.filter(Number.isNaN)).toHaveLength(1750);
  });

  test('scores as published with the recorded answers, missing ones left out', () => {
    const score = (name: string) => fullScore(bank, responses.examinees.indexOf(name));
    expect(bank.fullScore).toBe('items');
    expect(score('gpt-4o(2024-05,API)')).toBeCloseTo(72.066, 3);
    expect(score('DeepSeek-Coder-V2')).toBeCloseTo(63.627, 3);
    expect(score('Llama-2-7b-hf')).toBeCloseTo(18.343, 3);
  });

  test('14 categories, 91 sources, 2 to 10 options', () => {
    expect(sizes(bank, 'category')).toMatchObject({ math: 1351, law: 1101, history: 381 });
    expect(bank.tags.category.values).toHaveLength(14);
    expect(bank.tags.source.values).toHaveLength(91);
    expect(bank.optionCounts.filter((n) => n === 10)).toHaveLength(9982);
    expect([Math.min(...bank.optionCounts), Math.max(...bank.optionCounts)]).toEqual([2, 10]);
  });

  test('lm-evaluation-harness: ids ascend by category in the order of the data set', () => {
    expect(bank.harness).toMatchObject({ tag: 'category', taskPrefix: 'mmlu_pro_', idPrefix: 'q' });
    const ids = bank.items.map((id) => Number(id.slice(1)));
    expect(ids.every((id, j) => j === 0 || id > ids[j - 1])).toBe(true);
    const changes = bank.tags.category.codes.filter((c, j, codes) => j > 0 && c !== codes[j - 1]);
    expect(changes).toHaveLength(13);
  });
});

describe('cruxeval-o', () => {
  const bank = loadBuiltinBank('cruxeval-o');
  const { examinees, items, scores } = bank.responses;

  test('51 × 800 recorded answers, none missing, with source and licence', () => {
    expect(bank.simulated).toBe(false);
    expect(bank.provenance.source).toContain('WildEval/ZeroEval');
    expect(bank.provenance.licence).toMatch(/Apache-2\.0.*MIT/);
    expect(examinees).toHaveLength(51);
    expect(items).toEqual(Array.from({ length: 800 }, (_, j) => `crux-test-#${j}`));
    expect(scores).toHaveLength(51 * 800);
    expect(scores.every((score) => score === 0 || score === 1)).toBe(true);
  });

  // Counted in the recorded answers with awk.
  test.each([
    ['o1-preview-2024-09-12', 767],
    ['gpt-4o-2024-08-06', 696],
    ['gemma-2-2b-it', 172],
  ])('%s has %i right', (name, right) => {
    expect(bank.fullScore).toBe('items');
    expect(fullScore(bank, examinees.indexOf(name))).toBeCloseTo(right / 8, 3);
  });

  test('families: every model is in one, with any prefix', () => {
    const members = Map.groupBy(examinees, (_, m) => bank.families?.[m]);
    expect(Object.fromEntries([...members].map(([name, of]) => [name, of.length]))).toEqual({
      claude: 6,
      deepseek: 3,
      gemini: 5,
      gemma: 3,
      gpt: 9,
      grok: 1,
      llama: 8,
      mistral: 2,
      phi: 2,
      qwen: 6,
      reka: 2,
      yi: 4,
    });
    expect(members.get('llama')).toContain('Athene-70B');
    expect(members.get('gpt')).toContain('o1-preview-2024-09-12');
  });

  test('calibrated: difficulties fall as shares right rise', () => {
    const share = items.map((_, j) =>
      examinees.reduce((sum, _name, m) => sum + scores[m * items.length + j], 0),
    );
    // Not a perfect order: the parameters also say which models were right.
    expect(spearman(share, [...bank.parameters.b])).toBeLessThan(-0.95);
  });
});

describe('ikp', () => {
  const bank = loadBuiltinBank('ikp');
  const { examinees, items, scores } = bank.responses;
  const missingOf = (m: number) =>
    items.filter((_, j) => Number.isNaN(scores[m * items.length + j]));

  test('193 × 1,311 recorded answers, with source, licence and attribution', () => {
    expect(bank.simulated).toBe(false);
    expect(bank.provenance.source).toContain('19PINE-AI/ikp');
    expect(bank.provenance.licence).toMatch(/CC BY 4\.0.*attribution: 19PINE-AI/);
    expect(examinees).toHaveLength(193);
    expect(items).toHaveLength(1311);
    expect(bank.families).toHaveLength(193);
    expect(scores.every((score) => score === 0 || score === 1 || Number.isNaN(score))).toBe(true);
  });

  test('missing answers: 6,079, of them the same 113 items in 51 models', () => {
    expect(scores.filter(Number.isNaN)).toHaveLength(6079);
    const missing = examinees.map((_, m) => missingOf(m));
    expect(missing.filter((of) => of.length === 0)).toHaveLength(129);
    const block = missing[examinees.indexOf('grok-4')];
    expect(block).toHaveLength(113);
    const without = missing.map((of) => new Set(of));
    expect(without.filter((of) => block.every((item) => of.has(item)))).toHaveLength(51);
  });

  test('without the landmark models and the models that were hardly asked; notes name them', () => {
    const left = ['qwen-2.5-0.5b', 'qwen-2.5-7b', 'qwen3-32b-think', 'qwen3-235b-a22b-think'];
    left.push('kimi-k2.5-think', 'gemini-3.1-pro', 'ling-2.6-flash', 'qwen3.5-0.8b');
    const notes = bank.provenance.notes.join('\n');
    for (const model of left) {
      expect(examinees).not.toContain(model);
      expect(notes).toContain(model);
    }
  });

  // IKP's own accuracy over the items without a flag.
  test.each([
    ['gpt-5.5-pro', 1106 / 1311],
    ['gpt-4o', 874 / 1311],
    ['smollm2-135m', 172 / 1309],
    ['grok-4', 983 / 1198],
  ])('%s has the score %f', (name, share) => {
    expect(bank.fullScore).toBe('items');
    expect(fullScore(bank, examinees.indexOf(name))).toBeCloseTo(100 * share, 3);
  });

  test('seven tiers, the first tag; topics of at least 20 items and the rest', () => {
    expect(Object.keys(bank.tags)).toEqual(['tier', 'topic']);
    expect(sizes(bank, 'tier')).toEqual({
      1: 200,
      2: 200,
      3: 183,
      4: 188,
      5: 181,
      6: 187,
      7: 172,
    });
    const topics = sizes(bank, 'topic');
    expect(topics).toMatchObject({ founding_year: 301, researcher: 286, museum: 25, other: 287 });
    expect(Object.keys(topics)).toHaveLength(13);
  });

  test('families: makers, those of the base for fine-tunes', () => {
    const family = (name: string) => bank.families?.[examinees.indexOf(name)];
    expect(family('claude-sonnet-5')).toBe('Anthropic');
    expect(family('hermes-4-405b')).toBe('Meta');
    expect(family('deepseek-r1-distill-qwen-32b-think')).toBe('Alibaba');
    expect(family('nemotron-3-ultra')).toBe('NVIDIA');
    expect(new Set(bank.families).size).toBe(24);
  });

  test('calibrated: items of higher tiers are harder', () => {
    const { codes, values } = bank.tags.tier;
    const of = (tier: number) =>
      [...bank.parameters.b].filter((_, j) => codes[j] === tier).sort((x, y) => x - y);
    const medians = values.map((_, tier) => of(tier)[Math.floor(of(tier).length / 2)]);
    expect(medians).toEqual(medians.toSorted((x, y) => x - y));
  });
});

describe('swebench-verified', () => {
  const bank = loadBuiltinBank('swebench-verified');
  const { examinees, items, scores } = bank.responses;

  test('134 × 500 recorded results, none missing, with source and licence', () => {
    expect(bank.simulated).toBe(false);
    expect(bank.provenance.source).toContain('dariakryvosheieva/agent-psychometrics');
    expect(bank.provenance.licence).toMatch(/^MIT, Copyright \(c\) 2026 Fulcrum$/);
    expect(examinees).toHaveLength(134);
    expect(items).toHaveLength(500);
    expect(scores).toHaveLength(134 * 500);
    expect(scores.every((score) => score === 0 || score === 1)).toBe(true);
    expect(scores.reduce((sum, score) => sum + score, 0)).toBe(34_485);
  });

  // The share resolved that the leaderboard prints.
  test.each([
    ['20231010_rag_gpt35', 0.4],
    ['20240402_sweagent_gpt4', 22.4],
    ['20250807_openhands_gpt5', 71.8],
  ])('%s resolved %f%%', (name, percent) => {
    expect(bank.fullScore).toBe('items');
    expect(fullScore(bank, examinees.indexOf(name))).toBeCloseTo(percent, 3);
  });

  test('12 repositories, read off the ids', () => {
    expect(Object.keys(bank.tags)).toEqual(['repository']);
    expect(sizes(bank, 'repository')).toMatchObject({ django: 231, sympy: 75, flask: 1 });
    expect(bank.tags.repository.values).toHaveLength(12);
  });

  test('families: makers of named models, else scaffolds; none has more than a quarter of the agents', () => {
    const members = Map.groupBy(examinees, (_, m) => bank.families?.[m]);
    const counts = [...members].map(([name, of]): [string | undefined, number] => [
      name,
      of.length,
    ]);
    expect(Object.fromEntries(counts)).toMatchObject({
      Anthropic: 31,
      Alibaba: 19,
      OpenAI: 16,
      nFactorial: 4,
    });
    expect(Math.max(...counts.map(([, count]) => count)) / examinees.length).toBeLessThan(0.25);
  });

  test('32 issues that no agent resolved are the hardest ones', () => {
    const resolved = items.map((_, j) =>
      examinees.reduce((sum, _name, m) => sum + scores[m * items.length + j], 0),
    );
    expect(resolved.filter((count) => count === 0)).toHaveLength(32);
    expect(spearman(resolved, [...bank.parameters.b])).toBeLessThan(-0.95);
  });
});

describe('climedbench', () => {
  const bank = loadBuiltinBank('climedbench');

  test('says that it is simulated', () => {
    expect(bank.simulated).toBe(true);
    expect(bank.title).toContain('simulated');
    expect(bank.provenance.source).toContain('Simulated');
    expect(bank.provenance.source).toContain('arXiv:2410.03502, Table 2');
  });

  test('11 × 33,735 answers, none missing', () => {
    expect(bank.responses.examinees).toHaveLength(11);
    expect(bank.items).toHaveLength(PUBLISHED_SIZE);
    expect(bank.responses.scores.some(Number.isNaN)).toBe(false);
    expect(bank.items[0]).toBe('ID1-00001');
  });

  test('14 scenarios, the printed sizes scaled by 33,735 / 29,797', () => {
    const found = sizes(bank, 'scenario');
    expect(Object.keys(found)).toEqual(SCENARIOS.map(({ code }) => code));
    for (const { code, size } of SCENARIOS)
      expect(Math.abs(found[code] - (size * 33_735) / 29_797)).toBeLessThan(1);
    expect(found).toMatchObject({ ID2: 7578, CPR: 108, WTD: 914 });
    expect(bank.tags.task.values).toHaveLength(7);
    expect(bank.tags.metric.values).toEqual(['accuracy', "Kendall's tau", 'similarity', 'ROUGE-1']);
  });

  test('each scenario score is the published one to within one item', () => {
    const { values, codes } = bank.tags.scenario;
    const found = sizes(bank, 'scenario');
    PUBLISHED_SCORES.forEach(({ scores }, m) => {
      const right = new Float64Array(values.length);
      codes.forEach((code, j) => {
        right[code] += bank.responses.scores[m * PUBLISHED_SIZE + j];
      });
      values.forEach((value, s) => {
        expect(Math.abs(right[s] - (found[value] * scores[s]) / 100)).toBeLessThan(1);
      });
    });
  });

  test('the full score is the published overall score', () => {
    expect(bank.fullScore).toBe('macro:scenario');
    PUBLISHED_SCORES.forEach(({ model, scores }, m) => {
      expect(bank.responses.examinees[m]).toBe(model);
      const published = scores.reduce((sum, score) => sum + score, 0) / scores.length;
      expect(Math.abs(fullScore(bank, m) - published)).toBeLessThan(0.1);
    });
  });

  test('options as on the cards; c below chance and below what every model scores', () => {
    SCENARIOS.forEach(({ options }, s) => {
      const lowest = Math.min(...PUBLISHED_SCORES.map(({ scores }) => scores[s])) / 100;
      bank.tags.scenario.codes.forEach((code, j) => {
        if (code !== s) return;
        if (bank.optionCounts[j] !== options) throw new Error(`${bank.items[j]}: option count`);
        const c = bank.parameters.c[j];
        if (c > lowest / 2 || c > (options === 0 ? 0 : 1 / options))
          throw new Error(`${bank.items[j]}: c is ${c}`);
      });
    });
  });
});

test('an unknown bank names the nearest one', () => {
  expect(() => loadBuiltinBank('mmlu_pro')).toThrow(
    expect.objectContaining({
      code: 'NAME_UNKNOWN',
      details: expect.objectContaining({ kind: 'bank', name: 'mmlu_pro', nearest: ['mmlu-pro'] }),
    }),
  );
});
