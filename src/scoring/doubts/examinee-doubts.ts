import { backwardsExaminees } from '../../../calibration/diagnose/backwards-examinees.ts';
import { examineeCopies } from '../../../calibration/diagnose/copies/examinee-copies.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { ENGLISH, listed, type Words } from '../../languages/words.ts';
import { correlation, count, decimal, percent } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { AbsentByModel, AbsentCounts } from '../absent.ts';
import { absentText } from '../absent-text.ts';
import type { BelowChance } from '../patterns/below-chance.ts';
import { modelsBelowChance } from './models-below-chance.ts';
import { modelsWithManyAbsent } from './models-without-answers.ts';

/** What makes answers of examinees doubtful, by rule. Every result about examinees has a list of these, `doubts`. */
export type ExamineeDoubt = { readonly [K in DoubtKind]: Doubt<K> }[DoubtKind];
export type DoubtKind = keyof DoubtFacts;
type Doubt<K extends DoubtKind> = {
  readonly kind: K;
  readonly examinees: readonly string[];
} & DoubtFacts[K];

interface DoubtFacts {
  /** The stand-in answered for them. */
  readonly simulated: object;
  /** Many of so many answers are not there, and count as wrong. */
  readonly absent: { readonly answers: number; readonly absent: AbsentCounts };
  readonly 'below-chance': BelowChance;
  /** The largest share of different answers between two of them; 0 if all are the same. */
  readonly copies: { readonly differ: number };
  /** Right where the others are wrong: the correlation with their mean scores, over so many items. */
  readonly backwards: { readonly correlation: number; readonly items: number };
}

/** What is known of examinees. A rule finds nothing where it lacks what it needs. */
export interface KnownExaminees {
  readonly matrix: ResponseMatrix;
  /** By examinee. Copies within one family are not told. */
  readonly families?: readonly string[] | null | undefined;
  readonly standIns?: readonly string[] | undefined;
  readonly absent?: AbsentByModel | undefined;
  /** Options of single choices, by item; answers to other items are not compared with guessing. */
  readonly options?: ReadonlyMap<string, number> | undefined;
}

/** What is done with the answers, which decides what doubtful ones distort; `grouped`: analysed by family. */
export type DoubtUse = 'fitted' | 'grouped' | 'ranked' | 'compared';

interface DoubtRule<K extends DoubtKind> {
  find(known: KnownExaminees): Doubt<K>[];
  /** One text for all that the rule found: what was found, what it distorts, what to do. */
  text(found: readonly Doubt<K>[], use: DoubtUse, t: Words): string;
}

const RULES: { readonly [K in DoubtKind]: DoubtRule<K> } = {
  simulated: {
    find({ matrix: { examinees: all }, standIns = [] }) {
      const examinees = all.filter((name) => standIns.includes(name));
      return examinees.length === 0 ? [] : [{ kind: 'simulated', examinees }];
    },
    text: (found, _, t) =>
      t('SIMULATED: the answers of {models} come from the stand-in, which no model is behind.', {
        models: some([...new Set(found.flatMap(({ examinees }) => examinees))].map(plainText), t),
      }),
  },
  absent: {
    find: ({ matrix, absent }) =>
      modelsWithManyAbsent(matrix, absent).map(({ model, answers, kinds }) => ({
        ...{ kind: 'absent', examinees: [model], answers, absent: kinds },
      })),
    text: (found, _, t) =>
      t(
        'WARNING: recorded answers that are not there: {models}. Unreadable, truncated and refused answers count as wrong. Record these models again, or leave them out.',
        {
          models: some(
            found.map(({ examinees: [model], answers, absent }) =>
              t('{model}: {text}', {
                model: plainText(model),
                text: t('{found} out of {n}', { found: absentText(absent, t), n: count(answers) }),
              }),
            ),
            t,
            '; ',
          ),
        },
      ),
  },
  'below-chance': {
    find: ({ matrix, absent, options }) =>
      options === undefined
        ? []
        : modelsBelowChance(matrix, absent, options).map(({ model, ...found }) => ({
            ...{ kind: 'below-chance', examinees: [model], ...found },
          })),
    text: (found, _, t) =>
      t(
        'WARNING: fewer right answers than by guessing: {models}. The answers may be misread, or the key may be that of options in another order. A weak model can also fall for wrong options that attract. Compare some outputs with the key: if they were read well, keep the model; otherwise record it again, or leave it out.',
        {
          models: some(
            found.map(({ examinees: [model], count: right, of, expected }) =>
              t('{model}: {found} of {n} right, guessing gives about {expected}', {
                model: plainText(model),
                found: count(right),
                n: count(of),
                expected: decimal(expected, expected < 10 ? 1 : 0),
              }),
            ),
            t,
            '; ',
          ),
        },
      ),
  },
  copies: {
    find: ({ matrix, families }) =>
      examineeCopies(matrix, families).map((found) => ({ ...{ kind: 'copies' }, ...found })),
    text: (found, use, t) =>
      t(
        'WARNING: models that answer like copies of one another: {copies}. {use, select, fitted {They count as independent, so standard errors are too small. Keep one of each group.} grouped {They count as independent, so standard errors and p are too small. Keep one of each group, or make each group a family (--families FILE).} ranked {Each is tested on a calibration from its copies, so scores look better and intervals are narrower than those of a new model. Make each group a family (--families FILE), or keep one of each.} other {They may be one model under several names. Differences between them are then chance, and a test beside a recorded copy looks more certain than that of a new model.}}',
        { copies: copiesText(found, t), use },
      ),
  },
  backwards: {
    find: ({ matrix }) =>
      backwardsExaminees(matrix).map(({ examinee, ...found }) => ({
        ...{ kind: 'backwards', examinees: [examinee], ...found },
      })),
    text: (found, use, t) =>
      t(
        'WARNING: right where the others are wrong (correlation with the mean scores of the others): {names}. The key may be reversed or shifted, or scores be 1 − x.{use, select, compared {} other { They distort the flags and parameters of items.}} Check how they were scored, or leave them out.',
        {
          names: some(
            found.map(
              ({ examinees: [name], correlation: r }) => `${plainText(name)} ${correlation(r, t)}`,
            ),
            t,
          ),
          use,
        },
      ),
  },
};

