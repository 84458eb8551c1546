import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { addPromptCommand } from '../../src/cli/prompt.ts';
import { ThetarankError } from '../../src/errors.ts';
import { promptOf } from '../../src/prompt/prompt.ts';
import { openStore } from '../../src/store/open-store.ts';
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
afterEach(() => vi.restoreAllMocks());

/** Runs the command in this process; gives what it printed. */
async function prompt(...args: string[]): Promise<string> {
  let printed = '';
  vi.spyOn(console, 'log').mockImplementation((text) => {
    printed += `${text}\n`;
  });
  const program = new Command('thetarank').exitOverride();
  addPromptCommand(program);
  const all = ['node', 'thetarank', 'prompt', '--database', database, ...args];
  await program.parseAsync(all);
  return printed;
}

async function failure(...args: string[]): Promise<string> {
  const error = await prompt(...args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ThetarankError);
  return (error as ThetarankError).message;
}

describe('thetarank prompt', () => {
  test('prints every message, then version and hash', async () => {
    const { messages, version, hash } = promptOf(WEEKDAY, { variant: 'cot' });
    expect(await prompt('--bank', 'mine', '--item', 'weekday')).toBe(
      `--- user ---\n${messages[0].content}\n\n--- version ${version}, hash ${hash} ---\n`,
    );
  });

  test('shows pictures by kind and size, and as data as they are sent', async () => {
    const args = ['--bank', 'mine', '--item', 'harbour'];
    const printed = await prompt(...args);
    expect(printed).toMatch(
      /\n\[image: png 40×30, 0\.1 kB\]\n\[image: https:\/\/example\.org\/a\.png\]\n/,
    );
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
    expect(await failure('--bank', 'mine', '--item', 'tide', '--shots', '4')).toMatch(
      /4 items requested.*split=dev has 3\./,
    );
    expect(
      await failure('--bank', 'mine', '--item', 'tide', '--shots', '1', '--shots-from', 'dev'),
    ).toMatch(/tag=value/);
  });

  test('shows the turn of a case that follows the answers', async () => {
    const args = ['--bank', 'mine', '--item', 'bridge', '--json'];
    expect(JSON.parse(await prompt(...args)).messages).toHaveLength(1);
    const { messages } = JSON.parse(
      await prompt(...args, '--answer', 'Call someone', '--history', 'own'),
    );
    expect(messages[1]).toEqual({ role: 'assistant', content: 'Call someone' });
    expect(messages[2].content).toContain(BRIDGE.key[1].question);
    expect(await failure(...args, '--answer', 'one', 'two')).toMatch(/2 questions/);
    expect(await failure('--bank', 'mine', '--item', 'tide', '--answer', 'one')).toMatch(
      /1 question, so no question follows/,
    );
  });

  test('suggests a bank near an unknown name, and refuses items that are unknown or have no text', async () => {
    expect(await failure('--bank', 'mime', '--item', 'tide')).toMatch(/unknown bank "mime".*mine/);
    expect(await failure('--bank', 'mine', '--item', 'tides')).toBe(
      'item tides: not in bank mine.',
    );
    expect(await failure('--bank', 'mmlu-pro', '--item', 'q70')).toMatch(/no question text/);
    expect(await failure('--bank', 'mmlu-pro', '--item', 'nothing')).toBe(
      'item nothing: not in bank mmlu-pro.',
    );
    expect(await failure('--bank', 'mine', '--item', 'tide', '--variant', 'cots')).toMatch(/cot/);
    expect(await failure('--bank', 'mine', '--item', 'tide', '--language', 'de')).toMatch(/en/);
  });
});
