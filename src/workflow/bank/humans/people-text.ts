import { count, decimal } from '../../../numbers.ts';
import type { PeopleOn } from './people-on.ts';

/** The accuracy of people in a sentence, such as `People (average of 214 respondents per question): 71.6 (69.0 to 74.1).` */
export function peopleText({
  accuracy,
  low,
  high,
  perItem,
}: Pick<PeopleOn, 'accuracy' | 'low' | 'high' | 'perItem'>): string {
  const who =
    perItem === null
      ? 'People'
      : `People (average of ${count(Math.round(perItem))} respondents per question)`;
  const ends = low === null || high === null ? '' : ` (${decimal(low, 1)} to ${decimal(high, 1)})`;
  return `${who}: ${decimal(accuracy, 1)}${ends}.`;
}
