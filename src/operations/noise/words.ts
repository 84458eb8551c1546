import { ENGLISH, listed, type ReportText, type Words } from '../../languages/words.ts';
import type { ModelNoise, NoiseReport, ShownComponent } from '../../noise/noise-report.ts';
import { errorOf, type PlannedDesign } from '../../noise/plan.ts';
import type { ComparedRepeats } from '../../noise/repeat-drift.ts';
import type { ShareInterval } from '../../noise/share-interval.ts';
import { chanceText, count, decimal, percent } from '../../numbers.ts';
import { shellWord } from '../../shell-word.ts';
import type { AskedEvaluation } from '../../workflow/noise/run-repeats.ts';
import type { Reading } from '../operation.ts';

/** On the scale of points, 0 to 100. */
export function points(value: number | null, places = 2): string {
  return value === null ? '–' : decimal(100 * value, places);
}

/** `72.0 [65.1, 78.0]` */
export function shareText({ value, low, high }: ShareInterval): string {
  return `${points(value, 1)} [${points(low, 1)}, ${points(high, 1)}]`;
}

/** The standard deviation in points with its interval. */
export function spreadText({ estimate, low, high }: ShownComponent, t: Words = ENGLISH): string {
  // The ends are cut at 0: a variance is not negative.
  if (high <= 0) return t('{n}, not above 0', { n: points(Math.sqrt(Math.max(0, estimate)), 1) });
  return `${points(Math.sqrt(Math.max(0, estimate)), 1)} [${points(Math.sqrt(low), 1)}, ${points(Math.sqrt(high), 1)}]`;
}

export function varianceText({ estimate }: ShownComponent): string {
  return decimal(estimate, 4);
}

/** What the data are. */
export function dataText(report: NoiseReport, t: Words = ENGLISH): string {
  const { answers, models, items, conditions, repeats, mean } = report;
  const each =
    repeats.least === repeats.most
      ? t('{n, plural, one {# answer} other {# answers}}', { n: repeats.most })
      : t('{least} to {most} answers', {
          least: count(repeats.least),
          most: count(repeats.most),
        });
  return t(
    '{answers, plural, one {# answer} other {# answers}} of {models, plural, one {# model} other {# models}} to {items, plural, one {# item} other {# items}}{some, select, true { under {conditions, plural, one {# condition} other {# conditions}}} other {}}, {each} each; mean score {mean}.',
    {
      ...{ answers, models, items, conditions, each },
      some: String(conditions > 1),
      mean: points(mean, 1),
    },
  );
}

/** Which models changed from repeat to repeat. */
export function driftNotes({ drift }: NoiseReport, t: Words = ENGLISH): string[] {
  const found = drift.filter(({ isFound }) => isFound);
  if (found.length === 0) return [];
  const rows = found.map(({ model, p, repeats }) => {
    const [highest, ...others] = [...repeats].sort((one, other) => other.shift - one.shift);
    const lowest = others.at(-1)!;
    return t(
      '{model} changed between its repeats: {high} scores {n} points above {low} on the same items (p {p}).',
      {
        model,
        high: repeatsText(highest, t),
        low: repeatsText(lowest, t),
        n: points(highest.shift - lowest.shift, 1),
        p: chanceText(p, t),
      },
    );
  });
  return [
    ...rows,
    t(
      'Such repeats are not draws of one model, and the figures below count the change as noise. Look at the repeats before and after it separately.',
    ),
  ];
}

function repeatsText({ first, last }: ComparedRepeats, t: Words): string {
  return first === last
    ? t('repeat {first}', { first })
    : t('repeats {first} to {last}', { first, last });
}

/** What readers of the components should know. */
export function componentNotes(report: NoiseReport, t: Words = ENGLISH): string[] {
  const { components, confounded, isBalanced, areEqual, areSteady, settings, models, conditions } =
    report;
  const negative = components.filter(({ estimate }) => estimate < 0);
  const has = (word: string) => components.some(({ effect }) => effect.includes(word));
  return [
    t(
      "Standard deviations are in points of a single answer's score; brackets are {share} intervals. Scores are taken as they are, on a linear scale: of right and wrong answers the variance of repeats is the mean of p (1 − p).",
      { share: percent(settings.confidence) },
    ),
    ...(has(', repeats')
      ? [
          t(
            'No model answered an item twice under the same condition: repeats cannot be told from the largest interaction. Ask each item at least twice to see them.',
          ),
        ]
      : []),
    ...(areEqual
      ? [
          t(
            'All answers have the same score: these data cannot show variance, and zeros do not say that there is none. Use harder or easier items.',
          ),
        ]
      : []),
    ...(areSteady
      ? [
          t(
            'No two repeats had different scores. The variance of repeats is known by its upper end only, and only if the repeats were drawn independently; designs count it as 0.',
          ),
        ]
      : []),
    ...(negative.length === 0
      ? []
      : [
          t('Estimates below 0 ({effects}) are near 0, and count as 0 in plans.', {
            effects: negative.map(({ effect }) => effectWords(effect, t)).join(t('; ')),
          }),
        ]),
    ...(confounded.length === 0
      ? []
      : [
          t('Cannot be told from other effects in these data: {effects}.', {
            effects: confounded.map((effect) => effectWords(effect, t)).join(t('; ')),
          }),
        ]),
    ...(isBalanced
      ? []
      : [
          t(
            'Cells are missing or differ in their number of answers: estimates are unbiased if that does not depend on the scores; intervals are approximate.',
          ),
        ]),
    ...(models === 1
      ? [
          t(
            'One model: what differs between models is in the other effects, and differences cannot be planned.',
          ),
        ]
      : models < FEW
        ? [
            t('Only {n} models: components that involve models are known roughly.', {
              n: `${models}`,
            }),
          ]
        : []),
    ...(conditions > 1 && conditions < FEW && !settings.areConditionsFixed
      ? [
          t(
            '{n, plural, one {# condition} other {# conditions}} count as a sample of others like them. If they are all that matter, use --fixed-conditions.',
            { n: conditions },
          ),
        ]
      : []),
  ];
}

