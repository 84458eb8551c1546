import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import type { EvaluationCondition } from '../../evaluation/condition.ts';
import { rubricJudging } from '../../evaluation/judging.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import type { Judges } from '../../files/judges/read-judges.ts';
import { randomStream, shuffle } from '../../random.ts';
import type { Store } from '../../store/store.ts';
import { changeItem } from '../../stress/change-item.ts';
import type { EffectPlan } from '../../stress/measure-effects.ts';
import { loadSpellingTables, type SpellingTables } from '../../stress/spelling-tables.ts';
import {
  isItemVariant,
  isMisspelling,
  type StressVariant,
  shotsOf,
} from '../../stress/variants.ts';
import { type AskSettings, askOptions } from '../../tested-bank/ask-options.ts';
import { requireJudges } from '../../tested-bank/judges.ts';
import type { Caller } from '../asking/caller.ts';
import { type EvaluationBank, evaluationBank } from '../evaluation/evaluation-bank.ts';
import { type EvaluationJob, prepareEvaluation } from '../evaluation/evaluation-job.ts';
import { evaluationRun } from '../evaluation/evaluation-run.ts';
import { plannedItems, type StressRules } from './stress-rules.ts';

/** The kind of a stress test's run. */
export const STRESS_FORMAT = 'thetarank-stress';
/** Raised when variants of the same item, share and seed change. */
const VARIANTS_REVISION = 1;

/** What is to be measured. */
export interface StressRequest {
  readonly bank: string;
  readonly models: readonly EndpointConfiguration[];
  readonly variants: readonly StressVariant[];
  /** Share of the characters that misspellings change. */
  readonly share: number;
  readonly seed: number;
  /** How the originals are asked, and answers read. */
  readonly settings: AskSettings;
  readonly rules: StressRules;
  /** Who grades answers to items with a rubric; without judges these are not asked. */
  readonly judges?: Judges | undefined;
  readonly resume?: boolean | undefined;
  readonly reuse?: boolean | undefined;
  readonly caller?: Caller | undefined;
}

/** A stress test that is ready to begin. */
export interface StressJob {
  readonly request: StressRequest;
  readonly evaluation: EvaluationJob;
  /** Models × variants, in the order of the request. */
  readonly plans: readonly EffectPlan[];
  /** Characters of each item: context, stem and options. */
  readonly lengths: Uint32Array;
  /** Items that are left out because they need judges. */
  readonly judged: number;
}

/**
 * Finds the items to which each variant applies, their random order, and what is kept of the run. Nothing is asked yet.
 * @throws NAME_UNKNOWN, BANK_WITHOUT_TEXT, OPTIONS_CONFLICT, OPTION_INVALID, KEY_MISSING
 */
export async function prepareStress(store: Store, request: StressRequest): Promise<StressJob> {
  const { bank: name, models, variants, share, seed, settings, rules, judges } = request;
  refuseUsual(variants, settings);
  const tables = await loadSpellingTables();
  const bank = await evaluationBank(store, { bank: name, seed });
  const conditions = await conditionsOf(request, store, tables);
  if (judges !== undefined) requireJudges({ rubrics: bank.rubrics, recorded: { name } }, judges);
  const { applies, lengths } = await appliesTo(store, bank, conditions, judges !== undefined);
  const order = shuffle(
    Array.from(bank.ids, (_, j) => j),
    randomStream(seed, 'stress', 'order'),
  );
  const plans = models.flatMap(({ name: model }) =>
    variants.map((variant, v) => ({
      model,
      variant,
      items: order.filter((j) => applies[v][j] === 1),
    })),
  );
  if (plans.every(({ items }) => items.length === 0))
    fail('OPTION_INVALID', {
      option: '--variants',
      found: `${variants.join(', ')}, which apply to no item of bank ${name} that can be scored`,
      accepted: `variants that apply; to see them: thetarank stress --bank ${name} --list`,
    });
  const most = plannedItems(rules);
  const planned = new Set<string>();
  for (const [v] of variants.entries())
    for (const j of plans[v].items.slice(0, most)) planned.add(`0 ${j}`).add(`${v + 1} ${j}`);
  const configuration = {
    ...evaluationRun(bank, models, judges, settings),
    format: STRESS_FORMAT,
    asked: { variant: settings.variant, shots: settings.shots },
    variants: { revision: VARIANTS_REVISION, share },
  };
  const evaluation = await prepareEvaluation(
    {
      ...{ bank, models, conditions, configuration, seed },
      judges: judges?.judges ?? [],
      judging: judges === undefined ? null : rubricJudging(judges.rubrics),
      resume: request.resume,
      reuse: request.reuse,
      asks: (_, condition, item) => planned.has(`${condition} ${item}`),
      caller: request.caller,
    },
    store,
  );
  const graded = bank.graded.reduce((sum, questions) => sum + (questions > 0 ? 1 : 0), 0);
  const judged = judges === undefined ? graded : 0;
  return { request, evaluation, plans, lengths, judged };
}

