import { expect, test } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { runJudgements } from '../../../src/workflow/judges/run-judgements.ts';

/** A store with one evaluation of models a and `a ~ b`, graded by judges j and `j judges a`. */
function storeOf(answers: readonly (readonly [string, string, string | null, number, string?])[]) {
  const configuration = {
    format: 'thetarank-evaluation',
    models: [{ name: 'a' }, { name: 'a ~ b' }],
    judging: { judges: [{ name: 'j' }, { name: 'j judges a' }] },
  };
  return {
    runs: async () => [{ id: 1, configuration }],
    async *answers() {
      for (const [examinee, item, extracted, score, rule = 'json'] of answers)
        yield { examinee, item, extracted, score, rule };
    },
  } as unknown as Store;
}

test('judgements of an evaluation name model, question and condition; answers, unread and empty ones are left out', async () => {
  const found = await runJudgements(
    storeOf([
      ['a', 'q1', 'a text, not JSON', 0, 'rubric'],
      ['j judges a, question 1', 'q1', '{"truth":5}', 1],
      ['j judges a ~ temperature=1, question 1', 'q1', '{"truth":3}', 0.5],
      ['j judges a judges a ~ b, question 1', 'case', '{"truth":1}', 0],
      ['j judges a, question 2', 'case', '{"truth":2}', 0.25],
      ['j judges a, question 2', 'q2', null, 0],
      ['j judges a, question 1', 'q3', '{}', 0, 'empty-answer'],
    ]),
    1,
  );
  expect(found.map(({ where: _, ...one }) => Object.values(one).join(' | ')).sort()).toEqual(
    [
      { model: 'a', judge: 'j', item: 'q1', aspect: null, score: 1 },
      { model: 'a', judge: 'j', item: 'q1', aspect: 'truth', score: 5 },
      { model: 'a', judge: 'j', item: 'q1 ~ temperature=1', aspect: null, score: 0.5 },
      { model: 'a', judge: 'j', item: 'q1 ~ temperature=1', aspect: 'truth', score: 3 },
      { model: 'a ~ b', judge: 'j judges a', item: 'case #1', aspect: null, score: 0 },
      { model: 'a ~ b', judge: 'j judges a', item: 'case #1', aspect: 'truth', score: 1 },
      { model: 'a', judge: 'j', item: 'case #2', aspect: null, score: 0.25 },
      { model: 'a', judge: 'j', item: 'case #2', aspect: 'truth', score: 2 },
    ]
      .map((one) => Object.values(one).join(' | '))
      .sort(),
  );
});
