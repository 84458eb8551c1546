import type { Item } from '../../items/item.ts';
import { Rejection } from '../records/records.ts';

/** How an accuracy of people is written: from 0 to 1, or from 0 to 100. */
export type AccuracyUnit = 'share' | 'percent';

/** What columns of human figures are called, best first; case, spaces, `_` and `-` do not count. */
const ACCURACY = [
  ...['humanaccuracy', 'humanperformance', 'humancorrectrate', 'humancorrectness', 'correctrate'],
  ...['correctnessrate', '人类正确率', '考生正确率', '正确率', '答对率'],
];
const RESPONDENTS = [
  ...['respondents', 'humanrespondents', 'numrespondents', 'nrespondents', 'respondentcount'],
  ...['numberofrespondents', '作答人数', '答题人数', '考生人数'],
];
const NUMBER = /^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** At the end of a column's name it says that all values are percentages. */
const PERCENT = /[([（［]?(?:%|％|percent|pct)[)\]）］]?$/;

/** The columns of human figures. */
export interface HumanFields {
  readonly accuracy: string;
  readonly respondents?: string | undefined;
  /** By default as the column's name ends or its values are. */
  readonly accuracyIs?: AccuracyUnit | undefined;
}

/** Finds the columns of human figures by their names; undefined without an accuracy. @param named fields by plain name */
export function humanFields(named: ReadonlyMap<string, string>): HumanFields | undefined {
  for (const [name, field] of named) {
    const isPercent = PERCENT.test(name);
    if (!ACCURACY.includes(isPercent ? name.replace(PERCENT, '') : name)) continue;
    const respondents = RESPONDENTS.flatMap((own) => named.get(own) ?? [])[0];
    return { accuracy: field, respondents, ...(isPercent ? { accuracyIs: 'percent' } : {}) };
  }
  return undefined;
}

/** Reads the human figures of one record after another. @throws Rejection */
export type HumanReader = (
  accuracy: string | undefined,
  respondents: string | undefined,
  stated: AccuracyUnit | undefined,
) => Item['human'];

/**
 * A reader of human figures. A sign `%` makes a value a percentage. Without it, and without a stated unit, the first value but 0 shows the unit of all: above 1 they
 * are percentages, else shares. A later value that contradicts it is rejected instead of being read 100 times too large or too small.
 */
export function humanReader(): HumanReader {
  let shown: AccuracyUnit | undefined;
  return (accuracy, respondents, stated) => {
    const text = accuracy?.trim() ?? '';
    if (text === '' || text.toLowerCase() === 'nan') return undefined;
    const bare = text.replace(/\s*[%％]$/, '');
    const value = NUMBER.test(bare) ? Number(bare) : Number.NaN;
    if (!(value >= 0 && value <= 100))
      throw new Rejection(`human.accuracy: ${JSON.stringify(text)} is no share and no percentage`);
    let unit: AccuracyUnit | undefined = bare === text ? stated : 'percent';
    if (unit === undefined) {
      if (value !== 0) shown ??= value > 1 ? 'percent' : 'share';
      unit = shown ?? 'share';
      const looksLike = value > 1 ? 'percent' : value < 1 && value > 0 ? 'share' : unit;
      if (looksLike !== unit)
        throw new Rejection(
          `human.accuracy: ${text} after ${unit === 'share' ? 'shares (0 to 1)' : 'percentages'}; say which with --map human.accuracy=COLUMN,human.accuracyIs=percent (or share)`,
        );
    } else if (unit === 'share' && value > 1)
      throw new Rejection(`human.accuracy: ${text} is above 1, and stated to be a share`);
    return {
      accuracy: unit === 'percent' ? value / 100 : value,
      respondents: respondentsOf(respondents?.trim() ?? ''),
    };
  };
}

/** Whole numbers, also with thousands separators and as programs write columns with gaps (`214.0`); null where there is none. */
function respondentsOf(text: string): number | null {
  if (text === '' || text.toLowerCase() === 'nan') return null;
  const plain = /^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text;
  if (!/^\d+(\.0+)?$/.test(plain))
    throw new Rejection(`human.respondents: ${JSON.stringify(text)} is no whole number`);
  // Nobody was asked: nothing is known.
  return Number(plain) || null;
}
