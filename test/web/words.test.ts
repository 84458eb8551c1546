import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { ZH } from '../../src/web/words/zh.ts';
import { textsIn, textsOf } from './fixture/shown-texts.ts';

const WEB = join(import.meta.dirname, '../../src/web');
const isMessage = (text: string) => Object.hasOwn(ZH, text);
const entries = Object.entries(ZH) as [string, string][];

/** Places and tags of a message, each once; of plurals and selections the places that they choose by. */
function placesOf(message: string): string[] {
  type Element = ReturnType<IntlMessageFormat['getAst']>[number];
  const found = new Set<string>();
  const look = (elements: readonly Element[]): void => {
    for (const element of elements) {
      // 0: text, 7: the # of a plural, 8: a tag.
      if (element.type === 0 || element.type === 7) continue;
      found.add(element.type === 8 ? `<${element.value}>` : element.value);
      if ('options' in element) for (const { value } of Object.values(element.options)) look(value);
      if ('children' in element) look(element.children);
    }
  };
  look(new IntlMessageFormat(message.split('||')[0], 'en').getAst());
  return [...found].sort();
}

describe('the words of the dashboard', () => {
  const read = textsIn(WEB, isMessage);

  test('every text for people goes through t or tr', () => {
    expect(read.untranslated).toEqual([]);
    expect(read.said.length).toBeGreaterThan(500);
  });

  test('the scan sees texts, attributes, choices and columns that do not', () => {
    const source = `
      const A = () => <p aria-label="Spoken">Plain {busy ? 'Busy' : t('Cancel')} {n > 1 && \`\${n} items\`}</p>;
      const columns = [{ name: 'A column', cell: ({ x }) => x }, { name: 'Cancel' }];
      const B = () => <><code>thetarank worker</code> <Field label={open ? 'Opened' : ''} id="no-words" class="note" /></>;`;
    const { untranslated } = textsOf('a.tsx', source, isMessage);
    expect(
      untranslated.map((line) =>
        line
          .replace(/^a\.tsx:\d+: /, '')
          .replaceAll('\0', '')
          .trim(),
      ),
    ).toEqual(expect.arrayContaining(['Spoken', 'Plain', 'Busy', 'items', 'A column', 'Opened']));
    expect(untranslated).toHaveLength(6);
  });

  test('each message of the catalogs is used', () => {
    expect(entries.map(([text]) => text).filter((text) => !read.literals.has(text))).toEqual([]);
  });

  test('Chinese has the places and tags of English', () => {
    for (const [text, chinese] of entries) expect(placesOf(chinese), text).toEqual(placesOf(text));
  });

  test('each call gives the values that its message has places for', () => {
    const wrong = read.said.flatMap(({ where, messages, values }) =>
      values === null
        ? []
        : messages.flatMap((text) =>
            placesOf(text)
              .map((place) => place.replaceAll(/[<>]/g, ''))
              .filter((place) => !values.includes(place))
              .map((place) => `${where}: ${place} of ${text}`),
          ),
    );
    expect(wrong).toEqual([]);
  });

  test('a message stands in one catalog', async () => {
    const names = readdirSync(join(WEB, 'words/zh')).filter((name) => name.endsWith('.ts'));
    const catalogs: Record<string, object>[] = await Promise.all(
      names.map((name) => import(join(WEB, 'words/zh', name))),
    );
    const all = catalogs.flatMap((module) =>
      Object.values(module).flatMap((catalog) => Object.keys(catalog)),
    );
    expect(all.filter((text, k) => all.indexOf(text) !== k)).toEqual([]);
    expect(all.length).toBe(entries.length);
  });

  test('Chinese is Chinese: no English sentence was left in it', () => {
    const left = entries.filter(
      ([text, chinese]) => chinese !== '' && chinese === text && /[a-z]{3}/.test(text),
    );
    expect(left).toEqual([]);
  });
});
