import { describe, expect, it } from 'vitest';
import { judgeConversation } from '../../src/prompt/judge/judge-conversation.ts';
import { readJudgement } from '../../src/prompt/judge/read-judgement.ts';
import { readVerdict } from '../../src/prompt/judge/read-verdict.ts';
import { rubricOf } from '../../src/prompt/judge/rubrics.ts';
import { verdictConversation } from '../../src/prompt/judge/verdict-conversation.ts';
import { judge } from '../../src/stand-in/answerers/judge.ts';

const REFERENCE = 'Acute appendicitis';
const stand = (bias = 0, noise = 0, faults = 0) =>
  judge({ judges: new Map([['j', { bias, noise }]]), faults, seed: 1 });

function graded(answer: string, by = stand(), language: 'en' | 'zh' = 'en') {
  const rubric = rubricOf('cmb-clin', language);
  const judged = { description: 'd', question: 'q', references: [REFERENCE], answer };
  const outputs: string[] = [];
  const conversation = judgeConversation(rubric, judged);
  do {
    const { messages } = conversation.next(outputs);
    const said = by.answer({ model: 'j', messages, repeat: 0 });
    if (typeof said === 'string') throw new Error(said);
    outputs.push(said.text);
  } while (!conversation.isOver!(outputs) && outputs.length < conversation.turns);
  return readJudgement(outputs, rubric, answer);
}

describe('the simulated judge', () => {
  it.each(['en', 'zh'] as const)(
    'grades an answer by what it has of the reference (%s)',
    (language) => {
      expect(graded('It is acute appendicitis.', stand(), language)).toMatchObject({ score: 1 });
      expect(graded('zzz', stand(), language)).toMatchObject({ score: 0 });
      expect(graded('{Acute appendicitis}', stand(), language)).toMatchObject({ score: 1 });
    },
  );

  it('adds its bias and its noise', () => {
    expect(graded('zzz', stand(0.5))).toMatchObject({ score: 0.5 });
    const noisy = Array.from({ length: 100 }, (_, k) => {
      const read = graded(`zzz ${k}`, stand(0.5, 0.2));
      return read.reason === null ? read.score : Number.NaN;
    });
    const mean = noisy.reduce((sum, score) => sum + score, 0) / noisy.length;
    // 400 grades of standard deviation below .25: three standard errors are .04.
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.04);
    expect(new Set(noisy).size).toBeGreaterThan(3);
  });

  it('gives replies that cannot be read to the share asked for, and is asked again', () => {
    const reads = Array.from({ length: 200 }, (_, k) => graded(`zzz ${k}`, stand(0, 0, 0.5)));
    const counts = (rule: string) =>
      reads.filter((one) => 'rule' in one && one.rule === rule).length;
    // Half are read at once, an eighth after a repair of quotes; three unreadable replies in a row have probability .375³ = .05.
    expect(counts('json')).toBeGreaterThan(75);
    expect(counts('repaired')).toBeGreaterThan(8);
    expect(counts('again')).toBeGreaterThan(30);
    expect(reads.filter(({ reason }) => reason !== null).length).toBeLessThan(30);
  });

  it('compares two answers, with a bias for the first', () => {
    const verdict = (answers: readonly [string, string], bias: number) => {
      const { messages } = verdictConversation('en', {
        question: 'q',
        references: [REFERENCE],
        answers,
      }).next([]);
      const said = stand(bias).answer({ model: 'j', messages, repeat: 0 });
      return typeof said === 'string' ? said : readVerdict([said.text], answers);
    };
    expect(verdict([REFERENCE, 'zzz'], 0)).toBe('first');
    expect(verdict(['zzz', REFERENCE], 0)).toBe('second');
    expect(verdict(['zzz', 'zzz'], 0)).toBe('tie');
    expect(verdict(['zzz', 'zzz'], 0.2)).toBe('first');
  });

  it('knows no other questions', () => {
    const messages = [{ role: 'user', content: 'What is 2 + 2?' }];
    expect(stand().answer({ model: 'j', messages, repeat: 0 })).toBe('question_unknown');
  });
});
