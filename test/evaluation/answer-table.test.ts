import { expect, test } from 'vitest';
import { AnswerTable, itemScores, stateCounts } from '../../src/evaluation/answer-table.ts';

const read = (score: number) => ({ score, extracted: 'x', reason: null, refused: null });

/** Items 0 to 3 have 0, 0, 2 and 1 graded questions; two answers to each, two judges. */
function table(): AnswerTable {
  const made = new AnswerTable(2, 2, [0, 0, 2, 1]);
  made.note(0, 0, read(0.5));
  made.note(0, 1, { score: 0, extracted: null, reason: 'none', refused: null });
  made.note(0, 2, read(0));
  made.note(0, 3, read(0));
  made.note(1, 0, { score: 0, extracted: null, reason: 'empty', refused: 'too long' });
  made.note(1, 1, { score: 0, extracted: null, reason: 'refusal', refused: null });
  made.note(1, 3, { score: 0, extracted: null, reason: 'empty', refused: null });
  return made;
}

test('unreadable and refused answers score 0; what was never answered has no score', () => {
  const own = table();
  expect([0, 1].map((item) => own.state(0, item))).toEqual(['read', 'unread']);
  expect([0, 1, 2].map((item) => own.state(1, item))).toEqual(['refused', 'refused', 'missing']);
  expect([0, 1, 2].map((item) => own.score(1, item))).toEqual([0, 0, Number.NaN]);
  expect(own.score(0, 0)).toBe(0.5);
});

test('a graded answer has the mean score of the judges who graded all its questions; one that no judge graded is missing', () => {
  const own = table();
  expect(own.state(0, 2)).toBe('ungraded');
  expect(own.score(0, 2)).toBeNaN();
  own.noteJudgement(0, 0, 2, 0.2);
  expect(own.score(0, 2)).toBeNaN();
  own.noteJudgement(0, 0, 2, 0.6);
  expect(own.score(0, 2)).toBeCloseTo(0.4, 15);
  own.noteJudgement(0, 1, 2, 1);
  // The second judge lacks a question.
  expect(own.score(0, 2)).toBeCloseTo(0.4, 15);
  own.noteJudgement(0, 1, 2, 1);
  expect(own.score(0, 2)).toBeCloseTo(0.7, 15);
  expect(own.judgeScore(0, 1, 2)).toBe(1);
  // Nothing to grade: 0, without a judge.
  expect(own.score(1, 3)).toBe(0);
  expect(own.state(1, 3)).toBe('unread');
});

test('states are counted, and items averaged over repeats', () => {
  const own = table();
  expect(stateCounts(own, [0, 1])).toEqual({
    missing: 1,
    read: 1,
    unread: 2,
    truncated: 0,
    refused: 2,
    ungraded: 2,
  });
  expect([...itemScores(own, [0, 1])]).toEqual([0.25, 0, Number.NaN, 0]);
  const isRead = (answer: number, item: number) => own.state(answer, item) === 'read';
  expect([...itemScores(own, [0, 1], isRead)]).toEqual([0.5, Number.NaN, Number.NaN, Number.NaN]);
});