/** Below, a variance has so few degrees of freedom that its interval is several times as wide as itself. */
const FEW = 5;

/** `200 items × 3 repeats` */
function designText({ items, conditions, repeats }: PlannedDesign, t: Words): string {
  return [
    t('{n, plural, one {# item} other {# items}}', { n: items }),
    ...(conditions > 1
      ? [t('{n, plural, one {# condition} other {# conditions}}', { n: conditions })]
      : []),
    Number.isInteger(repeats)
      ? t('{n, plural, one {# answer each} other {# answers each}}', { n: repeats })
      : t('{n} answers each', { n: decimal(repeats, 1) }),
  ].join(' × ');
}

const plannedText = ({ models }: NoiseReport, t: Words) =>
  models > 1 ? t('a difference of two models') : t('a score');

/** Why no design is best. */
function withoutBestText(report: NoiseReport, t: Words): string {
  const { plan, settings } = report;
  const n = points(settings.error);
  switch (plan.withoutBest) {
    case 'no variance':
      return t('Nothing can be planned: these data show no variance of {what}.', {
        what: plannedText(report, t),
      });
    case 'budget':
      return t('--answers-per-model is too small for a single item.');
    case 'data':
      return t(
        'No design with the same number of answers to each item errs less for this price than these data.',
      );
    default:
      return settings.bankSize === null
        ? t(
            'No design reaches {n} points: conditions limit it; ask more of them, or use --fixed-conditions.',
            { n },
          )
        : t(
            'No design reaches {n} points: with all {items} items the rest is of conditions or repeats.',
            { n, items: count(settings.bankSize) },
          );
  }
}

/** What the plan says, in sentences. */
export function planNotes(report: NoiseReport, t: Words = ENGLISH): string[] {
  const { plan, settings } = report;
  const { best, observed, interval, breakEven } = plan;
  const what = plannedText(report, t);
  const errors = (design: PlannedDesign) => t('{n} points', { n: points(errorOf(design)) });
  const bounds = t('{share} interval {low} to {high}', {
    share: percent(settings.confidence),
    low: points(interval.low),
    high: points(interval.high),
  });
  const price = (design: PlannedDesign) =>
    settings.repeatPrice === 1
      ? t('{n} answers per model', { n: count(Math.ceil(design.price)) })
      : t('{n} units per model', { n: count(Math.ceil(design.price)) });
  if (plan.withoutBest === 'no variance') return [withoutBestText(report, t)];
  return [
    t('Standard error of {what}, with {design} as in the data: {errors}.', {
      what,
      design: designText(observed, t),
      errors: errors(observed),
    }),
    best === null
      ? withoutBestText(report, t)
      : t(
          '{kind, select, smallest {Smallest error for} other {Cheapest design for this error, at}} {price}: {design}, {errors} ({bounds}).',
          {
            kind: settings.error === null ? 'smallest' : 'cheapest',
            price: price(best),
            design: designText(best, t),
            errors: errors(best),
            bounds,
          },
        ),
    ...(breakEven === null
      ? []
      : [
          settings.bankSize === null
            ? t(
                'A second answer to each item is worth its price only if it costs less than {share} of a first answer to a new item.',
                { share: percent(breakEven) },
              )
            : t(
                'Until all {n} items are asked, a repeat is worth its price only if it costs less than about {share} of a first answer. Once they are, repeats are all that is left.',
                { n: count(settings.bankSize), share: percent(breakEven) },
              ),
        ]),
  ];
}

/** `model, condition` */
export function modelName({ model, condition }: ModelNoise, t: Words = ENGLISH): string {
  return condition === null || condition === '' ? model : listed([model, condition], t);
}

/** The command that asks a design. @param asked bank, models and judges, as options */
export function evaluateText(design: PlannedDesign, asked: string, t: Words): string {
  const command = `thetarank evaluate ${asked} --items ${design.items} --repeats ${design.repeats}`;
  return design.conditions > 1
    ? t('{command}, with {n} values of --variants, --shot-counts or --temperatures', {
        command,
        n: `${design.conditions}`,
      })
    : command;
}

/** The options of `evaluate` for the same bank, models and judges, or placeholders for them. */
export function askedText(
  asked: AskedEvaluation | null,
  reader: Reading<unknown>['reader'],
): string {
  if (asked === null) return '--bank NAME --model NAME@ADDRESS';
  const { bank, models, judges } = asked;
  if (reader === 'others') return `--bank ${shellWord(bank)} --model NAME@ADDRESS`;
  const party = ({ name, model, baseUrl }: AskedEvaluation['models'][number]) =>
    shellWord(`${name === model ? name : `${name}=${model}`}@${baseUrl}`);
  return [
    `--bank ${shellWord(bank)}`,
    ...models.map((one) => `--model ${party(one)}`),
    ...judges.map((one) => `--judge ${party(one)}`),
  ].join(' ');
}

const FACETS: Readonly<Record<string, ReportText>> = {
  model: /*T*/ 'model',
  item: /*T*/ 'item',
  condition: /*T*/ 'condition',
  repeats: /*T*/ 'repeats',
};

/** An effect in words: `model × item, repeats`. */
export function effectWords(effect: string, t: Words): string {
  return listed(
    effect.split(', ').map((part) =>
      part
        .split(' × ')
        .map((facet) => (Object.hasOwn(FACETS, facet) ? t(FACETS[facet]) : facet))
        .join(' × '),
    ),
    t,
  );
}
