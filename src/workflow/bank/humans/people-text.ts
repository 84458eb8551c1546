import { ENGLISH, type Words } from '../../../languages/words.ts';
import { count, decimal } from '../../../numbers.ts';
import type { PeopleOn } from './people-on.ts';

/** The accuracy of people in a sentence, such as `People (average of 214 respondents per question): 71.6 (69.0 to 74.1).` */
export function peopleText(
  { accuracy, low, high, perItem }: Pick<PeopleOn, 'accuracy' | 'low' | 'high' | 'perItem'>,
  t: Words = ENGLISH,
): string {
  const value = decimal(accuracy, 1);
  const score =
    low === null || high === null
      ? value
      : t('{value} ({low} to {high})', { value, low: decimal(low, 1), high: decimal(high, 1) });
  return perItem === null
    ? t('People: {score}.', { score })
    : t('People (average of {n} respondents per question): {score}.', {
        n: count(Math.round(perItem)),
        score,
      });
}
