import type { Trace } from '../../../api/sessions.ts';
import { t } from '../../words/t.ts';

/** Half the width of a 90% interval in standard errors: the 95% quantile of the normal distribution. */
const HALF_WIDTH = 1.6449;

export interface TraceSeries {
  readonly answers: number[];
  readonly ability: { values: (number | null)[]; low: (number | null)[]; high: (number | null)[] };
  readonly score: { values: (number | null)[]; low: (number | null)[]; high: (number | null)[] };
}

/** Which intervals of a trace are verified, in a sentence; empty if all are. */
export function verifiedWords(places: Trace['places']): string {
  const looks = places.filter(({ low }) => low !== null);
  const verified = looks.filter((place) => place.verified === true);
  if (verified.length === looks.length) return '';
  if (verified.length === 0) return t('None of these intervals is verified.');
  return verified.length === 1 && verified[0] === looks.at(-1)
    ? t('Only the last of these intervals is verified.')
    : t('{verified} of these {all} intervals are verified.', {
        verified: verified.length,
        all: looks.length,
      });
}

/** A trace as lines over the number of answers: only places up to where something is known. */
export function traceSeries(places: Trace['places']): TraceSeries {
  const known = places.filter(({ ability, predicted }) => ability !== null || predicted !== null);
  const around = (sign: number) =>
    known.map(({ ability, se }) =>
      ability === null || se === null ? null : ability + sign * HALF_WIDTH * se,
    );
  return {
    answers: known.map(({ place }) => place),
    ability: {
      values: known.map(({ ability }) => ability),
      low: around(-1),
      high: around(1),
    },
    score: {
      values: known.map(({ predicted }) => predicted),
      low: known.map(({ low }) => low),
      high: known.map(({ high }) => high),
    },
  };
}
