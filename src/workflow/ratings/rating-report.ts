import { randomStream } from '../../random.ts';
import { pairsOf, unitsOf } from '../../scoring/judges/judged-scores.ts';
import { bootstrapInterval } from '../../statistics/agreement/bootstrap-interval.ts';
import { kappa } from '../../statistics/agreement/kappa.ts';
import { krippendorffAlpha } from '../../statistics/agreement/krippendorff-alpha.ts';
import { mean } from '../../statistics/mean.ts';
import { pearson } from '../../statistics/pearson.ts';
import { spearman } from '../../statistics/spearman.ts';
import type { Measured } from '../judges/analyse-judges.ts';
import { raterSeverity, type SeverityReport } from '../judges/rater-severity.ts';
import { type GradeTable, gradeTable, meanGrades, type PanelRatings } from './grade-table.ts';
import { gradedPairs, pooled, RATER_MEASURE, type RaterMeasure } from './pooled-measures.ts';

/** Bootstrap samples of the intervals, and their seed. */
const REPORT_DRAWS = 500;
const REPORT_SEED = 1;

/** How raters agree with each other on one aspect. */
export interface AspectAgreement extends Readonly<Record<RaterMeasure, Measured>> {
  readonly aspect: string;
  /** Answers with at least two ratings, and pairs of ratings of one answer. */
  readonly answers: number;
  readonly pairs: number;
  /** Krippendorff's α of ordered grades. */
  readonly alpha: Measured;
}

/** How two raters agree on one aspect. */
export interface PairAgreement extends Readonly<Record<RaterMeasure, number | null>> {
  readonly aspect: string;
  readonly first: string;
  readonly second: string;
  readonly answers: number;
}

/** How the mean of the raters agrees with a judging model on one aspect. */
export interface JudgeAgreement {
  readonly aspect: string;
  readonly judge: string;
  readonly answers: number;
  readonly pearson: Measured;
  readonly spearman: Measured;
  readonly quadratic: Measured;
}

/** What the ratings of a panel show. Intervals are 90% bootstrap intervals over items. */
export interface RatingReport {
  readonly version: 1;
  /** Of the panel; answers with a rating; ratings. */
  readonly answers: number;
  readonly rated: number;
  readonly ratings: number;
  readonly raters: readonly {
    readonly name: string;
    readonly assigned: number;
    readonly rated: number;
    /** Mean grade by aspect; null without ratings. */
    readonly means: Readonly<Record<string, number | null>>;
  }[];
  /** Mean over answers of the mean grade, by aspect: as raters gave them, whoever rated which. */
  readonly models: readonly {
    readonly model: string;
    readonly answers: number;
    readonly means: Readonly<Record<string, number | null>>;
  }[];
  readonly agreement: readonly AspectAgreement[];
  readonly pairs: readonly PairAgreement[];
  readonly judges: readonly JudgeAgreement[];
  /** Severities of the raters, and the models' scores without them. */
  readonly severity: SeverityReport;
}