const KINDS = Object.keys(RULES) as DoubtKind[];
/** What only answers show. The other rules need to know how answers came about. */
const OF_ANSWERS: readonly DoubtKind[] = ['copies', 'backwards'];

function find(known: KnownExaminees, kinds: readonly DoubtKind[]): ExamineeDoubt[] {
  return kinds.flatMap((kind): ExamineeDoubt[] => RULES[kind].find(known));
}

/** What all rules find, in their order. */
export function examineeDoubts(known: KnownExaminees): ExamineeDoubt[] {
  return find(known, KINDS);
}

export function answerDoubts(known: Pick<KnownExaminees, 'matrix' | 'families'>): ExamineeDoubt[] {
  return find(known, OF_ANSWERS);
}

/** @param standIns those of some names that the stand-in answered for */
export function simulatedDoubts(
  names: readonly string[],
  standIns: readonly string[] | undefined,
): ExamineeDoubt[] {
  const matrix = { examinees: names, items: [], scores: new Float32Array(0) };
  return find({ matrix, standIns }, ['simulated']);
}

/** What is found when answers are read, and stays with them. */
export function recordDoubts(known: KnownExaminees): ExamineeDoubt[] {
  return find(
    known,
    KINDS.filter((kind) => !OF_ANSWERS.includes(kind)),
  );
}

/** Those of which one of some examinees is part. */
export function doubtsAbout(
  doubts: readonly ExamineeDoubt[],
  names: readonly string[],
): ExamineeDoubt[] {
  const isNamed = new Set(names);
  return doubts.filter(({ examinees }) => examinees.some((name) => isNamed.has(name)));
}

/** What doubts say, one text for each rule. */
export function doubtTexts(
  doubts: readonly ExamineeDoubt[],
  use: DoubtUse,
  t: Words = ENGLISH,
): string[] {
  const textOf = <K extends DoubtKind>(kind: K) => {
    const found = doubts.filter((own): own is Doubt<K> & ExamineeDoubt => own.kind === kind);
    return found.length === 0 ? [] : [RULES[kind].text(found, use, t)];
  };
  return KINDS.flatMap(textOf);
}

/** The same as warnings of a calibration, which are kept without their last full stop. */
export function doubtWarnings(doubts: readonly ExamineeDoubt[], use: DoubtUse): string[] {
  return doubtTexts(doubts, use).map((text) => text.replace(/\.$/, ''));
}

/** Most entries that a text names. */
const MOST = 5;

function some(entries: readonly string[], t: Words, between: ', ' | '; ' = ', '): string {
  const names = entries.slice(0, MOST).join(t(between));
  const more = entries.length - MOST;
  return more > 0 ? t('{names} and {n} more', { names, n: count(more) }) : names;
}

/** Groups and names in them that are told. */
const GROUPS = 4;
const NAMES = 3;

function copiesText(copies: readonly Doubt<'copies'>[], t: Words): string {
  const groups = copies.slice(0, GROUPS).map(({ examinees, differ }) => {
    const more = examinees.length - NAMES;
    const names = listed(examinees.slice(0, NAMES).map(plainText), t);
    const all = more > 0 ? t('{names} and {n} more', { names, n: count(more) }) : names;
    return differ === 0
      ? t('{names} (the same answers)', { names: all })
      : t('{names} (up to {share} of the answers differ)', { names: all, share: percent(differ) });
  });
  const more = copies.length - GROUPS;
  if (more > 0)
    groups.push(t('{n, plural, one {# more group} other {# more groups}}', { n: more }));
  return groups.join(t('; '));
}
