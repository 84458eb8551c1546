import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { fail } from '../../errors.ts';
import { randomStream, shuffle } from '../../random.ts';
import { readText } from '../../text/read-text.ts';
import { cutPassages, type Passage } from '../../writing/passage.ts';
import { personalData } from '../../writing/personal-data.ts';
import type { WritingConfiguration } from './writing-panel.ts';

/** Bytes of all files together. */
const MOST_BYTES = 20_000_000;
/** Passages kept for a question: rewritten questions may need another one. */
const PER_QUESTION = 2;
const LEAST_KEPT = 40;
/** Places that an error names. */
const MOST_PLACES = 8;

/** Passages of source files, and what the files were. */
export interface SourcePassages {
  readonly sources: WritingConfiguration['sources'];
  /** All that were cut, before some were drawn. */
  readonly cut: number;
  readonly passages: readonly Passage[];
}

/**
 * Reads source files, refuses personal data, and cuts the texts into passages, of which as many are drawn as the questions may need.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID; OPTIONS_CONFLICT for two files of one name
 */
export function readPassages(
  files: readonly string[],
  { questions, seed }: Pick<WritingConfiguration, 'questions' | 'seed'>,
  allowsPersonalData: boolean,
): SourcePassages {
  let bytes = 0;
  const names = new Set<string>();
  const sources: { file: string; sha256: string }[] = [];
  const all: Passage[] = [];
  for (const file of files) {
    const name = basename(file);
    if (names.has(name))
      fail('OPTIONS_CONFLICT', {
        options: '--source',
        reason: `two files are called ${name}; items name their file without its folder. Rename one of them.`,
      });
    names.add(name);
    const content = readText(file);
    bytes += content.length;
    if (bytes > MOST_BYTES)
      fail('FILE_INVALID', {
        file,
        found: 'more than 20 MB of text with the files before it',
        accepted: 'at most 20 MB for one panel',
      });
    const text = content.toString('utf8');
    if (text.includes('\0'))
      fail('FILE_INVALID', { file, found: 'the character U+0000', accepted: 'plain text' });
    if (!allowsPersonalData) refusePersonalData(file, text);
    sources.push({ file: name, sha256: createHash('sha256').update(content).digest('hex') });
    all.push(...cutPassages(name, text));
  }
  if (all.length === 0)
    fail('FILE_INVALID', {
      file: files[0],
      found: 'no paragraph of 40 characters or more',
      accepted: 'plain text with paragraphs',
    });
  const drawn = shuffle(
    all.map((_, k) => k),
    randomStream(seed, 'writing', 'kept passages'),
  )
    .slice(0, Math.max(LEAST_KEPT, PER_QUESTION * questions))
    .sort((a, b) => a - b);
  return { sources, cut: all.length, passages: drawn.map((k) => all[k]) };
}

function refusePersonalData(file: string, text: string): void {
  const found = personalData(text);
  if (found.length === 0) return;
  const shown = found.slice(0, MOST_PLACES).map(({ line, kind }) => `line ${line}: ${kind}`);
  const more = found.length > shown.length ? `; and ${found.length - shown.length} more` : '';
  fail('FILE_INVALID', {
    file,
    found: `what looks like personal data (${shown.join('; ')}${more})`,
    accepted:
      'text without data of persons. Remove them; if they are none, or may be used, add --allow-personal-data',
  });
}
