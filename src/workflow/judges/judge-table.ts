import { fail } from '../../errors.ts';
import type { GivenScore } from '../../files/judges/read-judgements.ts';
import { nearestNames } from '../../nearest.ts';
import { plural } from '../../numbers.ts';
import type { JudgedScores } from '../../scoring/judges/judged-scores.ts';
import { mean } from '../../statistics/mean.ts';

/** Scores of judges and of people, answer by answer. */
export interface JudgeTable {
  readonly judges: JudgedScores;
  /** Names of the people, and their scores by answer and person, in rows. */
  readonly people: readonly string[];
  readonly peopleScores: Float64Array;
  /** All aspects of the scores. */
  readonly aspects: readonly string[];
}

/**
 * Puts scores into a table of answers. The scores of answers as a whole are those that are stated if everybody who scored an answer states one,
 * else the means of all aspects of the answer, so that all are on one scale; whoever left an aspect out has none.
 * @param aspect which scores count; null for answers as a whole
 * @throws NAME_UNKNOWN for a person or an aspect that has no scores; JUDGEMENTS_TOO_FEW; FILE_INVALID for two scores of one thing
 */
export function judgeTable(
  given: readonly GivenScore[],
  people: readonly string[],
  aspect: string | null,
): JudgeTable {
  const names = [...new Set(given.map(({ judge }) => judge))].sort();
  for (const name of people)
    if (!names.includes(name))
      fail('NAME_UNKNOWN', { kind: 'person', name, nearest: nearestNames(name, names) });
  const aspects = [...new Set(given.flatMap((one) => one.aspect ?? []))].sort();
  if (aspect !== null && !aspects.includes(aspect))
    fail('NAME_UNKNOWN', { kind: 'aspect', name: aspect, nearest: nearestNames(aspect, aspects) });
  const answers = new Map<string, { model: string; item: string; by: Map<string, Own> }>();
  for (const { model, item, judge, aspect: of, score, where } of given) {
    const key = JSON.stringify([model, item]);
    const answer = answers.get(key) ?? { model, item, by: new Map<string, Own>() };
    answers.set(key, answer);
    const own = answer.by.get(judge) ?? { whole: null, aspects: new Map<string, number>() };
    answer.by.set(judge, own);
    if (of === null ? own.whole !== null : own.aspects.has(of))
      fail('FILE_INVALID', {
        file: where,
        found: `a second score of ${judge} for the answer of ${model} to ${item}${of === null ? '' : `, aspect ${of}`}`,
        accepted: 'one score per model, item, judge and aspect; name repeats as items of their own',
      });
    if (of === null) own.whole = score;
    else own.aspects.set(of, score);
  }
  const rows = [...answers.values()].sort(
    (x, y) => order(x.item, y.item) || order(x.model, y.model),
  );
  const judges = names.filter((name) => !people.includes(name));
  const areStated = rows.every(({ by }) => [...by.values()].every(({ whole }) => whole !== null));
  const areByAspect = rows.every(({ by }) => [...by.values()].every((own) => own.aspects.size > 0));
  if (aspect === null && !areStated && !areByAspect)
    fail('FILE_INVALID', {
      file: 'scores of judges',
      found: 'scores of answers as a whole from some, and only scores by aspect from others',
      accepted:
        'from all of them either scores by aspect, or scores as a whole; --aspect NAME compares one aspect',
    });
  const scoresOf = (columns: readonly string[]) =>
    Float64Array.from(
      rows.flatMap(({ by }) => {
        const scored = [...new Set([...by.values()].flatMap((own) => [...own.aspects.keys()]))];
        return columns.map((name) => {
          const own = by.get(name);
          if (own === undefined) return Number.NaN;
          if (aspect !== null) return own.aspects.get(aspect) ?? Number.NaN;
          if (areStated) return own.whole!;
          return mean(scored.map((one) => own.aspects.get(one) ?? Number.NaN));
        });
      }),
    );
  const peopleScores = scoresOf(people);
  if (judges.length === 0 || rows.length === 0 || judges.length + people.length < 2)
    fail('JUDGEMENTS_TOO_FEW', {
      where: 'scores of judges',
      found: `${plural(judges.length, 'judge')} and ${plural(people.length, 'person', 'people')}`,
    });
  return {
    judges: {
      judges,
      scores: scoresOf(judges),
      models: rows.map(({ model }) => model),
      items: rows.map(({ item }) => item),
      people: Float64Array.from(rows, (_, row) => {
        const own = peopleScores.subarray(row * people.length, (row + 1) * people.length);
        const known = own.filter((score) => !Number.isNaN(score));
        return known.length === 0 ? Number.NaN : mean(known);
      }),
    },
    people,
    peopleScores,
    aspects,
  };
}

interface Own {
  whole: number | null;
  readonly aspects: Map<string, number>;
}

function order(x: string, y: string): number {
  return x < y ? -1 : x > y ? 1 : 0;
}
