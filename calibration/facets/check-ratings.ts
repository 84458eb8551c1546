import { fail } from '../../src/errors.ts';
import type { FacetOptions, FacetRatings } from './facet-types.ts';

const MOST_CATEGORIES = 100;

/** @throws NO_ANSWERS without ratings; OPTION_INVALID for lists of unlike length, numbers out of range, or two ratings of one thing by one rater */
export function checkRatings(ratings: FacetRatings, options: FacetOptions): void {
  const { answers, raters, aspects, scores, counts } = ratings;
  const refuse = (option: string, found: string, accepted: string): never =>
    fail('OPTION_INVALID', { option, found, accepted });
  if (scores.length === 0) fail('NO_ANSWERS', { where: 'the ratings' });
  for (const [name, count] of Object.entries(counts))
    if (!(Number.isInteger(count) && count >= 1))
      refuse(`counts.${name}`, `${count}`, 'a whole number of at least 1');
  if (counts.categories < 2 || counts.categories > MOST_CATEGORIES)
    refuse('counts.categories', `${counts.categories}`, `2 to ${MOST_CATEGORIES}`);
  const lists = { answers, raters, aspects, scores };
  const limits = { ...counts, scores: counts.categories };
  for (const name of ['answers', 'raters', 'aspects', 'scores'] as const) {
    const list = lists[name];
    if (list.length !== scores.length)
      refuse(name, `${list.length} numbers`, `${scores.length}, one for each score`);
    for (let k = 0; k < list.length; k++)
      if (!(list[k] >= 0 && list[k] < limits[name]))
        refuse(`${name}[${k}]`, `${list[k]}`, `0 to ${limits[name] - 1}`);
  }
  for (const name of ['groups', 'clusters'] as const) {
    const list = options[name];
    if (list === undefined) continue;
    if (list.length !== counts.answers)
      refuse(name, `${list.length} numbers`, `${counts.answers}, one for each answer`);
    for (const value of list)
      if (!(value >= 0 && value < counts.answers))
        refuse(name, `${value}`, `0 to ${counts.answers - 1}`);
  }
  const { level = 0.9, tolerance = 1e-6, maxIterations = 1 } = options;
  if (!(level > 0 && level < 1)) refuse('level', `${level}`, 'a number between 0 and 1');
  if (!(tolerance > 0)) refuse('tolerance', `${tolerance}`, 'a number above 0');
  if (!(maxIterations >= 1)) refuse('maxIterations', `${maxIterations}`, 'at least 1');
  for (const [name, sd] of Object.entries(options.priors ?? {}))
    if (typeof sd === 'number' && !(sd > 0))
      refuse(`priors.${name}`, `${sd}`, 'a number above 0, or Infinity');
  const seen = new Set<number>();
  for (let k = 0; k < scores.length; k++) {
    const key = (answers[k] * counts.raters + raters[k]) * counts.aspects + aspects[k];
    if (seen.has(key))
      refuse(
        'ratings',
        `two of rater ${raters[k]} for aspect ${aspects[k]} of answer ${answers[k]}`,
        'one; name repeated ratings as raters or answers of their own',
      );
    seen.add(key);
  }
}
