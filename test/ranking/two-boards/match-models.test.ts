import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchModels } from '../../../src/ranking/two-boards/match-models.ts';
import { modelName } from '../../../src/ranking/two-boards/model-name.ts';

const listed = (names: readonly string[]) => names.map((name) => ({ name, isStated: false }));
/** Pairs by name and by what. */
function pairsOf(first: readonly string[], second: readonly string[]) {
  const { pairs } = matchModels(listed(first), listed(second));
  return pairs.map((pair) => [first[pair.first], second[pair.second], pair.by]);
}

test.each([
  ['GPT-4o', 'gpt_4o'],
  ['openai/gpt-4o', 'GPT 4o'],
  ['meta-llama/Llama-3.1-8B-Instruct', 'llama 3.1 8b instruct'],
  ['command-r+', 'command-r-plus'],
  ['Llama-2-7b-chat', 'Llama2-7B-Chat'],
])('%s and %s are one model', (first, second) => {
  expect(pairsOf([first], [second])).toEqual([[first, second, 'form']]);
});

test.each([
  ['gpt-4o', 'gpt-4o-2024-05-13'],
  ['gpt-4', 'gpt-4-0613'],
  ['claude-3-5-sonnet-20240620', 'Claude 3.5 Sonnet'],
  ['mistral-large', 'mistralai/Mistral-Large-2407'],
  ['gpt-4o(2024-05)', 'gpt-4o'],
])('%s and %s: one of them has a date', (first, second) => {
  expect(pairsOf([first], [second])).toEqual([[first, second, 'date']]);
});

test.each([
  ['Llama-3.1-8B', 'Llama-3.1-8B-Instruct'],
  ['Llama-2-7b-chat', 'Llama-2-7b'],
  ['command-r', 'command-r+'],
  ['gpt-4-0613', 'gpt-4-1106'],
  ['llama-3-1b', 'llama-31b'],
  ['thebloke/llama-2-7b', 'meta-llama/llama-2-7b'],
  ['qwen2.5-7b', 'qwen2.5-72b'],
  ['phi-2', 'phi-3'],
])('%s and %s are two models', (first, second) => {
  expect(pairsOf([first], [second])).toEqual([]);
});

test('a date alone stays a name; a number that is no date stays in the core', () => {
  expect(modelName('2024-05-13')).toEqual({
    core: '2024-05-13'.replaceAll('-', '-'),
    date: '',
    prefix: '',
  });
  expect(modelName('yi-6b-4096').core).toBe('yi-6-b-4096');
});

describe('ambiguous names', () => {
  test('are not matched, and their candidates are listed', () => {
    const { pairs, unmatched } = matchModels(
      listed(['gpt-4-0613', 'gpt-4-1106', 'other']),
      listed(['gpt-4', 'other']),
    );
    expect(pairs).toEqual([{ first: 2, second: 1, by: 'name' }]);
    expect(unmatched[0]).toEqual([
      { at: 0, name: 'gpt-4-0613', isAmbiguous: true, candidates: ['gpt-4'] },
      { at: 1, name: 'gpt-4-1106', isAmbiguous: true, candidates: ['gpt-4'] },
    ]);
    expect(unmatched[1]).toEqual([
      { at: 0, name: 'gpt-4', isAmbiguous: true, candidates: ['gpt-4-0613', 'gpt-4-1106'] },
    ]);
  });

  test('an equal name takes precedence over a form, and a form over a date', () => {
    expect(pairsOf(['gpt-4', 'GPT-4'], ['GPT-4', 'gpt_4'])).toEqual([
      ['gpt-4', 'gpt_4', 'form'],
      ['GPT-4', 'GPT-4', 'name'],
    ]);
    expect(pairsOf(['gpt-4', 'gpt-4-0613'], ['GPT 4 0613'])).toEqual([
      ['gpt-4-0613', 'GPT 4 0613', 'form'],
    ]);
  });
});

test('near names are offered, far ones are not', () => {
  const { unmatched } = matchModels(listed(['gpt-35-turbo', 'falcon']), listed(['gpt-3.5-turbo']));
  expect(unmatched[0].map(({ candidates }) => candidates)).toEqual([['gpt-3.5-turbo'], []]);
});

test('a near name is offered on both sides, whichever of the two begins with the other', () => {
  const { unmatched } = matchModels(listed(['Qwen2', 'falcon']), listed(['Qwen2-7B-Instruct']));
  expect(unmatched[0].map(({ candidates }) => candidates)).toEqual([['Qwen2-7B-Instruct'], []]);
  expect(unmatched[1].map(({ candidates }) => candidates)).toEqual([['Qwen2']]);
});

test('a stated name is compared as it is written only', () => {
  const { pairs } = matchModels([{ name: 'gpt-4', isStated: true }], listed(['GPT-4']));
  expect(pairs).toEqual([]);
});

test('matching is symmetric, uses no name twice and pairs a list with itself', () => {
  const name = fc
    .tuple(
      fc.constantFrom('', 'org/', 'Other/'),
      fc.constantFrom('gpt-4', 'GPT 4', 'llama-3-8b', 'Llama3_8B', 'phi'),
      fc.constantFrom('', '-chat', '-0613', '-2024-05-13'),
    )
    .map((parts) => parts.join(''));
  const names = fc.uniqueArray(name, { maxLength: 12 });
  fc.assert(
    fc.property(names, names, (first, second) => {
      const { pairs: there, unmatched } = matchModels(listed(first), listed(second));
      for (const [own, other] of [unmatched, unmatched.toReversed()])
        for (const { name, candidates, isAmbiguous } of own)
          for (const candidate of candidates) {
            const back = other.find((one) => one.name === candidate)!;
            if (!isAmbiguous && !back.isAmbiguous) expect(back.candidates).toContain(name);
          }
      const back = matchModels(listed(second), listed(first)).pairs;
      const sides = there.map((pair) => [pair.first, pair.second, pair.by]);
      expect(back.map((pair) => [pair.second, pair.first, pair.by]).sort()).toEqual(sides.sort());
      for (const side of [0, 1])
        expect(new Set(sides.map((pair) => pair[side])).size).toBe(sides.length);
      expect(matchModels(listed(first), listed(first)).pairs.every(({ by }) => by === 'name')).toBe(
        true,
      );
    }),
  );
});
