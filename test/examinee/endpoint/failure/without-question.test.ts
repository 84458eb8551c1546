import { expect, test } from 'vitest';
import { withoutQuestion } from '../../../../src/examinee/endpoint/failure/without-question.ts';

const ENGLISH = 'Question:\nA man of 54 has "pain" in the chest.\nWhat is next?\n\nA. ECG';
const CHINESE = '患者男，54岁，胸痛两小时，下一步应做什么？';
const messages = [
  { role: 'system' as const, content: 'Answer with a letter only, please.' },
  { role: 'user' as const, content: `${ENGLISH}\n${CHINESE}` },
];
const refused = (reason: string) => {
  const outcome = withoutQuestion({ kind: 'refused', reason }, messages);
  return outcome.kind === 'refused' ? outcome.reason : outcome;
};

test.each([
  ['all of it', `HTTP 400: ${ENGLISH} is too long`, 'HTTP 400: [question] is too long'],
  ['a part', 'HTTP 400: "A man of 54 has \\"pain\\" in…"', 'HTTP 400: "[question]…"'],
  ['on one line', 'bad: A man of 54 has "pain" in the chest. What is', 'bad: [question]'],
  ['as JSON', `got {"content":${JSON.stringify(ENGLISH)}}`, 'got {"content":"[question]"}'],
  ['Chinese', '输入违规：胸痛两小时，下一步', '输入违规：[question]'],
  ['the system message', 'not "Answer with a letter only"', 'not "[question]"'],
  ['nothing of it', 'HTTP 400: context of 4096 tokens', 'HTTP 400: context of 4096 tokens'],
  ['a few letters', 'HTTP 400: what is next', 'HTTP 400: what is next'],
])('%s', (_, given, shown) => {
  expect(refused(given)).toBe(shown);
});

test('every text of an error, and no answer', () => {
  const said = 'A man of 54 has "pain" in';
  expect(
    withoutQuestion({ kind: 'failed', reason: said, todo: `Change ${said}.` }, messages),
  ).toEqual({ kind: 'failed', reason: '[question]', todo: 'Change [question].' });
  const retry = { kind: 'retry', reason: 'server', detail: said, wait: 5 } as const;
  expect(withoutQuestion(retry, messages)).toEqual({ ...retry, detail: '[question]' });
  const answer = {
    output: said,
    thinking: said,
    finishReason: 'stop',
    usage: null,
    served: null,
  } as const;
  expect(withoutQuestion({ kind: 'answer', answer }, messages)).toEqual({ kind: 'answer', answer });
});
