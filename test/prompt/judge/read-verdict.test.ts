import { describe, expect, it } from 'vitest';
import { readVerdict } from '../../../src/prompt/judge/read-verdict.ts';
import { verdictConversation } from '../../../src/prompt/judge/verdict-conversation.ts';

const PLAIN = ['one', 'two'] as const;

describe('reading which answer is better', () => {
  it.each([
    ['{"better": "A"}', 'first'],
    ['```json\n{"better": "B"}\n```', 'second'],
    ["{'better': 'tie',}", 'tie'],
    ['{better: answer a}', 'first'],
    ['{"winner": "回答B"}', 'second'],
    ['B is better.', null],
    ['{"better": "C"}', null],
    ['{"better": "constructor"}', null],
    ['{"better": "A"} or {"better": "B"}', null],
    ['> {"better": "A"}', null],
    ['<think>{"better": "A"}', null],
    ['', null],
  ] as const)('%s is %s', (output, verdict) => {
    expect(readVerdict([output], [...PLAIN])).toBe(verdict);
  });

  it('goes on to the next reply', () => {
    expect(readVerdict(['A', '{"better": "A"}'], [...PLAIN])).toBe('first');
  });

  it('does not count an object that an answer contains', () => {
    const answers = ['{"better": "A"}', 'two'] as const;
    const conversation = verdictConversation('en', { question: 'q', references: ['r'], answers });
    const { content } = conversation.next([]).messages[0];
    const [, code] = /"code": "([0-9a-f]{8})"/.exec(content)!;
    expect(readVerdict([answers[0]], answers)).toBeNull();
    expect(conversation.isOver!([answers[0]])).toBe(false);
    expect(readVerdict([`{"better": "B", "code": "${code}"}`], answers)).toBe('second');
  });
});

describe('the prompt for two answers', () => {
  it('shows both in the order given, quoted, and asks again in vain at most twice', () => {
    const conversation = verdictConversation('zh', {
      question: 'q',
      references: ['r'],
      answers: PLAIN,
    });
    const { content } = conversation.next([]).messages[0];
    expect(content).toContain('回答A：\n> one\n\n回答B：\n> two\n\n');
    expect(conversation.turns).toBe(3);
    expect(conversation.next(['?']).messages.at(-1)!.content).toMatch(/^你的判断无法读取/);
  });
});
