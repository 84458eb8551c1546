import { shorten } from './shorten.ts';
import { withoutThinking } from './without-thinking.ts';
import type { DebateWording } from './wording/wording.ts';

/** The most of an answer or a criticism that others are shown, in UTF-16 code units; of a case all answers share it. */
const LONGEST = 8000;
/** Of each answer to a case at least this much. */
const SHORTEST = 200;

/** The part of an output that later prompts show: without thinking, of bounded length, and never empty. */
export function shown(output: string | undefined, wording: DebateWording, parts = 1): string {
  const text = withoutThinking(output ?? '');
  if (text === '') return wording.nothing;
  const longest = Math.max(SHORTEST, Math.floor(LONGEST / parts));
  return shorten(text, longest, wording.leftOut);
}
