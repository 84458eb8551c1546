import { type Figure, Ratio } from 'thetarank/study';
import { type FigureEleven, figureEleven } from './figure-eleven.ts';
import { type CalibrationName, lengthsOf, METHODS, PARTS, type Part } from './methods.ts';
import type { PaperBlocks, PaperStudy } from './paper-block.ts';
import { MEASURES, type Measured, measured } from './paper-measures.ts';

/** Seeds of each part; those of `recorded` are the first of `published`. */
export type PartSeeds = Readonly<Record<Part, number>>;

/** A method at a length, over all models: score figures in points, shares in [0, 1]; each with its standard error over seeds. */
export interface PaperResult extends Record<keyof Measured, Figure> {
  readonly calibration: CalibrationName;
  readonly strategy: string;
  readonly length: number;
  readonly seeds: number;
  /** Its error and τ-b minus those of the plain mean of random items, seed by seed. */
  readonly errorBesideRandom: Figure;
  readonly kendallBesideRandom: Figure;
}

/** Processor seconds on this machine. */
export interface PaperTime {
  readonly calibration: CalibrationName;
  /** Null for a calibration itself. */
  readonly strategy: string | null;
  /** Of one calibration, or of one model's test to the greatest length with its share of the common preparation. */
  readonly seconds: Figure;
}

export interface PaperReport {
  /** True always: a program drew the answers. */
  readonly simulated: true;
  readonly items: number;
  readonly models: readonly string[];
  readonly lengths: readonly number[];
  readonly seeds: PartSeeds;
  readonly figure: FigureEleven;
  readonly results: readonly PaperResult[];
}

/** Sums up all blocks of a study. */
export function paperReport(
  { items, lengths }: PaperStudy,
  models: readonly string[],
  blocks: PaperBlocks,
): PaperReport {
  const [random] = METHODS.published;
  const randomAt = (seed: number, length: number) =>
    measuredAt(blocks, 'published', 0, seed, lengthsOf(random, lengths).indexOf(length));
  return {
    simulated: true,
    items,
    models,
    lengths,
    seeds: { published: blocks.published.length, recorded: blocks.recorded.length },
    figure: figureEleven(models, blocks, lengths),
    results: PARTS.flatMap((part) =>
      blocks[part].length === 0
        ? []
        : METHODS[part].flatMap((method, m) =>
            lengthsOf(method, lengths).map((length, l) => {
              const rows = blocks[part].map((_, seed) => measuredAt(blocks, part, m, seed, l));
              const beside = (name: 'error' | 'kendall') =>
                meanFigure(
                  rows.map((row, seed) => difference(row[name], randomAt(seed, length)[name])),
                );
              return {
                calibration: method.calibration,
                strategy: method.strategy,
                length,
                seeds: rows.length,
                ...(Object.fromEntries(
                  MEASURES.map((name) => [name, meanFigure(rows.map((row) => row[name]))]),
                ) as Record<keyof Measured, Figure>),
                errorBesideRandom: beside('error'),
                kendallBesideRandom: beside('kendall'),
              };
            }),
          ),
    ),
  };
}

/** Times of calibrations and tests, for people: they differ between runs. */
export function paperTimes(models: number, blocks: PaperBlocks): PaperTime[] {
  return PARTS.flatMap((part) => {
    const own = blocks[part];
    const names = [
      ...new Set(own.flatMap(({ calibrations }) => calibrations.map(({ name }) => name))),
    ];
    const calibrations = names.map((calibration) => {
      const ratio = new Ratio();
      for (const block of own) {
        const all = block.calibrations.filter(({ name }) => name === calibration);
        ratio.add(
          all.reduce((sum, { seconds }) => sum + seconds, 0),
          all.length,
        );
      }
      return { calibration, strategy: null, seconds: ratio.figure() };
    });
    if (own.length === 0) return [];
    return [
      ...calibrations,
      ...METHODS[part].map(({ calibration, strategy }, m) => ({
        calibration,
        strategy,
        seconds: meanFigure(own.map(({ methods }) => methods[m].seconds / models)),
      })),
    ];
  });
}

function measuredAt(
  blocks: PaperBlocks,
  part: Part,
  method: number,
  seed: number,
  length: number,
): Measured {
  const { regular, methods } = blocks[part][seed];
  const { scores, low, high } = methods[method];
  return measured(scores[length], low[length], high[length], regular);
}

/** The mean over seeds with its standard error; values that are null are left out. */
function meanFigure(values: readonly (number | null)[]): Figure {
  const ratio = new Ratio();
  for (const value of values) if (value !== null) ratio.add(value, 1);
  return ratio.figure();
}

function difference(x: number | null, y: number | null): number | null {
  return x === null || y === null ? null : x - y;
}
