import type { ItemRow } from '../../../api/banks.ts';
import type { Tone } from '../../part/tone.ts';
import type { Text } from '../../words/t.ts';

/** What flags are called, and why they are there. */
export const FLAG_WORDS: Readonly<
  Record<ItemRow['flags'][number], { readonly name: Text; readonly tone: Tone; readonly why: Text }>
> = {
  'negative-discrimination': {
    name: 'stronger models fail it',
    tone: 'bad',
    why: 'Stronger models have it right less often than weaker ones, by more than chance explains. The key may be wrong.',
  },
  'low-discrimination': {
    name: 'low discrimination',
    tone: 'warn',
    why: 'Stronger models have it right about as often as weaker ones.',
  },
  'all-right': { name: 'all right', tone: 'plain', why: 'Every recorded model has it right.' },
  'all-wrong': { name: 'all wrong', tone: 'warn', why: 'Every recorded model has it wrong.' },
  misfit: {
    name: 'misfit',
    tone: 'warn',
    why: 'The answers do not follow the curve: infit over 1.5 or outfit over 2.',
  },
  duplicate: {
    name: 'duplicate',
    tone: 'warn',
    why: 'Another item of the bank has the same content.',
  },
  retired: { name: 'retired', tone: 'plain', why: 'It is no longer asked.' },
  pretest: {
    name: 'pretest',
    tone: 'plain',
    why: 'It is new: tests may ask it, but it does not count for scores yet.',
  },
  overexposed: {
    name: 'asked often',
    tone: 'warn',
    why: 'It was asked in many sessions and far more often than other items, so it may have become known.',
  },
};