/** The usual condition, then one per variant. */
async function conditionsOf(
  { bank, variants, share, seed, settings }: StressRequest,
  store: Store,
  tables: SpellingTables,
): Promise<EvaluationCondition[]> {
  const askOf = await askOptions(settings, store, bank);
  const usual: EvaluationCondition = { id: '', levels: {}, askOf, repeat: 0 };
  const others: EvaluationCondition[] = [];
  for (const variant of variants) {
    const levels = { variant };
    if (variant === 'repeat') others.push({ id: 'repeat', levels, askOf, repeat: 1 });
    else if (isItemVariant(variant))
      others.push({
        id: isMisspelling(variant) ? `${variant} ${share}` : variant,
        levels,
        askOf,
        change: (item) => changeItem(item, variant, { share, seed, tables }),
        repeat: 0,
      });
    else {
      const own = await askOptions({ ...settings, ...promptOf(variant) }, store, bank);
      others.push({ id: variant, levels, askOf: own, repeat: 0 });
    }
  }
  return [usual, ...others];
}

function promptOf(variant: StressVariant): Partial<AskSettings> {
  if (variant === 'answer-only' || variant === 'cot') return { variant };
  return { shots: shotsOf(variant) ?? 0 };
}

/** @throws OPTIONS_CONFLICT for a variant that is how the originals are asked */
function refuseUsual(variants: readonly StressVariant[], settings: AskSettings): void {
  const usual = variants.find((variant) => {
    if (isItemVariant(variant)) return false;
    return Object.entries(promptOf(variant)).every(
      ([field, value]) => settings[field as keyof AskSettings] === value,
    );
  });
  if (usual !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: `--variants ${usual}`,
      reason:
        'the original items are asked in the same way. Leave the variant out, or ask the originals in another way, such as -T variant=answer-only or -T shots=5.',
    });
}

/** Which items each variant applies to, and their lengths. Worked examples are no part of cases. */
async function appliesTo(
  store: Store,
  { summary, ids, graded }: EvaluationBank,
  [, ...conditions]: readonly EvaluationCondition[],
  hasJudges: boolean,
): Promise<{ applies: readonly Uint8Array[]; lengths: Uint32Array }> {
  const positions = new Map(ids.map((id, j) => [id, j]));
  const applies = conditions.map(() => new Uint8Array(ids.length));
  const lengths = new Uint32Array(ids.length);
  for await (const item of store.items(summary.name)) {
    const j = positions.get(item.id);
    if (j === undefined || (graded[j] > 0 && !hasJudges)) continue;
    lengths[j] = lengthOf(item);
    for (const [v, { id, change }] of conditions.entries()) {
      const isOpen = !(item.type === 'case' && (id === 'zero-shot' || shotsOf(id) !== null));
      if (isOpen && (change === undefined || change(item) !== null)) applies[v][j] = 1;
    }
  }
  return { applies, lengths };
}

function lengthOf(item: Item): number {
  const options = 'options' in item ? Object.values(item.options) : [];
  const questions = item.type === 'case' ? item.key.map(({ question }) => question) : [];
  return [item.context ?? '', item.stem, ...options, ...questions].join('').length;
}
