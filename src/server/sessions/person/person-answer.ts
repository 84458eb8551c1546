import type { Item } from '../../../../item-bank/items/item.ts';
import type { PersonResponse } from '../../../api/person-tests.ts';
import { fail } from '../../../errors.ts';
import { gradeChoice } from '../../../scoring/grade-choice.ts';
import { gradeOrder } from '../../../scoring/grade-order.ts';
import { methodOf } from '../../../scoring/metrics/metrics.ts';
import { EXACT } from '../../../scoring/score-output.ts';
import { mean } from '../../../statistics/mean.ts';
import type { ScoredAnswer } from '../answers/take-answers.ts';

/** Between the letters of an answer, as it is kept. */
const BETWEEN = ', ';

/**
 * What a person has answered, as the one text that is kept: letters, or the text itself.
 * @throws REQUEST_INVALID where it does not fit the question
 */
export function outputOf(item: Item, { choice, text }: PersonResponse): string {
  const wrong = (found: string, accepted: string): never =>
    fail('REQUEST_INVALID', { field: 'body', found, accepted });
  if (item.type === 'open' || item.type === 'case')
    return text !== undefined && text.trim() !== ''
      ? text
      : wrong(
          choice === undefined ? 'no text' : 'letters',
          '"text": an answer in words that is not blank',
        );
  if (choice === undefined) return wrong('no letters', '"choice": letters of the options');
  const letters = Object.keys(item.options);
  const odd = choice.find((letter) => !letters.includes(letter));
  if (odd !== undefined) wrong(`the letter ${odd}`, `letters of the options: ${letters.join('')}`);
  if (new Set(choice).size !== choice.length) wrong('a letter twice', 'each letter once');
  if (item.type === 'single' && choice.length !== 1)
    wrong(`${choice.length} letters`, 'exactly one letter');
  if (item.type === 'multiple' && choice.length === 0) wrong('no letter', 'at least one letter');
  if (item.type === 'sequencing' && choice.length !== letters.length)
    wrong(`${choice.length} letters`, `all ${letters.length} letters, in order`);
  return (item.type === 'multiple' ? [...choice].sort() : choice).join(BETWEEN);
}

/**
 * Scores what `outputOf` has made, without the reading of model outputs: letters are compared with the key as they are, and a text is the
 * answer as a whole.
 * @param output of a case: the texts to its questions as a JSON list
 */
export function scorePersonAnswer(item: Item, output: string): ScoredAnswer {
  if (item.type === 'open')
    return { ...scoreText(output, item.key, item.metric), absent: null, output };
  if (item.type === 'case') {
    const texts = turnsOf(output);
    const turns = item.key.map(({ answers }, k) => scoreText(texts[k] ?? '', answers, item.metric));
    return {
      score: mean(turns.map(({ score }) => score)),
      extracted: turns.map(({ extracted }) => extracted).join('\n\n'),
      absent: null,
      output,
    };
  }
  const letters = output.split(BETWEEN).join('');
  const key = item.key.join('');
  const score =
    item.type === 'sequencing' ? gradeOrder(letters, key) : gradeChoice(letters, key, false);
  return { score, extracted: letters, absent: null, output };
}

/** The texts to the questions of a case; empty where the output is of another question. */
export function turnsOf(output: string): readonly string[] {
  try {
    const found: unknown = JSON.parse(output);
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

function scoreText(text: string, references: readonly string[], metric = EXACT) {
  const answer = text.trim();
  return { score: methodOf(metric).score({ answer, references }), extracted: answer };
}
