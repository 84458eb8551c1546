import { annotateWordingOf, NONE_TEXT } from '../../prompt/annotate/wording.ts';
import { PROMPT_LANGUAGES } from '../../prompt/prompt.ts';
import { randomInteger, randomStream } from '../../random.ts';
import type { Answerer } from '../answerer.ts';

/** How a simulated annotator errs, in shares of its first replies. */
export interface SimulatedAnnotator {
  /** Another label than the true one: half of the time the one listed next to it. */
  readonly errors: number;
  /** It declines to label. */
  readonly refusals: number;
  /** No label can be read from the reply. */
  readonly unreadable: number;
}

export interface AnnotatorSimulation {
  readonly annotators: ReadonlyMap<string, SimulatedAnnotator>;
  readonly seed: number;
  /** The true label of a question at a level, if it is known; else one is drawn from the question's text. */
  readonly truth?: (question: string, labels: readonly string[]) => string | undefined;
}

/** Answers the prompts of annotations (src/prompt/annotate). Anything else is no question to an annotator. */
export function annotator({ annotators, seed, truth }: AnnotatorSimulation): Answerer {
  return {
    models: [...annotators.keys()],
    answer({ model, messages, repeat }) {
      const first = messages.find(({ role }) => role === 'user')?.content ?? '';
      const read = readPrompt(first);
      const own = annotators.get(model);
      if (read === null) return 'question_unknown';
      if (own === undefined) return 'output_unknown';
      const { labels, question } = read;
      const asked = messages.filter(({ role }) => role === 'user').length;
      const random = randomStream(seed, 'annotator', model, first, repeat, asked);
      const right =
        truth?.(question, labels) ??
        labels[randomInteger(randomStream(seed, 'true label', question), labels.length)];
      const draw = random();
      if (draw < own.refusals) return said('I am sorry, I cannot help with this question.');
      if (draw < own.refusals + own.unreadable) return said('This one is hard to tell.');
      const isWrong = random() < own.errors && labels.length > 1;
      return said(JSON.stringify({ label: isWrong ? wrongLabel(labels, right, random) : right }));
    },
  };
}

function said(text: string) {
  return { text, thinking: null };
}

/** Labels that stand next to each other are near: half of the errors name one of them. */
function wrongLabel(labels: readonly string[], right: string, random: () => number): string {
  const others = labels.filter((label) => label !== right);
  const at = labels.indexOf(right);
  if (at === -1 || random() >= 0.5) return others[randomInteger(random, others.length)];
  return others[Math.min(at, others.length - 1)];
}

/** The labels and the question of a prompt; null if it asks for no label. */
function readPrompt(
  prompt: string,
): { readonly labels: readonly string[]; readonly question: string } | null {
  const lines = prompt.split('\n');
  for (const language of PROMPT_LANGUAGES) {
    const { labels, question, colon, none } = annotateWordingOf(language);
    const from = lines.indexOf(labels);
    const at = lines.indexOf(question);
    if (from === -1 || at === -1) continue;
    const listed = lines.slice(from + 1, lines.indexOf('', from));
    const own = listed
      .filter((line) => line !== `${NONE_TEXT}${colon}${none}`)
      .map((line) => line.split(colon, 1)[0]);
    const quoted = lines.slice(at + 1);
    const end = quoted.findIndex((line) => !line.startsWith('> '));
    const text = quoted.slice(0, end).map((line) => line.slice(2));
    return { labels: own, question: text.join('\n') };
  }
  return null;
}
