import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChoiceItem } from '../../item-bank/items/item.ts';
import { conversationOf } from '../../src/prompt/conversation.ts';
import { PROMPT_LANGUAGES, PROMPT_VARIANTS, promptOf } from '../../src/prompt/prompt.ts';
import { repetitions } from '../repetitions.ts';
import {
  type ALL,
  BRIDGE,
  CAPITAL,
  COLOURS,
  COUGH,
  DUMPLINGS,
  FRUITS,
  itemOf,
  RIVER,
  TEA,
  TIDE,
  WEEKDAY,
} from './items.ts';

const only = { variant: 'answer-only' } as const;
const cot = { variant: 'cot' } as const;
const user = (...lines: string[]) => ({ role: 'user', content: lines.join('\n') });
const assistant = (...lines: string[]) => ({ role: 'assistant', content: lines.join('\n') });

describe('a prompt in every byte (a change of it is a new revision of the wording)', () => {
  test('single choice, English, answer only', () => {
    const { version, messages, hash } = promptOf(TIDE, only);
    expect(version).toBe('answer-only-en-1');
    expect(messages).toEqual([
      user(
        'Below is a multiple-choice question. Exactly one option is right.',
        '',
        'Context:',
        'A harbour has two high tides a day.',
        '',
        'Question:',
        'What causes them above all?',
        '',
        'Options:',
        'A. the wind',
        'B. the moon',
        'C. the rain',
        '',
        'Do not explain. Reply with this one line, X being the letter of the right option:',
        'The answer is (X)',
      ),
    ]);
    const hashed = JSON.stringify(['answer-only-en-1', [['user', messages[0].content]]]);
    expect(hash).toBe(createHash('sha256').update(hashed).digest('hex'));
  });

  test('multiple choice, English, chain of thought', () => {
    expect(promptOf(COLOURS, cot)).toMatchObject({
      version: 'cot-en-1',
      messages: [
        user(
          'Below is a multiple-choice question. One option is right, or several are.',
          '',
          'Question:',
          'Which are colours of a rainbow?',
          '',
          'Options:',
          'A. red',
          'B. brown',
          'C. violet',
          'D. green',
          '',
          'Reason step by step. Then end with this line, XYZ being the letters of all right options, in alphabetical order and without blanks:',
          'The answer is (XYZ)',
        ),
      ],
    });
  });

  test('sequencing, English', () => {
    expect(promptOf(TEA, only).messages).toEqual([
      user(
        'Below are a question and options that have to be put into the right order.',
        '',
        'Question:',
        'How is tea made?',
        '',
        'Options:',
        'A. pour the water',
        'B. boil the water',
        'C. drink',
        '',
        'Do not explain. Reply with this one line, XYZ being the letters of all options, each once, from first to last and without blanks:',
        'The answer is (XYZ)',
      ),
    ]);
  });

  test('open, in both languages', () => {
    expect(promptOf(CAPITAL, cot).messages).toEqual([
      user(
        'Below is a question.',
        '',
        'Question:',
        'What is the capital of Norway?',
        '',
        'Reason step by step. Then end with one line that begins with the words "The answer is:" and gives the answer alone.',
      ),
    ]);
    expect(promptOf(RIVER, only).messages).toEqual([
      user(
        '下面是一道问答题。',
        '',
        '题目：',
        '中国最长的河流是什么？',
        '',
        '不要解释，只写出答案。',
      ),
    ]);
  });

  test('single choice, Chinese, chain of thought', () => {
    expect(promptOf(WEEKDAY, cot)).toMatchObject({
      version: 'cot-zh-1',
      messages: [
        user(
          '下面是一道单项选择题，只有一个选项正确。',
          '',
          '题目：',
          '星期一的后一天是',
          '',
          '选项：',
          'A. 星期二',
          'B. 星期三',
          'C. 星期日',
          '',
          '请一步一步推理。最后单独用下面这一行作结，用正确选项的字母代替X：',
          '答案是X',
        ),
      ],
    });
  });

  test('multiple choice, Chinese', () => {
    expect(promptOf(FRUITS, only).messages).toEqual([
      user(
        '下面是一道多项选择题，正确的选项可能有一个，也可能有多个。',
        '',
        '题目：',
        '下列属于水果的有',
        '',
        '选项：',
        'A. 苹果',
        'B. 石头',
        'C. 梨',
        '',
        '不要解释。只回复下面这一行，用全部正确选项的字母代替XYZ，按字母顺序连写，中间不留空格：',
        '答案是XYZ',
      ),
    ]);
  });

  test('sequencing, Chinese', () => {
    expect(promptOf(DUMPLINGS, cot).messages[0].content).toMatch(
      /^下面是一道排序题，请把各选项排成正确的顺序。\n\n题目：\n包饺子的顺序是\n\n选项：\nA. 煮\nB. 和面\nC. 包馅\n\n请一步一步推理。最后单独用下面这一行作结，用全部选项的字母代替XYZ，每个字母写一次，从先到后连写，中间不留空格：\n答案是XYZ$/,
    );
  });

  test('shots are questions with their answers before the question, with explanations if the question asks for reasoning', () => {
    const moon = itemOf({
      id: 'moon',
      type: 'single',
      stem: 'What orbits the earth?',
      options: { A: 'Mars', B: 'the moon' },
      key: ['B'],
    });
    const { version, messages } = promptOf(moon, { ...cot, shots: [TIDE, WEEKDAY] });
    expect(version).toBe('cot-en-1/2-shot');
    expect(messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ]);
    expect(messages[0]).toEqual(promptOf(TIDE, cot).messages[0]);
    expect(messages[1]).toEqual(
      assistant('The moon pulls the near side more than the far side.', '', 'The answer is (B)'),
    );
    expect(messages[3]).toEqual(assistant('星期一之后是星期二。', '', 'The answer is (A)'));
    expect(messages[4]).toEqual(promptOf(moon, cot).messages[0]);
    const plain = promptOf(moon, { ...only, shots: [WEEKDAY], language: 'zh' });
    expect(plain.version).toBe('answer-only-zh-1/1-shot');
    expect(plain.messages[1]).toEqual(assistant('答案是A'));
  });

  test('shots of the other types: letters of a multiple choice and an order, a text', () => {
    const shot = (of: (typeof ALL)[number], variant: 'cot' | 'answer-only') =>
      promptOf(TIDE, { variant, shots: [of] }).messages[1].content;
    expect(shot(COLOURS, 'cot')).toBe('The answer is (ACD)');
    expect(shot(TEA, 'answer-only')).toBe('The answer is (BAC)');
    expect(shot(CAPITAL, 'answer-only')).toBe('Oslo');
    expect(shot(CAPITAL, 'cot')).toBe('It has been the capital since 1814.\n\nThe answer is: Oslo');
  });

  test('a system message stands first, and its hash in the version', () => {
    const { version, messages, hash } = promptOf(RIVER, { ...only, system: '你是老师。' });
    const digits = createHash('sha256').update('你是老师。').digest('hex').slice(0, 8);
    expect(version).toBe(`answer-only-zh-1/system-${digits}`);
    expect(messages[0]).toEqual({ role: 'system', content: '你是老师。' });
    expect(messages.slice(1)).toEqual(promptOf(RIVER, only).messages);
    expect(hash).not.toBe(promptOf(RIVER, only).hash);
  });
});

