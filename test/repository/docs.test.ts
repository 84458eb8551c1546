import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true }).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));

/** GitHub's anchor of a heading. */
function anchor(heading: string): string {
  const plain = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}_ -]/gu, '');
  return plain.trim().replaceAll(' ', '-');
}

function anchorsOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchor(heading));
}

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');

  test('links lead somewhere', () => {
    const broken = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, path, fragment]) => {
        const target = path === '' ? page : join(dirname(page), path);
        if (!existsSync(join(ROOT, target))) return [link];
        const hasFragment = fragment === undefined || anchorsOf(target).includes(fragment);
        return hasFragment ? [] : [link];
      },
    );
    expect(broken).toEqual([]);
  });

  test('files of the repository that it names are there', () => {
    const named = [...text.matchAll(/`([^`\n]+)`/g)]
      .map(([, code]) => code)
      .filter((code) => /^(src|item-bank|calibration|sim|test|docs|scripts|bin|bench)\//.test(code))
      .filter((code) => /^[\w./-]+$/.test(code));
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('no path of somebody’s machine', () => {
    expect(text.match(/(?<![\w.])\/(work|home|root|Users|tmp)\/\S*/g) ?? []).toEqual([]);
  });
});
