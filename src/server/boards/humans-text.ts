import type { BoardHumans } from '../../api/humans.ts';
import { count, decimal } from '../../numbers.ts';

/** The accuracy of people in a sentence, such as `People (average of 214 respondents per question): 71.6 (69.0 to 74.1).` */
export function humansText({ accuracy, low, high, perItem }: NonNullable<BoardHumans>): string {
  const who =
    perItem === null
      ? 'People'
      : `People (average of ${count(Math.round(perItem))} respondents per question)`;
  const ends = low === null || high === null ? '' : ` (${decimal(low, 1)} to ${decimal(high, 1)})`;
  return `${who}: ${decimal(accuracy, 1)}${ends}.`;
}