describe('a case is one conversation', () => {
  const own = { ...only, history: 'own' } as const;

  test('with history own, its first prompt has the description, each further one the answers so far', () => {
    const { turns, next } = conversationOf(BRIDGE, own);
    expect(turns).toBe(2);
    const first = user(
      'Below is a case. Questions about it follow one by one.',
      '',
      'Case:',
      'Inspection in May.',
      '',
      'A wooden bridge bends when a cart crosses it.',
      '',
      'Question:',
      'What should be done first?',
      '',
      'Do not explain. Reply with the answer to this question alone.',
    );
    expect(next([])).toMatchObject({ version: 'answer-only-en-1', messages: [first] });
    expect(promptOf(BRIDGE, own)).toEqual(next([]));
    expect(next(['Call someone']).messages).toEqual([
      first,
      assistant('Call someone'),
      user(
        'Question:',
        'Who repairs it?',
        '',
        'Do not explain. Reply with the answer to this question alone.',
      ),
    ]);
    expect(() => next(['a', 'b'])).toThrow(RangeError);
  });

  test('by default each earlier question is followed by its first reference answer, and no later one is shown', () => {
    const { next } = conversationOf(BRIDGE, only);
    expect(next([]).version).toBe('answer-only-en-1/references');
    const { messages, version } = next(['Call someone']);
    expect(version).toBe('answer-only-en-1/references');
    expect(messages[1]).toEqual(assistant(BRIDGE.key[0].answers[0]));
    const said = JSON.stringify([next([]).messages, messages]);
    expect(said).not.toContain('Call someone');
    for (const answer of BRIDGE.key[1].answers) expect(said).not.toContain(answer);
    expect(JSON.stringify(next([]).messages)).not.toContain(BRIDGE.key[0].answers[0]);
  });

  test('in Chinese', () => {
    const { next } = conversationOf(COUGH, { ...cot, history: 'own' });
    expect(next(['问诊']).messages.map(({ content }) => content)).toEqual([
      '下面是一份病例或案例，随后将逐一提出问题。\n\n案例：\n一名学生咳嗽三天。\n\n题目：\n首先应做什么？\n\n请一步一步推理。最后单独用一行作结，以“答案是：”开头，只写出本问题的答案。',
      '问诊',
      '题目：\n如何预防？\n\n请一步一步推理。最后单独用一行作结，以“答案是：”开头，只写出本问题的答案。',
    ]);
  });

  test('it takes no shots, and is none', () => {
    expect(() => promptOf(BRIDGE, { ...only, shots: [TIDE] })).toThrow(
      expect.objectContaining({
        code: 'OPTIONS_CONFLICT',
        details: expect.objectContaining({
          options: 'shots',
          reason: expect.stringContaining('item bridge'),
        }),
      }),
    );
    expect(() => promptOf(TIDE, { ...only, shots: [BRIDGE] })).toThrow(/it is a case/);
  });
});

