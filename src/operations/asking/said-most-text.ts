import { count } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { Said, SaidMost } from '../../workflow/asking/said-most.ts';

/** What models said most often, for the person who asked them: reports for others leave it out. */
export function saidMostLines(models: readonly SaidMost[]): string[] {
  return models.flatMap(({ model, answers, outputs, refusals }) => {
    const name = plainText(model);
    return [
      ...(outputs.length === 0
        ? []
        : [`${name}: most frequent of ${count(answers)} outputs: ${saidText(outputs)}.`]),
      ...(refusals.length === 0
        ? []
        : [`${name}: refused or not answered because: ${saidText(refusals)}.`]),
    ];
  });
}

/** `"B" 91 times, "" 2 times` */
function saidText(said: readonly Said[]): string {
  return said
    .map(({ text, count: n }) => `"${plainText(text)}" ${n === 1 ? 'once' : `${count(n)} times`}`)
    .join(', ');
}
