import { isOnLevels, levelsOf, type ScoreLevels } from '../irt/polytomous/score-levels.ts';
import type { ResponseMatrix } from '../irt/responses.ts';
import { ENGLISH, listed, type Words } from '../languages/words.ts';
import { count, decimal } from '../numbers.ts';
import type { GradedSummary } from '../ranking/graded/graded-summary.ts';
import { type StrategyName, strategyOf } from '../ranking/live/strategies.ts';

/** Levels differ by at least a millionth. */
const MOST_DIGITS = 7;

/** How graded tests modelled the scores: the levels, and the model that each calibration chose. */
export function gradedLine(
  { levels, isExact, choices }: GradedSummary,
  t: Words = ENGLISH,
): string {
  const names = [...new Set(choices.map(({ model }) => model))].sort();
  const many = choices.length > 1;
  const chosen = names.map((name) => {
    const own = choices.filter(({ model }) => model === name);
    const clear = own.filter(({ isClear }) => isClear).length;
    const times = many
      ? t(' in {n} of {all} calibrations', {
          n: String(own.length),
          all: String(choices.length),
        })
      : '';
    const clarity =
      clear === own.length
        ? t('clearly better than the others on left-out families')
        : clear === 0
          ? t('not clearly better than the others on left-out families')
          : t('clearly better than the others in {n}', { n: String(clear) });
    return t('{name}{times} ({clarity})', { name, times, clarity });
  });
  const on = levelsText(levels);
  const rounded = isExact ? '' : t('; other scores are rounded to these, and count as they are');
  return t(
    'Scores are modelled on {n, plural, one {# level} other {# levels}} ({on}{rounded}) by {chosen}.',
    { n: levels.length, on, rounded, chosen: listed(chosen, t) },
  );
}

/** `0, 0.333, 1`: three decimals, or as many more as tell all levels apart. */
export function levelsText(levels: ScoreLevels): string {
  for (let digits = 3; ; digits++) {
    const texts = levels.map((level) => String(Number(level.toFixed(digits))));
    if (digits === MOST_DIGITS || new Set(texts).size === levels.length) return texts.join(', ');
  }
}

/** From this many recorded models on, graded tests were measured to be better: see docs/evidence/graded-tests.md. */
const ENOUGH_MODELS = 100;
/** Share of scores between 0 and 1 from which a model of levels is worth it. */
const ENOUGH_BETWEEN = 0.01;

/** Advice for banks on which graded tests were measured to err less than those of another strategy; null for others. */
export function gradedAdvice(responses: ResponseMatrix, strategy: StrategyName): string | null {
  const models = responses.examinees.length;
  if (
    !strategyOf(strategy).isCalibrated ||
    strategyOf(strategy).asksFlagged ||
    models < ENOUGH_MODELS
  )
    return null;
  const between = responses.scores.reduce((n, u) => n + (u > 0 && u < 1 ? 1 : 0), 0);
  if (between < ENOUGH_BETWEEN * responses.scores.length) return null;
  const levels = levelsOf(responses);
  if (levels.length < 3 || !isOnLevels(responses, levels)) return null;
  return `These scores have ${levels.length} levels. With 187 recorded models and scores of 0, ½ and 1, --strategy graded erred ${decimal(0.83, 2)} to ${decimal(0.97, 2)} times as much as "robust" in tests of the same length, clearly less with 40 and 154 items; here are ${count(models)} models. It predicts no scores by tag.`;
}