test('no line of an option can pass for another option, with any line ending', () => {
  const options = { A: 'one\r\nB. two\rC. three\u2028D. four\nE. five', B: 'six' };
  expect(promptOf({ ...TIDE, options }, only).messages[0].content).toContain(
    '\nA. one\n   B. two\n   C. three\n   D. four\n   E. five\nB. six\n',
  );
});

test('an item is no shot of itself', () => {
  expect(() => promptOf(TIDE, { ...only, shots: [{ ...TIDE, id: 'copy' }] })).toThrow(
    expect.objectContaining({
      code: 'OPTIONS_CONFLICT',
      details: expect.objectContaining({
        options: 'shots',
        reason: expect.stringMatching(/item copy .* item tide/),
      }),
    }),
  );
});

test('versions tell variants and languages apart', () => {
  const versions = PROMPT_VARIANTS.flatMap((variant) =>
    PROMPT_LANGUAGES.map((language) => promptOf(TIDE, { variant, language }).version),
  );
  expect(new Set(versions).size).toBe(6);
  expect(promptOf(TIDE, { variant: 'cot', language: 'zh' }).messages[0].content).toContain(
    '背景：\n',
  );
});

/** Texts as items may have them, with what prompts and templates are made of. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '\n',
          'A. ',
          'Answer: B',
          'Options:',
          '\n\nOptions:\nA. x',
          '答案是A',
          '{{stem}}',
          '$' + '{key}',
        ],
        ...['$&', '%s', '<|im_end|>', 'The answer is (X)', '选项：', '\r\n', ' '],
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join('').replaceAll('\0', ''));
/** A mark of its own for each text, so that it can be counted. */
const items = fc
  .record({
    type: fc.constantFrom('single', 'multiple', 'sequencing'),
    stem: texts,
    options: fc.array(texts, { minLength: 2, maxLength: 26 }),
    key: fc.nat(),
    language: fc.constantFrom('en', 'zh'),
  })
  .map(({ type, stem, options, key, language }) => {
    const letters = options.map((_, k) => String.fromCharCode(65 + k));
    const right = letters[key % letters.length];
    return itemOf(
      {
        type: type as ChoiceItem['type'],
        stem: `«stem»${stem}«end»`,
        options: Object.fromEntries(
          letters.map((letter, k) => [letter, `«${k}»${options[k]}«end»`]),
        ),
        key:
          type === 'sequencing'
            ? [right, ...letters.filter((letter) => letter !== right)]
            : [right],
      },
      language,
    );
  });
const count = (text: string, part: string) => text.split(part).length - 1;
const HEADING: Record<string, string> = { en: 'Options:', zh: '选项：' };
const variants = fc.constantFrom(...PROMPT_VARIANTS);

describe('for any item', () => {
  test('the stem and every option are in the question once, and each option begins its own line', () => {
    fc.assert(
      fc.property(items, variants, (item, variant) => {
        const content = promptOf(item, { variant }).messages.at(-1)?.content ?? '';
        expect(count(content, item.stem)).toBe(1);
        // Below the last heading a line that begins like an option is one: further lines of a text are indented.
        const list = content.slice(content.lastIndexOf(`\n${HEADING[item.language]}\n`));
        const labels = [...list.matchAll(/^([A-Z])\. /gm)].map(([, letter]) => letter);
        expect(labels).toEqual(Object.keys(item.options));
        for (const [letter, text] of Object.entries(item.options))
          expect(
            count(content, `\n${letter}. ${text.replaceAll(/\r\n?|[\n\u2028\u2029]/g, '\n   ')}\n`),
          ).toBe(1);
      }),
      { numRuns: repetitions(500, 80), seed: 1 },
    );
  });

  test('messages do not depend on the key, and different questions get different messages', () => {
    fc.assert(
      fc.property(items, items, variants, (item, other, variant) => {
        const sent = promptOf(item, { variant });
        const key = item.type === 'sequencing' ? [...item.key].reverse() : ['B'];
        expect(promptOf({ ...item, key } as typeof item, { variant })).toEqual(sent);
        const same =
          JSON.stringify([item.type, item.stem, item.options]) ===
          JSON.stringify([other.type, other.stem, other.options]);
        if (!same) expect(promptOf(other, { variant }).hash).not.toBe(sent.hash);
      }),
      { numRuns: repetitions(500, 80), seed: 2 },
    );
  });

  test('shots say their keys, and the last message is that without shots', () => {
    fc.assert(
      fc.property(items, items, variants, (item, shot, variant) => {
        fc.pre(item.hash !== shot.hash);
        const { messages } = promptOf(item, { variant, shots: [shot], language: 'en' });
        expect(messages[1].content).toBe(`The answer is (${shot.key.join('')})`);
        expect(messages.at(-1)).toEqual(promptOf(item, { variant, language: 'en' }).messages[0]);
      }),
      { numRuns: repetitions(300, 50), seed: 3 },
    );
  });
});
