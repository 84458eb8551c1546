import { familiesOf } from '../../ranking/families.ts';

/** How many answers of a model contain its name. */
export interface NamedModel {
  readonly model: string;
  readonly answers: number;
  readonly naming: number;
}

/** A shorter name stands in too many texts by chance. */
const SHORTEST = 3;
/** Begin names of models, and say nothing about them. */
const GENERIC: ReadonlySet<string> = new Set([
  'model',
  'llm',
  'chat',
  'checkpoint',
  'step',
  'base',
]);

/**
 * Counts answers whose text has the name of their model or of its family (`Qwen2-72B`, `qwen`), in any case: raters can tell then whose they
 * are. Only models with such answers are listed. Texts are not changed.
 */
export function namedModels(
  answers: readonly { readonly model: string; readonly text: string }[],
): NamedModel[] {
  const models = [...new Set(answers.map(({ model }) => model))].sort();
  const families = familiesOf(models, null, 2);
  return models.flatMap((model, k) => {
    const names = [model, familyName(model), families.of[k]]
      .map((name) => name.toLowerCase())
      .filter((name) => name.length >= SHORTEST && !GENERIC.has(name));
    const own = answers.filter((one) => one.model === model);
    const naming = own.filter(({ text }) => {
      const lower = text.toLowerCase();
      return names.some((name) => lower.includes(name));
    }).length;
    return naming === 0 ? [] : [{ model, answers: own.length, naming }];
  });
}

/** The letters that a name begins with, behind the folder of its owner: `Qwen` of `org/Qwen2-72B`. */
const familyName = (model: string) => /^\p{L}+/u.exec(model.split('/').at(-1)!)?.[0] ?? '';
