import { type RandomStream, shuffle } from '../../random.ts';

/** What a sample is balanced over. */
export interface SampledAnswer {
  readonly model: string;
  readonly item: string;
  readonly question: number;
  readonly condition: string;
}

/**
 * Draws answers so that models and items are represented equally, and models are compared on the same questions: questions come in random
 * order, first one of each item, then a second one of each, and so on; of each question the answers of all models are taken. Where the last question
 * has too many, the models with the fewest answers so far go first.
 * @param count how many; all if there are no more
 * @returns positions in `answers`, in the order of drawing
 */
export function sampleAnswers(
  answers: readonly SampledAnswer[],
  count: number,
  random: RandomStream,
): number[] {
  const byQuestion = new Map<string, number[]>();
  for (const k of shuffle([...answers.keys()], random)) {
    const { item, question, condition } = answers[k];
    const key = JSON.stringify([item, question, condition]);
    const own = byQuestion.get(key);
    if (own === undefined) byQuestion.set(key, [k]);
    else own.push(k);
  }
  const turns = new Map<string, number>();
  const questions = [...byQuestion.values()].map((own) => {
    const { item } = answers[own[0]];
    const turn = turns.get(item) ?? 0;
    turns.set(item, turn + 1);
    return { turn, own };
  });
  // Stable: within a turn the order stays random.
  questions.sort((x, y) => x.turn - y.turn);
  const drawn: number[] = [];
  const counts = new Map<string, number>();
  const countOf = (k: number) => counts.get(answers[k].model) ?? 0;
  for (const { own } of questions) {
    if (drawn.length >= count) break;
    own.sort((x, y) => countOf(x) - countOf(y));
    for (const k of own.slice(0, count - drawn.length)) {
      drawn.push(k);
      counts.set(answers[k].model, countOf(k) + 1);
    }
  }
  return drawn;
}
