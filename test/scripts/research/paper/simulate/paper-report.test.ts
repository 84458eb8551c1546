import { describe, expect, test } from 'vitest';
import { PUBLISHED_RAPID } from '../../../../../item-bank/builtin/climedbench-published.ts';
import {
  FIGURE_LENGTH,
  lengthsOf,
  METHODS,
} from '../../../../../scripts/research/paper/simulate/methods.ts';
import {
  blockAt,
  type PaperBlock,
  placeOf,
} from '../../../../../scripts/research/paper/simulate/paper-block.ts';
import {
  isSameOrder,
  measured,
} from '../../../../../scripts/research/paper/simulate/paper-measures.ts';
import {
  paperReport,
  paperTimes,
} from '../../../../../scripts/research/paper/simulate/paper-report.ts';
import { spreadOf } from '../../../../../scripts/research/paper/simulate/spread.ts';

const MODELS = [...PUBLISHED_RAPID.map(({ model }) => model), 'Other'];
const REGULAR = [0.68, 0.7, 0.5, 0.39, 0.42, 0.32, 0.1];
const study = { items: 1000, lengths: [20, FIGURE_LENGTH] };

/** A block whose every score is the regular one plus `shift`, in intervals of ±`half`. */
function block(part: 'published' | 'recorded', shift: number, half: number): PaperBlock {
  return {
    regular: REGULAR,
    participants: part === 'published' ? Array(20).fill(0.5 + shift) : [],
    methods: METHODS[part].map((method, m) => {
      const rows = (by: number) =>
        lengthsOf(method, study.lengths).map(() => REGULAR.map((score) => score + shift + by));
      return { scores: rows(0), low: rows(-half), high: rows(half), seconds: 7 * (m + 1) };
    }),
    calibrations: [{ name: part === 'published' ? 'participants' : 'recorded', seconds: 3 }],
  };
}

const blocks = {
  published: [block('published', -0.03, 0.05), block('published', 0.01, 0.05)],
  recorded: [block('recorded', 0.02, 0.01)],
};
const report = paperReport(study, MODELS, blocks);

test('places and numbers of blocks belong to one another', () => {
  for (let number = 0; number < 10; number++) expect(blockAt(placeOf(number))).toBe(number);
  expect(placeOf(blockAt({ seed: 200, part: 'recorded' }))).toEqual({
    seed: 200,
    part: 'recorded',
  });
});

test('measures of one seed, by hand', () => {
  const regular = [0.5, 0.4, 0.3];
  const scores = [0.56, 0.27, 0.31];
  const of = measured(scores, [0.5, 0.2, 0.3], [0.6, 0.3, 0.35], regular);
  expect(of.error).toBeCloseTo((6 + 13 + 1) / 3, 10);
  expect(of.bias).toBeCloseTo((6 - 13 + 1) / 3, 10);
  // Of three pairs one is the wrong way round.
  expect(of.kendall).toBeCloseTo(1 / 3, 10);
  expect(of.pairs).toBeCloseTo(2 / 3, 10);
  expect(of.exact).toBe(0);
  expect(of.coverage).toBeCloseTo(2 / 3, 10);
  expect(of.width).toBeCloseTo((10 + 10 + 5) / 3, 10);
  expect(measured(regular, regular, regular, regular).exact).toBe(1);
});

test('two orders are the same only if their ties are the same too', () => {
  expect(isSameOrder([1, 2, 2], [5, 6, 6])).toBe(true);
  expect(isSameOrder([1, 2, 2], [5, 6, 7])).toBe(false);
  expect(isSameOrder([1, 2, 3], [5, 7, 6])).toBe(false);
});

test('spread over seeds', () => {
  const { mean, se, median, low, high, quartiles } = spreadOf([4, 0, 2, 1, 3]);
  expect([mean, median, ...quartiles]).toEqual([2, 2, 1, 3]);
  expect(se).toBeCloseTo(Math.sqrt(2.5 / 5), 12);
  // The 2.5th percentile of 0 … 4 lies a tenth of the way from 0 to 1.
  expect(low).toBeCloseTo(0.1, 12);
  expect(high).toBeCloseTo(3.9, 12);
  expect(spreadOf([7]).se).toBeNull();
});

