import type { ModelNoise, NoiseReport, ShownComponent } from '../../noise/noise-report.ts';
import { errorOf, type PlannedDesign } from '../../noise/plan.ts';
import type { ShareInterval } from '../../noise/share-interval.ts';
import { count, decimal, percent, plural } from '../../numbers.ts';
import { shellWord } from '../../shell-word.ts';

/** On the scale of points, 0 to 100. */
export function points(value: number | null, places = 2): string {
  return value === null ? '–' : decimal(100 * value, places);
}

/** `72.0 [65.1, 78.0]` */
export function shareText({ value, low, high }: ShareInterval): string {
  return `${points(value, 1)} [${points(low, 1)}, ${points(high, 1)}]`;
}

/** The standard deviation in points with its interval. */
export function spreadText({ estimate, low, high }: ShownComponent): string {
  return `${points(Math.sqrt(Math.max(0, estimate)), 1)} [${points(Math.sqrt(low), 1)}, ${points(Math.sqrt(high), 1)}]`;
}

export function varianceText({ estimate }: ShownComponent): string {
  return decimal(estimate, 4);
}

/** What the data are. */
export function dataText(report: NoiseReport): string {
  const { answers, models, items, conditions, repeats, mean } = report;
  const each =
    repeats.least === repeats.most
      ? plural(repeats.most, 'answer')
      : `${count(repeats.least)} to ${count(repeats.most)} answers`;
  return `${plural(answers, 'answer')} of ${plural(models, 'model')} to ${plural(items, 'item')}${conditions > 1 ? ` under ${plural(conditions, 'condition')}` : ''}, ${each} each; mean score ${points(mean, 1)}.`;
}

/** What readers of the components should know. */
export function componentNotes(report: NoiseReport): string[] {
  const { components, confounded, isBalanced, settings, models, conditions } = report;
  const negative = components.filter(({ estimate }) => estimate < 0);
  const has = (word: string) => components.some(({ effect }) => effect.includes(word));
  return [
    `Standard deviations are in points of a single answer's score; brackets are ${percent(settings.confidence)} intervals. Scores are taken as they are, on a linear scale: of right and wrong answers the variance of repeats is the mean of p (1 − p).`,
    ...(has(', repeats')
      ? [
          'No model answered an item twice under the same condition: repeats cannot be told from the largest interaction. Ask each item at least twice to see them.',
        ]
      : []),
    ...(negative.length === 0
      ? []
      : [
          `Estimates below 0 (${negative.map(({ effect }) => effect).join('; ')}) are near 0, and count as 0 in plans.`,
        ]),
    ...(confounded.length === 0
      ? []
      : [`Cannot be told from other effects in these data: ${confounded.join('; ')}.`]),
    ...(isBalanced
      ? []
      : [
          'Cells are missing or differ in their number of answers: estimates are unbiased if that does not depend on the scores; intervals are approximate.',
        ]),
    ...(models === 1
      ? [
          'One model: what differs between models is in the other effects, and differences cannot be planned.',
        ]
      : models < FEW
        ? [`Only ${models} models: components that involve models are known roughly.`]
        : []),
    ...(conditions > 1 && conditions < FEW && !settings.areConditionsFixed
      ? [
          `${plural(conditions, 'condition')} count as a sample of others like them. If they are all that matter, use --fixed-conditions.`,
        ]
      : []),
  ];
}

/** Below, a variance has so few degrees of freedom that its interval is several times as wide as itself. */
const FEW = 5;

/** `200 items × 3 repeats` */
function designText({ items, conditions, repeats }: PlannedDesign): string {
  return [
    plural(items, 'item'),
    ...(conditions > 1 ? [plural(conditions, 'condition')] : []),
    Number.isInteger(repeats)
      ? plural(repeats, 'answer each', 'answers each')
      : `${decimal(repeats, 1)} answers each`,
  ].join(' × ');
}

/** What the plan says, in sentences. */
export function planNotes(report: NoiseReport): string[] {
  const { plan, settings, models } = report;
  const { best, observed, interval, breakEven } = plan;
  const what = models > 1 ? 'a difference of two models' : 'a score';
  const errors = (design: PlannedDesign) => `${points(errorOf(design))} points`;
  const bounds = `${percent(settings.confidence)} interval ${points(interval.low)} to ${points(interval.high)}`;
  const price = (design: PlannedDesign) =>
    `${count(Math.ceil(design.price))} ${settings.repeatPrice === 1 ? 'answers' : 'units'} per model`;
  return [
    `Standard error of ${what}, with ${designText(observed)} as in the data: ${errors(observed)}.`,
    best === null
      ? settings.error === null
        ? 'The budget allows no item.'
        : `No design reaches ${points(settings.error)} points: ${settings.bankSize === null ? 'conditions limit it; ask more of them, or use --fixed-conditions' : `with all ${count(settings.bankSize)} items the rest is of conditions or repeats`}.`
      : `${settings.error === null ? 'Smallest error for' : 'Cheapest design for this error, at'} ${price(best)}: ${designText(best)}, ${errors(best)} (${bounds}).`,
    ...(breakEven === null
      ? []
      : [
          settings.bankSize === null
            ? `A second answer to each item is worth its price only if it costs less than ${percent(breakEven)} of a first answer to a new item.`
            : `Until all ${count(settings.bankSize)} items are asked, a repeat is worth its price only if it costs less than about ${percent(breakEven)} of a first answer. Once they are, repeats are all that is left.`,
        ]),
  ];
}

/** `model, condition` */
export function modelName({ model, condition }: ModelNoise): string {
  return condition === null || condition === '' ? model : `${model}, ${condition}`;
}

/** The command that asks the best design. @param bank its name, if it is known */
export function evaluateText({ plan }: NoiseReport, bank: string | null): string | null {
  const { best } = plan;
  if (best === null) return null;
  const command = `thetarank evaluate --bank ${bank === null ? 'NAME' : shellWord(bank)} --model NAME@ADDRESS --items ${best.items} --repeats ${best.repeats}`;
  return best.conditions > 1
    ? `${command}, with --variants or --temperatures for ${best.conditions} conditions`
    : command;
}
