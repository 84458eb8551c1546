import { count, decimal, percent } from '../../numbers.ts';
import type { Table } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import type { RunSummary } from '../../run/run-record.ts';
import { TOO_LONG } from '../../scoring/absent.ts';
import type { Store } from '../../store/store.ts';
import { type KeptOfModel, keptByModel } from '../../workflow/synthesis/kept-by-model.ts';
import { kindOf } from './kinds.ts';
import { itemsText, modelsOf } from './list.ts';

/** Answers that a model has given, and the sum of their scores. */
export interface Given {
  readonly model: string;
  readonly answers: number;
  readonly right: number;
}

/** What an unfinished run has of each model. */
export async function keptPart(
  store: Store,
  run: RunSummary,
): Promise<readonly KeptOfModel[] | readonly Given[]> {
  const answers = store.answers(run.id, { texts: false });
  if (isOfDebates(run)) return keptByModel(modelsOf(run), answers);
  // Answers in a round of writing are those of calls, and not of models.
  const models = kindOf(run) === 'writing' ? [] : modelsOf(run);
  const given = new Map(models.map((model) => [model, { answers: 0, right: 0 }]));
  for await (const { examinee, score, reason } of answers) {
    if (reason === TOO_LONG) continue;
    // Other conditions, and judgements, are told apart in the result.
    if (hasConditions(run) && !given.has(examinee)) continue;
    const own = given.get(examinee) ?? { answers: 0, right: 0 };
    given.set(examinee, { answers: own.answers + 1, right: own.right + score });
  }
  return [...given].map(([model, own]) => ({ model, ...own }));
}

/** A line per model. */
export function keptTable(
  run: RunSummary,
  models: readonly KeptOfModel[] | readonly Given[],
): Table {
  return isOfDebates(run)
    ? stageTable(models as readonly KeptOfModel[])
    : answerTable(run, models as readonly Given[]);
}

/** Stages of debates side by side. */
export function stageTable(models: readonly KeptOfModel[]): Table {
  const share = ({ calls, right }: KeptOfModel['generate']) =>
    right === null || calls === 0 ? null : percent(right / calls);
  return plainTable(
    ['calls of', 'generate', 'right', 'debate', 'reflect', 'right'],
    models.map(({ model, generate, debate, reflect }) => [
      ...[model, count(generate.calls), share(generate), count(debate.calls)],
      ...[count(reflect.calls), share(reflect)],
    ]),
    ['generate', 'right', 'debate', 'reflect'],
  );
}

function answerTable(run: RunSummary, models: readonly Given[]): Table {
  // Others are no answers to items, or judges may have to grade them first.
  const isScored = ['ranking', 'comparison'].includes(kindOf(run));
  const items = itemsText(run.configuration.items);
  return plainTable(
    ['model', 'answers', 'of items', ...(isScored ? ['right so far'] : [])],
    models.map(({ model, answers, right }) => [
      ...[model, answers, items],
      ...(isScored ? [`${decimal((100 * right) / Math.max(1, answers), 1)}%`] : []),
    ]),
    ['of items', 'right so far'],
  );
}

/** Whether its examinees are calls of models that debate. */
const isOfDebates = (run: RunSummary) => ['synthesis', 'trial'].includes(kindOf(run));

/** Whether its models answer under several conditions, and judges may grade the answers. */
const hasConditions = (run: RunSummary) => ['evaluation', 'stress test'].includes(kindOf(run));
