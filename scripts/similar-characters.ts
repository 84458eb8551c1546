import { readFileSync } from 'node:fs';
import { writeFileWhole } from '../src/index.ts';

/**
 * Makes `assets/similar-characters.json` from `confused_chinese.json` (Apache-2.0): per character those of similar shape, the
 * most similar first, and the characters of each reading without its tone. Characters with several readings are in no group: which
 * reading is meant depends on the word.
 *
 * Usage: node scripts/similar-characters.ts confused_chinese.json
 */

interface Entry {
  readonly pronunciations: readonly string[];
  readonly similar_font_chars: readonly { readonly char: string; readonly similarity: number }[];
}

const [, , source] = process.argv;
if (source === undefined) throw new Error('name the file confused_chinese.json');
const entries = Object.entries(JSON.parse(readFileSync(source, 'utf8')) as Record<string, Entry>);
const shape: Record<string, string> = {};
const sound: Record<string, string> = {};
for (const [char, { pronunciations, similar_font_chars }] of entries) {
  const similar = [...similar_font_chars].sort((x, y) => y.similarity - x.similarity);
  if (similar.length > 0) shape[char] = similar.map((other) => other.char).join('');
  const [reading, ...others] = new Set(pronunciations);
  if (reading !== undefined && others.length === 0) sound[reading] = (sound[reading] ?? '') + char;
}
for (const [reading, group] of Object.entries(sound)) if (group.length < 2) delete sound[reading];
const sorted = (record: Record<string, string>) =>
  Object.fromEntries(Object.entries(record).sort(([x], [y]) => (x < y ? -1 : 1)));
const table = {
  source:
    'confused_chinese.json: shapes compared by pictures of the characters, readings by dictionary',
  licence: 'Apache-2.0',
  changes:
    'reduced to the characters of similar shape, and to characters with one reading, by reading',
  shape: sorted(shape),
  sound: Object.values(sorted(sound)),
};
writeFileWhole('assets/similar-characters.json', `${JSON.stringify(table)}\n`);
