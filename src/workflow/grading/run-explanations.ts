import { fail } from '../../errors.ts';
import { shellWord } from '../../shell-word.ts';
import type { Store } from '../../store/store.ts';
import { chosenBy } from '../chosen-by.ts';
import { knownRun } from '../known-run.ts';
import { ExplanationCollection } from './collect-explanations.ts';

/** The explanations that models gave in a run. */
export interface RunExplanations {
  readonly bank: string;
  /** How its items were chosen; `random` if they are a random sample or all items, null if the run does not say. */
  readonly strategy: string | null;
  readonly explanations: ExplanationCollection;
}

/**
 * Collects the explanations of a run: of its answers to prompts of the variant `explain`, finished or not.
 * @throws NAME_UNKNOWN; NO_EXPLANATIONS if it has none
 */
export async function runExplanations(store: Store, id: number): Promise<RunExplanations> {
  const { configuration } = await knownRun(store, id);
  const bank = String(configuration.bank);
  const references = new Map<string, string>();
  if ((await store.bank(bank)) !== undefined)
    for await (const item of store.items(bank))
      if (item.type !== 'case' && item.explanation !== undefined)
        references.set(item.id, item.explanation);
  const explanations = new ExplanationCollection();
  let asked = 0;
  let scored = 0;
  for await (const { examinee, item, output, prompt } of store.answers(id)) {
    if (!prompt.startsWith('explain-')) continue;
    asked++;
    if (references.has(item)) scored++;
    explanations.add(examinee, output, references.get(item));
  }
  if (scored === 0)
    fail('NO_EXPLANATIONS', {
      where: `run ${id}`,
      reason:
        asked === 0
          ? `its models were not asked to explain. Ask them: thetarank evaluate --bank ${shellWord(bank)} --model NAME@ADDRESS -T variant=explain`
          : `no item of bank ${bank} that it asked has an explanation to compare with.`,
    });
  return { bank, strategy: chosenBy(configuration), explanations };
}
