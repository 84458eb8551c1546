import type { SessionState, SessionSummary, Standing, Unverified } from '../../../api/sessions.ts';
import { DEFAULT_ITEMS, defaultItems } from '../../../workflow/live/test-defaults.ts';
import { count } from '../../format/number.ts';
import type { Tone } from '../../part/tone.ts';
import { type Text, t } from '../../words/t.ts';

const TONES: Readonly<Record<SessionState, Tone>> = {
  open: 'good',
  paused: 'warn',
  finished: 'plain',
  ended: 'warn',
  failed: 'bad',
};
export const stateTone = (state: SessionState) => TONES[state];

/** What each state means. */
export const STATE_WORDS: Readonly<Record<SessionState, Text>> = {
  open: 'running',
  paused: 'paused',
  finished: 'finished',
  ended: 'ended early',
  failed: 'failed',
};

/** What strategies are called. */
const STRATEGY_NAMES: Readonly<Record<SessionSummary['strategy'], Text>> = {
  robust: 'robust',
  paper: 'paper',
  balanced: 'balanced',
  random: 'random',
  adaptive: 'adaptive',
  fixed: 'fixed form',
};

/** The name of a strategy; one that this page does not know as it is. */
export function strategyName(strategy: string): string {
  const name = (STRATEGY_NAMES as Readonly<Record<string, Text | undefined>>)[strategy];
  return name === undefined ? strategy : t(name);
}

/** What each strategy does, for those who choose one. */
export const STRATEGY_WORDS: Readonly<Record<SessionSummary['strategy'], Text>> = {
  robust:
    'Recommended. Chooses items for the score on the whole bank; needs answers of recorded models.',
  paper: 'The published method: the most informative item each time.',
  balanced: 'Like paper, with tags in the proportions of the bank.',
  random: 'Items drawn by chance.',
  adaptive: 'Your own rules.',
  fixed: 'The same items for everybody, in the same order.',
};

/** Whether answers can still come. */
export const goesOn = ({ state }: Pick<SessionSummary, 'state'>) =>
  state === 'open' || state === 'paused';

const UNVERIFIED_WORDS: Readonly<Record<Unverified, Text>> = {
  strategy:
    'intervals of this strategy come from the response model alone and are not checked on recorded models. On real banks they are too narrow.',
  'part-of-bank':
    'not all items of the bank could be asked, but intervals are checked only for tests that can ask all of them.',
  'few-models': 'there are too few recorded models to check its width.',
  'too-short':
    'with fewer than 20 answers it cannot be seen whether they are like those that its width was learned from.',
  alarm: 'the answers are not like those that its width was learned from.',
  grown: 'the test went on beyond the length that its width was learned for.',
  unfinished:
    'intervals are checked only for tests of the full length, which this test has not reached.',
  person:
    'calibrations and widths of intervals are learned from language models, and people find other questions hard. Only random and drawn forms have intervals that hold for people.',
  'too-few': 'a score of a person takes at least 10 answers.',
  awaited:
    'some items before the last answered one have no answer, and these may be the hard ones.',
};

/** The standing of a session as far as it has a score; null without answers, and with too few of a person. */
export function scoredStanding({ standing }: Pick<SessionSummary, 'standing'>): Standing | null {
  return standing?.unverified === 'too-few' ? null : standing;
}

/** Why an interval is unverified, as the end of a sentence; null if it is not known. */
export function unverifiedWords(why: Unverified | null): string {
  return t(why === null ? 'its width was not checked.' : UNVERIFIED_WORDS[why]);
}

/** What an empty number of items means. @param size items of the bank; undefined until one is chosen */
export function itemsWords(size: number | undefined): string {
  if (size === undefined)
    return t('Empty: {items}, or half of a smaller bank.', { items: DEFAULT_ITEMS });
  const items = defaultItems(size);
  return items === DEFAULT_ITEMS
    ? t('Empty: {items} of this bank’s {size} items.', { items, size: count(size) })
    : t('Empty: {items}, half of this bank’s {size, plural, one {# item} other {# items}}.', {
        items,
        size,
      });
}
