import { ENGLISH, type Words } from '../languages/words.ts';
import type { AbsentCounts } from './absent.ts';

/** Heads of the columns of kinds. */
export const KIND_WORDS = {
  unread: 'unreadable',
  truncated: 'truncated',
  refused: 'refused',
  tooLong: 'too long',
} as const;

/** `2 unreadable answers, 1 truncated answer and 1 question that is too long`; empty if there are none. */
export function absentText(
  {
    unread = 0,
    truncated = 0,
    refused = 0,
    tooLong = 0,
  }: { readonly [K in keyof AbsentCounts]?: number | undefined },
  t: Words = ENGLISH,
): string {
  const texts = [
    ...(unread > 0
      ? [t('{n, plural, one {# unreadable answer} other {# unreadable answers}}', { n: unread })]
      : []),
    ...(truncated > 0
      ? [t('{n, plural, one {# truncated answer} other {# truncated answers}}', { n: truncated })]
      : []),
    ...(refused > 0
      ? [t('{n, plural, one {# refused question} other {# refused questions}}', { n: refused })]
      : []),
    ...(tooLong > 0
      ? [
          t('{n, plural, one {# question that is} other {# questions that are}} too long', {
            n: tooLong,
          }),
        ]
      : []),
  ];
  const last = texts.pop();
  return texts.length === 0 ? (last ?? '') : `${texts.join(t(', '))}${t(' and ')}${last}`;
}

/**
 * What truncated answers are, and what to do; nothing without any.
 * @param longer how to allow longer answers, such as `raise -M max-tokens=N`
 */
export function truncatedNotes(
  models: readonly { readonly truncated?: number }[],
  longer: string,
  t: Words = ENGLISH,
): string[] {
  const n = models.reduce((sum, { truncated = 0 }) => sum + truncated, 0);
  return n === 0
    ? []
    : [
        t(
          'Truncated: {n, plural, one {# output} other {# outputs}} reached the limit of tokens before stating an answer; {longer} (models that reason need more).',
          { n, longer },
        ),
      ];
}
