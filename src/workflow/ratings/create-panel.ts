import { fail } from '../../errors.ts';
import type { Rubric } from '../../prompt/judge/rubric.ts';
import { rubricOf } from '../../prompt/judge/rubrics.ts';
import { PROMPT_LANGUAGES } from '../../prompt/wording/language.ts';
import { randomStream } from '../../random.ts';
import { type JudgedItem, rubricNameOf } from '../../run/judges/judge-panel.ts';
import type { StoredPanel } from '../../store/panels/panels.ts';
import type { Store } from '../../store/store.ts';
import { assignRaters } from './assign-raters.ts';
import { namedModels } from './named-models.ts';
import { orderAnswers } from './order-answers.ts';
import { type RateableItems, rateableAnswers, rateableItems } from './rateable-answers.ts';
import type { LeftOut, RatingConfiguration } from './rating-panel.ts';
import { sampleAnswers } from './sample-answers.ts';
import type { AnswerSource } from './source-answers.ts';

const USUAL_PER_ANSWER = 2;
/** Answers of a panel, and raters, at most. */
const MOST_ANSWERS = 5000;
export const MOST_RATERS = 100;

/** How a panel is made. */
export interface PanelRequest {
  readonly title: string;
  readonly raters: readonly string[];
  /** Raters of each answer; null for two, or one if there is only one rater. */
  readonly perAnswer: number | null;
  /** How many answers are drawn; null for all. */
  readonly answers: number | null;
  /** Answers that all raters rate. */
  readonly common: number;
  /** By name; null for the one that the items name. */
  readonly rubric: string | null;
  /** Rubrics besides the built-in ones. */
  readonly ownRubrics: readonly Rubric[];
  readonly seed: number;
}

/** What a panel is kept with. */
type PanelMark = Pick<StoredPanel, 'id' | 'madeBy' | 'createdAt'>;

/**
 * Draws answers of a source, decides who rates which in what order, and keeps all of it.
 * @param readSource reads the answers to items that are wanted
 * @throws RATINGS_IMPOSSIBLE; OPTION_INVALID; NAME_UNKNOWN for the bank or the rubric
 */
export async function createPanel(
  store: Store,
  bank: string,
  readSource: (wants: (item: string) => boolean) => Promise<AnswerSource> | AnswerSource,
  request: PanelRequest,
  mark: PanelMark,
): Promise<StoredPanel> {
  const { raters, common, seed } = request;
  const perAnswer = request.perAnswer ?? Math.min(USUAL_PER_ANSWER, raters.length);
  requireRaters(raters, perAnswer);
  const found = await rateableItems(store, bank, request.rubric);
  const items = found.rateable;
  const seen = new Set<string>();
  const source = await readSource((item) => {
    seen.add(item);
    return items.has(item);
  });
  const { answers: all, leftOut } = rateableAnswers(source, items);
  const { where } = source;
  if (all.length === 0)
    fail('RATINGS_IMPOSSIBLE', {
      where,
      found: whyNone(found, seen, leftOut),
      todo:
        request.rubric === null
          ? 'Only answers to open items and cases that name a rubric are taken; name a rubric for others.'
          : 'Only answers to open items and cases are taken.',
    });
  const wanted = request.answers ?? Math.min(all.length, MOST_ANSWERS);
  if (wanted > all.length || common > wanted)
    fail('OPTION_INVALID', {
      option: wanted > all.length ? 'answers' : 'common',
      found: String(wanted > all.length ? wanted : common),
      accepted: `at most ${Math.min(all.length, wanted)}`,
    });
  const drawn = sampleAnswers(all, wanted, randomStream(seed, 'ratings', 'sample'));
  const answers = drawn.map((k, answer) => ({ answer, ...all[k] }));
  const rubrics = rubricsOf(request, where, [
    ...new Set(answers.map(({ item }) => items.get(item)!)),
  ]);
  const judges = [...new Set(answers.flatMap((one) => Object.keys(one.judgements)))].sort();
  const twice = raters.find((name) => judges.includes(name));
  if (twice !== undefined)
    fail('OPTION_INVALID', {
      option: 'raters',
      found: `${twice}, which is also the name of a judging model`,
      accepted: 'other names than those of judging models',
    });
  const assigned = assignRaters(answers.length, raters.length, { perAnswer, common, seed });
  const assignments = raters.flatMap((rater, k) =>
    orderAnswers(assigned[k], answers, randomStream(seed, 'ratings', 'order', rater)).map(
      (answer, place) => ({ rater, place, answer }),
    ),
  );
  const configuration: RatingConfiguration = {
    ...{ version: 1, run: source.run, rubrics, seed, perAnswer, common },
    answers: answers.length,
    models: new Set(answers.map(({ model }) => model)).size,
    items: new Set(answers.map(({ item }) => item)).size,
    ...{ judges, leftOut },
    named: namedModels(answers.map(({ model, shown }) => ({ model, text: shown.answer }))),
  };
  const panel: StoredPanel = {
    ...{ ...mark, kind: 'rating', bank: source.bank, title: request.title, closedAt: null },
    configuration: { ...configuration },
  };
  await store.ratings.create(panel, answers, assignments);
  return panel;
}

/** Why none of the answers to the items that a source has can be rated. */
function whyNone(
  { rateable, closed, withoutRubric }: RateableItems,
  seen: ReadonlySet<string>,
  { empty, changed, pictures }: LeftOut,
): string {
  const items = [...seen];
  const isOfBank = (id: string) => rateable.has(id) || closed.has(id) || withoutRubric.has(id);
  const parts = [
    ['items that are closed questions', items.filter((id) => closed.has(id)).length],
    ['items that name no rubric', items.filter((id) => withoutRubric.has(id)).length],
    ['items that the bank does not have', items.filter((id) => !isOfBank(id)).length],
    ['empty answers', empty],
    ['answers to changed items', changed],
    ['answers to items with pictures', pictures],
  ] as const;
  const reasons = parts.flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${count}`]));
  return reasons.length === 0
    ? 'no answers at all'
    : `no answers that can be rated (${reasons.join(', ')})`;
}

function requireRaters(raters: readonly string[], perAnswer: number): void {
  const refuse = (option: string, found: string, accepted: string) =>
    fail('OPTION_INVALID', { option, found, accepted });
  if (raters.length === 0 || raters.length > MOST_RATERS)
    refuse('raters', `${raters.length} names`, `1 to ${MOST_RATERS} names`);
  const twice = raters.find((name, k) => raters.indexOf(name) !== k);
  if (twice !== undefined) refuse('raters', `${twice} a second time`, 'each name once');
  if (perAnswer > raters.length)
    refuse('raters per answer', String(perAnswer), `1 to ${raters.length}, the number of raters`);
}

/** The rubric in each language that there is. */
function rubricsOf(
  { rubric, ownRubrics }: PanelRequest,
  where: string,
  items: readonly JudgedItem[],
): Rubric[] {
  const names = rubric === null ? [...new Set(items.map((item) => rubricNameOf(item)!))] : [rubric];
  if (names.length > 1)
    fail('RATINGS_IMPOSSIBLE', {
      where,
      found: `items with the rubrics ${names.join(', ')}`,
      todo: 'All answers of a panel are rated by one rubric: name it.',
    });
  const inEach = PROMPT_LANGUAGES.map((language) => rubricOf(names[0], language, ownRubrics));
  return inEach.filter((one, k) => inEach.findIndex((o) => o.language === one.language) === k);
}
