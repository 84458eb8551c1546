import { ENGLISH, type Words } from '../languages/words.ts';
import type { AbsentCounts } from '../scoring/absent.ts';

/** `2 unreadable answers, 1 truncated answer and 1 refused question`; empty if there are none. */
export function absentText(
  { unread = 0, truncated = 0, refused = 0 }: { readonly [K in keyof AbsentCounts]?: number },
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
