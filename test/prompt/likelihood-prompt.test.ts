import { describe, expect, test } from 'vitest';
import { promptOf } from '../../src/prompt/prompt.ts';
import { expectFailure } from '../files/temporary.ts';
import { isTrimmed, itemOfSample, loggedSamples } from '../golden/likelihood/logged-samples.ts';
import { CAPITAL, COLOURS, COUGH, DUMPLINGS, itemOf, TIDE } from './items.ts';

const MMLU = 'The following are multiple choice questions (with answers) about trifles.';

describe('the text is the one that lm-evaluation-harness logs', () => {
  test.each([
    ['cloze', undefined],
    ['letter', MMLU],
  ] as const)('%s', (variant, system) => {
    for (const sample of loggedSamples(variant).filter(isTrimmed)) {
      // The words of an English prompt, whatever the language of the question.
      const { messages, continuations } = promptOf(itemOfSample(sample), {
        variant,
        system,
        language: 'en',
      });
      const sent = Object.values(sample.arguments);
      expect(messages.map(({ content }) => content).join('\n\n')).toBe(sent[0].arg_0);
      expect(continuations).toEqual(sent.map(({ arg_1 }) => arg_1));
    }
  });
});

describe('a prompt in every byte (a change of it is a new revision of the wording)', () => {
  test('with a context and an example', () => {
    const shot = itemOf({
      id: 'shot',
      type: 'single',
      stem: 'Is ice cold?',
      options: { A: 'yes', B: 'no' },
      key: ['A'],
    });
    const letter = promptOf(TIDE, { variant: 'letter', shots: [shot] });
    expect(letter.version).toBe('letter-en-1/1-shot');
    expect(letter.messages).toEqual([
      {
        role: 'user',
        content:
          'Is ice cold?\nA. yes\nB. no\nAnswer: A\n\nA harbour has two high tides a day.\nWhat causes them above all?\nA. the wind\nB. the moon\nC. the rain\nAnswer:',
      },
    ]);
    expect(letter.continuations).toEqual([' A', ' B', ' C']);
    const cloze = promptOf(TIDE, { variant: 'cloze', shots: [shot] });
    expect(cloze.version).toBe('cloze-en-1/1-shot');
    expect(cloze.messages[0].content).toBe(
      'Question: Is ice cold?\nAnswer: yes\n\nA harbour has two high tides a day.\nQuestion: What causes them above all?\nAnswer:',
    );
    expect(cloze.continuations).toEqual([' the wind', ' the moon', ' the rain']);
    expect(cloze.hash).not.toBe(letter.hash);
  });

  test('in Chinese', () => {
    const item = itemOf(
      { id: 'zh', type: 'single', stem: '冰是冷的吗？', options: { A: '是', B: '否' }, key: ['A'] },
      'zh',
    );
    expect(promptOf(item, { variant: 'letter' })).toMatchObject({
      version: 'letter-zh-1',
      messages: [{ role: 'user', content: '冰是冷的吗？\nA. 是\nB. 否\n答案：' }],
      continuations: [' A', ' B'],
    });
    expect(promptOf(item, { variant: 'cloze' }).messages[0].content).toBe(
      '问题：冰是冷的吗？\n答案：',
    );
  });
});

test.each([COLOURS, DUMPLINGS, CAPITAL, COUGH])('an item of type $type is refused', (item) => {
  expectFailure(
    () => promptOf(item, { variant: 'letter' }),
    'OPTIONS_CONFLICT',
    `variant letter: item ${item.id} is of type ${item.type}; log-likelihoods score items of type single only. Use the variant cot or answer-only for it.`,
  );
});