describe('a study', () => {
  test('has a row for every method and length, with means and standard errors over its own seeds', () => {
    const rows = report.results.map(({ strategy, length }) => `${strategy} ${length}`);
    expect(rows).toHaveLength(3 * 2 + 1 + (4 * 2 + 1));
    expect(rows.filter((row) => row.startsWith('balanced'))).toEqual([
      'balanced 243',
      'balanced 243',
    ]);
    const paper = report.results.find(
      ({ strategy, calibration }) => strategy === 'paper' && calibration === 'participants',
    )!;
    expect(paper.seeds).toBe(2);
    expect(paper.error.value).toBeCloseTo(2, 10);
    expect(paper.error.se).toBeCloseTo(1, 10);
    expect(paper.bias.value).toBeCloseTo(-1, 10);
    expect(paper.bias.se).toBeCloseTo(2, 10);
    expect(paper.coverage.value).toBe(1);
    expect(paper.width.value).toBeCloseTo(10, 10);
    expect(paper.exact.value).toBe(1);
    expect(paper.errorBesideRandom.value).toBeCloseTo(0, 10);
    expect(paper.errorBesideRandom.se).toBeCloseTo(0, 10);
  });

  test('compares with random items of the same seeds only', () => {
    const robust = report.results.find(({ strategy }) => strategy === 'robust')!;
    // 2 points in seed 1, where random items err by 3.
    expect(robust.errorBesideRandom.value).toBeCloseTo(-1, 10);
    expect(robust.kendallBesideRandom.value).toBeCloseTo(0, 10);
    expect(robust.coverage.value).toBe(0);
    expect(robust.seeds).toBe(1);
  });

  test('Figure 11 takes the six models, and marks the published differences', () => {
    const { models, methods } = report.figure;
    expect(models.map(({ model }) => model)).toEqual(MODELS.slice(0, 6));
    expect(models[2].published).toEqual({ regular: 50.2, rapid: 46.7 });
    const paper = methods.find(({ strategy }) => strategy === 'paper')!;
    expect(paper.rapid[2].mean).toBeCloseTo(49, 10);
    const of = (name: string) => paper.summaries.find((one) => one.name === name)!;
    // By hand from the figure: −1.0, −0.8, −3.5, −2.9, −2.8, −3.7.
    expect(of('mean').published).toBeCloseTo(-14.7 / 6, 10);
    expect(of('meanAbsolute').published).toBeCloseTo(14.7 / 6, 10);
    expect(of('largest').published).toBeCloseTo(3.7, 10);
    expect(of('standardDeviation').published).toBeCloseTo(Math.sqrt(7.815 / 5), 10);
    expect(of('mean').simulated.mean).toBeCloseTo(-1, 10);
    expect(of('mean').atMost).toBe(0.5);
    expect(of('largest').atMost).toBe(1);
    expect(paper.allBelow).toBe(0.5);
    expect(paper.sameOrder).toBe(1);
  });

  test('the shift beside how strong the participants are, as a line by hand', () => {
    expect(report.figure.methods[1].byParticipants).toBeNull();
    // Participants of 50 + x points, and differences of x points.
    const seeds = [-0.03, 0.01, 0.05].map((shift) => block('published', shift, 0.05));
    const { methods, participants } = paperReport(study, MODELS, {
      published: seeds,
      recorded: [],
    }).figure;
    expect(participants.median).toBeCloseTo(51, 10);
    const { correlation, slope, at50, scoreAsPublished } = methods[1].byParticipants!;
    expect(correlation).toBeCloseTo(1, 10);
    expect(slope).toBeCloseTo(1, 10);
    expect(at50).toBeCloseTo(0, 10);
    expect(scoreAsPublished).toBeCloseTo(50 - 14.7 / 6, 10);
  });

  test('seconds are of a calibration, and of one model', () => {
    const times = paperTimes(MODELS.length, blocks);
    const seconds = (strategy: string | null) =>
      times.find((time) => time.strategy === strategy)!.seconds.value;
    expect(seconds(null)).toBe(3);
    expect(seconds('random')).toBe(1);
    expect(seconds('random-irt')).toBe(4);
  });

  test('without recorded seeds it has the published part alone', () => {
    const { results, figure } = paperReport(study, MODELS, { ...blocks, recorded: [] });
    expect(new Set(results.map(({ calibration }) => calibration))).toEqual(
      new Set(['none', 'participants']),
    );
    expect(figure.methods).toHaveLength(4);
  });
});
