import { mean, pearson, sampleVariance, squaredDeviations } from 'thetarank';
import { PUBLISHED_RAPID } from 'thetarank/study';
import { type CalibrationName, FIGURE_LENGTH, lengthsOf, METHODS, PARTS } from './methods.ts';
import type { PaperBlocks } from './paper-block.ts';
import { isSameOrder } from './paper-measures.ts';
import { type Spread, spreadOf } from './spread.ts';

/** Rapid and regular scores of the six models of Figure 11, published and simulated, in points. */
export interface FigureEleven {
  readonly length: number;
  readonly models: readonly FigureModel[];
  /** Mean score of a seed's participants on the whole bank. */
  readonly participants: Spread;
  readonly methods: readonly FigureMethod[];
}

export interface FigureModel {
  readonly model: string;
  readonly published: { readonly regular: number; readonly rapid: number };
  /** On the whole simulated bank, over seeds. */
  readonly regular: Spread;
}

export interface FigureMethod {
  readonly calibration: CalibrationName;
  readonly strategy: string;
  readonly seeds: number;
  /** Of each model, over seeds. */
  readonly rapid: readonly Spread[];
  readonly differences: readonly Spread[];
  /** Figures of the six together, next to the published ones. */
  readonly summaries: readonly FigureSummary[];
  /** Relation of the mean difference to the ability of the participants; null without them, and with fewer than 3 seeds. */
  readonly byParticipants: ByParticipants | null;
  /** Shares of seeds; both hold for the published scores. */
  readonly allBelow: number;
  readonly sameOrder: number;
}

/** A figure of the six differences rapid − regular. */
export interface FigureSummary {
  readonly name: keyof typeof SUMMARIES;
  readonly published: number;
  readonly simulated: Spread;
  /** Share of seeds in which it is at most the published one. */
  readonly atMost: number;
}

/** Over seeds: the mean difference in points, against the mean score of the participants on the whole bank. */
export interface ByParticipants {
  readonly correlation: number;
  /** Least squares: difference = at50 + slope · (score − 50). */
  readonly slope: number;
  readonly at50: number;
  /** The score at which that line has the published mean difference. */
  readonly scoreAsPublished: number;
}

/** Of differences in points. */
const SUMMARIES = {
  mean,
  meanAbsolute: (differences: readonly number[]) => mean(differences.map(Math.abs)),
  largest: (differences: readonly number[]) => Math.max(...differences.map(Math.abs)),
  standardDeviation: (differences: readonly number[]) => Math.sqrt(sampleVariance(differences)),
} as const;

const PUBLISHED_DIFFERENCES = PUBLISHED_RAPID.map(({ rapid, regular }) => rapid - regular);

/** Figure 11 for every method that was tested at its length. */
export function figureEleven(
  models: readonly string[],
  blocks: PaperBlocks,
  lengths: readonly number[],
): FigureEleven {
  const places = PUBLISHED_RAPID.map(({ model }) => models.indexOf(model));
  const pick = (scores: readonly number[]) => places.map((i) => 100 * scores[i]);
  return {
    length: FIGURE_LENGTH,
    models: PUBLISHED_RAPID.map(({ model, regular, rapid }, k) => ({
      model,
      published: { regular, rapid },
      regular: spreadOf(blocks.published.map((block) => pick(block.regular)[k])),
    })),
    participants: spreadOf(blocks.published.map(({ participants }) => 100 * mean(participants))),
    methods: PARTS.flatMap((part) =>
      blocks[part].length === 0
        ? []
        : METHODS[part].map((method, m) => {
            const l = lengthsOf(method, lengths).indexOf(FIGURE_LENGTH);
            const rows = blocks[part].map(({ regular, methods }) => {
              const whole = pick(regular);
              const rapid = pick(methods[m].scores[l]);
              return { whole, rapid, differences: rapid.map((score, k) => score - whole[k]) };
            });
            const share = (is: (row: (typeof rows)[number]) => boolean) =>
              rows.filter(is).length / rows.length;
            const ofModels = (of: (row: (typeof rows)[number]) => readonly number[]) =>
              places.map((_, k) => spreadOf(rows.map((row) => of(row)[k])));
            return {
              calibration: method.calibration,
              strategy: method.strategy,
              seeds: rows.length,
              rapid: ofModels(({ rapid }) => rapid),
              differences: ofModels(({ differences }) => differences),
              summaries: (Object.keys(SUMMARIES) as (keyof typeof SUMMARIES)[]).map((name) => {
                const published = SUMMARIES[name](PUBLISHED_DIFFERENCES);
                const values = rows.map(({ differences }) => SUMMARIES[name](differences));
                return {
                  name,
                  published,
                  simulated: spreadOf(values),
                  atMost: values.filter((x) => x <= published).length / values.length,
                };
              }),
              byParticipants: byParticipants(
                blocks[part].map(({ participants }) => participants),
                rows.map(({ differences }) => SUMMARIES.mean(differences)),
              ),
              allBelow: share(({ differences }) => differences.every((x) => x < 0)),
              sameOrder: share(({ rapid, whole }) => isSameOrder(rapid, whole)),
            };
          }),
    ),
  };
}

function byParticipants(
  participants: readonly (readonly number[])[],
  differences: readonly number[],
): ByParticipants | null {
  if (participants.length < 3 || participants.some(({ length }) => length === 0)) return null;
  const scores = participants.map((own) => 100 * mean(own) - 50);
  const [x, y] = [mean(scores), mean(differences)];
  const correlation = pearson(scores, differences);
  if (correlation === null) return null;
  const xy = scores.reduce((sum, score, k) => sum + (score - x) * (differences[k] - y), 0);
  const slope = xy / squaredDeviations(scores, x);
  const at50 = y - slope * x;
  const published = SUMMARIES.mean(PUBLISHED_DIFFERENCES);
  return {
    correlation,
    slope,
    at50,
    scoreAsPublished: 50 + (published - at50) / slope,
  };
}
