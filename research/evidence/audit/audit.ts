import { join } from 'node:path';
import { type FoundSuspects, findSuspects, keyEvidence, type RecordedChoices } from 'thetarank';
import { study, table } from '../../study.ts';
import { readCsv } from '../recorded-data.ts';
import {
  count,
  DRAWN,
  emptyFound,
  type Found,
  popularShares,
  SEEDS,
  sumFound,
  sumFoundScored,
} from './key-faults.ts';
import { auditPage } from './page.ts';
import {
  type MmluProItem,
  matrixOf,
  mmluProChoices,
  mmluProItems,
  pickModels,
  scoredChoices,
  withoutLetters,
} from './recorded.ts';
import { ownFaults, textFaults } from './text-faults.ts';

/** Banks of scores: folder, and number of options (0 for questions without options). */
const SCORED = [
  ['arc_challenge', 4],
  ['legalbench', 2],
  ['ikp', 0],
  ['math', 0],
] as const;
const OPTIONS_OF_MMLU_PRO = 10;
/** Draws of the larger banks. */
const FEWER_SEEDS = SEEDS.slice(0, 5);

/** A row of the table of planted keys. */
export interface KeyRow {
  readonly answers: string;
  readonly models: number;
  readonly items: number;
  readonly swap: string;
  readonly found: Found;
}

/** All that the page shows. */
export interface AuditEvidence {
  readonly keys: readonly KeyRow[];
  readonly texts: readonly (readonly [string, number, number])[];
  readonly own: { readonly revealed: number; readonly near: number; readonly exact: number };
  readonly flagged: Found;
  /** Probability that a flagged item of ikp is suspected more than another one. */
  readonly flaggedArea: number;
  readonly dependence: FoundSuspects['dependence'];
  /** Suspects of the bank as it is, by the share of stronger models outside the audit that are right. */
  readonly outside: {
    /** Scores of the weakest and of the best model in the audit. */
    readonly weakest: number;
    readonly best: number;
    readonly suspects: number;
    readonly suspectRight: number;
    readonly othersRight: number;
  };
}

export const audit = study({
  question:
    'Does an audit find wrong keys, copies and leaked keys planted in recorded banks, and items that their makers flagged? Some minutes.',
  page: 'audit.md',
  tables: ({ data }) => ({ evidence: table(['mmlu_pro'], 1, () => measure(data)) }),
  write: ({
    evidence: [
      {
        results: [evidence],
      },
    ],
  }) => auditPage(evidence),
});

function measure(data: string): AuditEvidence {
  const mmluPro = join(data, 'mmlu_pro');
  const items = mmluProItems(mmluPro);
  const lettered = mmluProChoices(mmluPro, items);
  const matrix = matrixOf(join(mmluPro, 'responses.csv'));
  const scored = scoredChoices(matrix, OPTIONS_OF_MMLU_PRO);
  const shares = popularShares(lettered);
  const keys = keySteps(lettered).map((step) => step());
  const addScored = (name: string, choices: RecordedChoices, ofShares: readonly number[]) => {
    keys.push({
      answers: `${name}, scores`,
      models: choices.examinees.length,
      items: choices.items.length,
      swap: DRAWN,
      found: sumFoundScored(choices, ofShares, FEWER_SEEDS),
    });
  };
  addScored('mmlu-pro', scored, shares);
  let ikp: RecordedChoices | undefined;
  for (const [name, options] of SCORED) {
    const choices = scoredChoices(
      matrixOf(join(data, 'matrices', name, 'responses.csv.gz')),
      options,
    );
    if (name === 'ikp') ikp = choices;
    // Of two options the other one is the only wrong one; an open question's wrong reference is rarely given.
    addScored(name, choices, options === 2 ? [1] : options === 0 ? [0.05] : shares);
  }
  const texts = textFaults(items, SEEDS[0]);
  const { exact, ...own } = ownFaults(items);
  const { found: flagged, area } = flaggedFound(ikp!, join(data, 'matrices/ikp/items.csv'));
  const { dependence } = findSuspects({
    choices: withKnownOptions(scored, items),
    findings: [],
    candidates: exact,
  });
  const outside = outsideModels(lettered, matrix);
  return {
    keys,
    texts,
    own: { ...own, exact: exact.length },
    flagged,
    flaggedArea: area,
    dependence,
    outside,
  };
}

