import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { promptOf } from '../../src/prompt/prompt.ts';
import { openStore } from '../../src/store/open-store.ts';
import { runCommandSync, succeedSync } from '../command/run-command.ts';
import { temporaryFolder } from '../files/temporary.ts';
import { pngUrl } from '../item-bank/items/images/made-picture.ts';
import { ALL, BRIDGE, itemOf, TIDE, WEEKDAY } from '../prompt/items.ts';

const database = join(temporaryFolder(), 'prompts.db');
const HARBOUR = itemOf({
  ...TIDE,
  id: 'harbour',
  images: [{ url: pngUrl(40, 30) }, { url: 'https://example.org/a.png' }],
});
const SHOTS = [1, 2, 3].map((n) =>
  itemOf({
    id: `dev${n}`,
    type: 'single',
    stem: `What is ${n} and ${n}?`,
    options: { A: `${2 * n}`, B: `${2 * n + 1}` },
    key: ['A'],
    tags: { split: 'dev', subject: n === 2 ? 'physics' : 'sums' },
  }),
);

beforeAll(async () => {
  const store = await openStore(database, { clock: () => new Date(0) });
  const bank = { name: 'mine', title: 'Mine', builtin: null };
  await store.addItems(bank, [...ALL, HARBOUR, ...SHOTS], new Date(0).toISOString());
  await store.close();
});

/** What the command prints. */
const prompt = async (...args: string[]) =>
  succeedSync(['prompt', '--database', database, ...args]);

/** Code and details of the error that a command ends with. */
async function failure(...args: string[]) {
  const { error } = runCommandSync(['prompt', '--database', database, ...args]);
  return { code: error?.code, ...error?.details };
}

describe('thetarank prompt', () => {
  test('prints every message, then version and hash', async () => {
    const { messages, version, hash } = promptOf(WEEKDAY, { variant: 'cot' });
    expect(await prompt('--bank', 'mine', '--item', 'weekday')).toBe(
      [
        '--- user ---',
        messages[0].content,
        '',
        `--- version ${version}, hash ${hash} ---`,
        '',
      ].join('\n'),
    );
  });

  test('shows pictures by kind and size, and as data as they are sent', async () => {
    const args = ['--bank', 'mine', '--item', 'harbour'];
    const printed = await prompt(...args);
    expect(printed).toMatch(/\n\[image: png 40×30, 0\.1 kB\]\n\[image: http.*a\.png\]\n/);
    expect(printed).not.toContain('base64');
    const { messages } = JSON.parse(await prompt(...args, '--json'));
    expect(messages[0].content[1]).toEqual({
      type: 'image_url',
      image_url: { url: pngUrl(40, 30) },
    });
  });

  test('gives the same as data', async () => {
    const args = ['--bank', 'mine', '--item', 'tide', '--variant', 'answer-only'];
    const more = ['--language', 'zh', '--system', 'Be brief.', '--json'];
    expect(JSON.parse(await prompt(...args, ...more))).toEqual({
      item: 'tide',
      ...promptOf(TIDE, { variant: 'answer-only', language: 'zh', system: 'Be brief.' }),
    });
  });

  test('takes shots from a split, those of the subject first', async () => {
    const args = ['--bank', 'mine', '--item', 'tide', '--shots', '2', '--json'];
    const { version, messages } = JSON.parse(await prompt(...args));
    expect(version).toBe('cot-en-1/2-shot');
    expect(messages).toHaveLength(5);
    expect(messages[0].content).toContain('What is 2 and 2?');
    expect(await failure('--bank', 'mine', '--item', 'tide', '--shots', '4')).toMatchObject({
      code: 'TOO_MANY_ITEMS',
      asked: 4,
      available: 3,
    });
    expect(
      await failure('--bank', 'mine', '--item', 'tide', '--shots', '1', '--shots-from', 'dev'),
    ).toMatchObject({ code: 'OPTION_INVALID', option: 'shots-from' });
  });

  test('shows the turn of a case that follows the answers', async () => {
    const args = ['--bank', 'mine', '--item', 'bridge', '--json'];
    expect(JSON.parse(await prompt(...args)).messages).toHaveLength(1);
    const { messages } = JSON.parse(
      await prompt(...args, '--answer', 'Call someone', '--history', 'own'),
    );
    expect(messages[1]).toEqual({ role: 'assistant', content: 'Call someone' });
    expect(messages[2].content).toContain(BRIDGE.key[1].question);
    for (const wrong of [
      await failure(...args, '--answer', 'one', 'two'),
      await failure('--bank', 'mine', '--item', 'tide', '--answer', 'one'),
    ])
      expect(JSON.stringify(wrong)).toMatch(/--answer/);
  });

  test('suggests a bank near an unknown name, and refuses items that are unknown or have no text', async () => {
    const of = (bank: string, item: string, ...more: string[]) =>
      failure('--bank', bank, '--item', item, ...more);
    expect(await of('mime', 'tide')).toMatchObject({ code: 'NAME_UNKNOWN', nearest: ['mine'] });
    expect(await of('mine', 'tides')).toMatchObject({ code: 'ITEM_UNKNOWN', item: 'tides' });
    expect(await of('mmlu-pro', 'q70')).toMatchObject({ code: 'BANK_WITHOUT_TEXT' });
    expect(await of('mmlu-pro', 'nothing')).toMatchObject({ code: 'ITEM_UNKNOWN' });
    for (const [option, value] of [
      ['--variant', 'cots'],
      ['--language', 'de'],
    ])
      expect(JSON.stringify(await of('mine', 'tide', option, value))).toContain(value);
  });
});
