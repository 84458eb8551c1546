import { count } from '../numbers.ts';
import { plainText } from '../plain-text.ts';

/** A text and how often it was said. */
export interface Said {
  readonly text: string;
  readonly count: number;
}

/** What a model and its endpoint said most often in a run, most frequent first. */
export interface SaidMost {
  readonly model: string;
  readonly answers: number;
  readonly outputs: readonly Said[];
  /** Why questions were refused or not answered, in the words of the endpoint. */
  readonly refusals: readonly Said[];
}

/** What models said most often, for the person who asked them: reports for others leave it out. */
export function saidMostLines(models: readonly SaidMost[]): string[] {
  return models.flatMap(({ model, answers, outputs, refusals }) => {
    const name = plainText(model);
    return [
      ...mostFrequentLines(name, answers, outputs),
      ...(refusals.length === 0
        ? []
        : [`${name}: refused or not answered because: ${saidText(refusals)}.`]),
    ];
  });
}

/** `ash-1: most frequent of 93 outputs: "B" 91 times, "" 2 times.`; nothing without outputs. */
export function mostFrequentLines(name: string, of: number, outputs: readonly Said[]): string[] {
  if (outputs.length === 0) return [];
  return [`${name}: most frequent of ${count(of)} outputs: ${saidText(outputs)}.`];
}

function saidText(said: readonly Said[]): string {
  return said
    .map(({ text, count: n }) => `"${plainText(text)}" ${n === 1 ? 'once' : `${count(n)} times`}`)
    .join(', ');
}