/** @param reach told the share that is done */
export function ratingReport(
  panel: PanelRatings,
  reach: (share: number) => void = () => {},
  draws = REPORT_DRAWS,
): RatingReport {
  const { aspects, answers, assignments, ratings } = panel;
  const raters = [...new Set(assignments.map(({ rater }) => rater))].sort();
  const units = unitsOf(answers.map(({ item }) => item));
  const judges = [...new Set(answers.flatMap(({ judgements }) => Object.keys(judgements)))].sort();
  const tables = aspects.map(({ name }) => gradeTable(panel, name, raters));
  const means = tables.map(meanGrades);
  const steps = aspects.length * (5 + 3 * judges.length);
  let done = 0;
  const drawn = (
    of: (rows?: Int32Array) => number | null,
    among: readonly number[][],
    ...purpose: string[]
  ): Measured => {
    const random = randomStream(REPORT_SEED, 'ratings', ...purpose);
    const measured = { value: of(), ...bootstrapInterval(among, draws, random, of) };
    reach(++done / steps);
    return measured;
  };
  const agreement = aspects.map(({ name }, a) => aspectAgreement(name, tables[a], units, drawn));
  const withJudges = judges.flatMap((judge) =>
    aspects.map(({ name: aspect }, a): JudgeAgreement => {
      const graded = (row: number) => answers[row].judgements[judge]?.[aspect] ?? Number.NaN;
      const { x, y, rows } = pairsOf((row) => means[a][row], graded, answers.keys());
      const among = unitsOf(rows.map((row) => answers[row].item));
      const of = (purpose: string, measure: (x: number[], y: number[]) => number | null) =>
        drawn(
          (at) => {
            if (at === undefined) return measure(x, y);
            return measure(
              Array.from(at, (k) => x[k]),
              Array.from(at, (k) => y[k]),
            );
          },
          among,
          ...['judge', judge, aspect, purpose],
        );
      return {
        ...{ aspect, judge, answers: x.length },
        pearson: of('pearson', pearson),
        spearman: of('spearman', spearman),
        quadratic: of('quadratic', (one, other) => kappa(one, other, 'quadratic')),
      };
    }),
  );
  const rated = new Set(ratings.map(({ answer }) => answer));
  return {
    ...{ version: 1, answers: answers.length, rated: rated.size, ratings: ratings.length },
    raters: raters.map((name) => {
      const own = ratings.filter(({ rater }) => rater === name);
      return {
        name,
        assigned: assignments.filter(({ rater }) => rater === name).length,
        rated: own.length,
        means: byAspect(panel, (aspect) => own.flatMap(({ grades }) => grades[aspect] ?? [])),
      };
    }),
    models: [...new Set(answers.map(({ model }) => model))].sort().map((model) => {
      const own = answers.filter((one) => one.model === model && rated.has(one.answer));
      return {
        ...{ model, answers: own.length },
        means: byAspect(panel, (_, a) => own.map(({ answer }) => means[a][answer])),
      };
    }),
    agreement,
    pairs: aspects.flatMap(({ name: aspect }, a) =>
      gradedPairs(tables[a]).map(
        ({ first, second, x, y }): PairAgreement => ({
          ...{ aspect, first: raters[first], second: raters[second], answers: x.length },
          exact: RATER_MEASURE.exact(x, y),
          kappa: RATER_MEASURE.kappa(x, y),
          quadratic: RATER_MEASURE.quadratic(x, y),
          spearman: RATER_MEASURE.spearman(x, y),
        }),
      ),
    ),
    judges: withJudges,
    severity: severityOf(panel, raters),
  };
}

/** A rating gives all aspects, so all are in one model. */
function severityOf({ answers, ratings }: PanelRatings, raters: readonly string[]) {
  const given = ratings.flatMap(({ answer, rater, grades }) => {
    const { model, label } = answers[answer];
    return Object.entries(grades).map(([aspect, score]) => ({
      ...{ model, item: label, judge: rater, aspect, score, where: 'a rating' },
    }));
  });
  return raterSeverity(given, raters, null);
}

type Drawn = (
  of: (rows?: Int32Array) => number | null,
  among: readonly number[][],
  ...purpose: string[]
) => Measured;

function aspectAgreement(
  aspect: string,
  table: GradeTable,
  units: readonly number[][],
  drawn: Drawn,
): AspectAgreement {
  const { raters, grades } = table;
  const pairs = gradedPairs(table);
  const counts = gradeCounts(table);
  const of = (measure: RaterMeasure) =>
    drawn((rows) => pooled(gradedPairs(table, rows), measure), units, aspect, measure);
  return {
    ...{ aspect, answers: counts.filter((count) => count > 1).length },
    pairs: pairs.reduce((sum, { x }) => sum + x.length, 0),
    exact: of('exact'),
    kappa: of('kappa'),
    quadratic: of('quadratic'),
    spearman: of('spearman'),
    alpha: drawn(
      (rows) => krippendorffAlpha(grades, Math.max(1, raters.length), 'ordinal', rows),
      units,
      aspect,
      'alpha',
    ),
  };
}

/** Grades of each answer. */
function gradeCounts({ raters, grades }: GradeTable): number[] {
  const n = Math.max(1, raters.length);
  return Array.from(
    { length: grades.length / n },
    (_, row) =>
      grades.subarray(row * n, (row + 1) * n).filter((grade) => !Number.isNaN(grade)).length,
  );
}

function byAspect(
  { aspects }: PanelRatings,
  gradesOf: (aspect: string, a: number) => readonly number[],
): Record<string, number | null> {
  return Object.fromEntries(
    aspects.map(({ name }, a) => {
      const grades = gradesOf(name, a);
      return [name, grades.length === 0 ? null : mean(grades)];
    }),
  );
}