function keySteps(data: RecordedChoices): (() => KeyRow)[] {
  const all = data.examinees.map((_, m) => m);
  const every = (step: number) => byScore(data).filter((_, place) => place % step === 0);
  const sets = [
    ['all', all],
    ['every second', every(2)],
    ['every fourth', every(4)],
    ['the ten best', byScore(data).slice(0, 10)],
  ] as const;
  const row =
    (
      answers: string,
      models: readonly number[],
      swap: 'popular' | 'any',
      view = (seen: RecordedChoices) => seen,
    ) =>
    () => ({
      answers,
      models: models.length,
      items: data.items.length,
      swap,
      found: sumFound(data, swap, SEEDS, (swapped) => view(pickModels(swapped, models))),
    });
  return [
    ...sets.map(([name, models]) => row(`mmlu-pro, letters, ${name}`, models, 'popular')),
    ...sets.map(([name, models]) =>
      row(`mmlu-pro, scores, ${name}`, models, 'popular', withoutLetters),
    ),
    row('mmlu-pro, letters, all', all, 'any'),
  ];
}

/** Best first. */
function byScore(data: RecordedChoices): number[] {
  const width = data.items.length;
  const right = data.examinees.map((_, m) =>
    data.items.reduce(
      (sum, _item, j) => sum + (data.choices[m * width + j] === data.keys[j] ? 1 : 0),
      0,
    ),
  );
  return data.examinees.map((_, m) => m).sort((x, y) => right[y] - right[x]);
}

function withKnownOptions(data: RecordedChoices, items: readonly MmluProItem[]): RecordedChoices {
  const options = new Map(items.map(({ id, options: own }) => [id, Object.keys(own).length]));
  return { ...data, options: Uint8Array.from(data.items, (id) => options.get(id) ?? 0) };
}

function flaggedFound(data: RecordedChoices, file: string): { found: Found; area: number } {
  const names = new Set(
    readCsv(file)
      .filter(({ flagged }) => flagged === '1')
      .map(({ item }) => item),
  );
  const planted = new Set(data.items.flatMap((id, j) => (names.has(id) ? [j] : [])));
  const { evidence } = keyEvidence(data);
  const total = emptyFound();
  const value = (one: { wrongKey: number; broken: number }) => one.wrongKey + one.broken;
  count(total, planted, evidence, () => ({ share: 0, isTrue: false }), value);
  const own = evidence.map(value);
  let [above, pairs] = [0, 0];
  for (const j of planted)
    for (const [k, other] of own.entries()) {
      if (planted.has(k)) continue;
      pairs++;
      above += own[j] > other ? 1 : own[j] === other ? 0.5 : 0;
    }
  return { found: total, area: above / pairs };
}

/** Models outside the audit that score higher than all in it. */
function outsideModels(
  data: RecordedChoices,
  { examinees, items, scores }: ReturnType<typeof matrixOf>,
): AuditEvidence['outside'] {
  const inside = new Set(data.examinees);
  const column = new Map(items.map((id, j) => [id, j]));
  const meanOf = (m: number, ids: readonly string[]) => {
    const given = ids
      .map((id) => scores[m * items.length + column.get(id)!])
      .filter((score) => !Number.isNaN(score));
    return given.reduce((sum, score) => sum + score, 0) / given.length;
  };
  const means = examinees.map((_, m) => meanOf(m, data.items));
  const best = Math.max(...examinees.flatMap((name, m) => (inside.has(name) ? [means[m]] : [])));
  const stronger = examinees.flatMap((name, m) =>
    !inside.has(name) && means[m] > best ? [m] : [],
  );
  const { evidence } = keyEvidence(data);
  const suspects = data.items.filter((_, j) => evidence[j].wrongKey >= 0.5);
  const others = data.items.filter((_, j) => evidence[j].wrongKey < 0.5);
  const over = (ids: readonly string[]) =>
    stronger.reduce((sum, m) => sum + meanOf(m, ids), 0) / stronger.length;
  const weakest = Math.min(...examinees.flatMap((name, m) => (inside.has(name) ? [means[m]] : [])));
  return {
    weakest,
    best,
    suspects: suspects.length,
    suspectRight: over(suspects),
    othersRight: over(others),
  };
}
