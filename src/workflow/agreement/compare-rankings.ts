import { basename } from 'node:path';
import { fail } from '../../errors.ts';
import type { Board } from '../../files/boards/board.ts';
import type { ProposedName, StatedNames } from '../../files/boards/names-file.ts';
import { randomStream } from '../../random.ts';
import {
  AGREEMENT_DRAWS,
  type BoardAgreement,
  compareBoards,
} from '../../ranking/two-boards/compare-boards.ts';
import type { Disagreement } from '../../ranking/two-boards/disagreements.ts';
import {
  type ListedName,
  type MatchedBy,
  type ModelMatch,
  matchModels,
} from '../../ranking/two-boards/match-models.ts';
import { negativeTail } from '../../statistics/negative-tail.ts';
import { NORMAL_95 } from '../../statistics/normal-points.ts';
import { skewnessStatistic } from '../../statistics/skewness.ts';
import { quoted } from '../../text/quoted.ts';

/** A ranking of the comparison. */
export interface ComparedRanking {
  /** The file, without its folder where that tells it from the others. */
  readonly name: string;
  readonly models: number;
  /** Models that the list of names leaves out. */
  readonly leftOut: readonly string[];
  /** Where its errors come from; `none` if it has none. */
  readonly errorsFrom: string;
}

/** A model of two rankings. */
export interface ComparedModel extends Disagreement {
  readonly first: string;
  readonly second: string;
  readonly matchedBy: MatchedBy;
  readonly firstScore: number;
  readonly secondScore: number;
  /** Standard errors in the units of the scores; 0 where they are not known. */
  readonly firstError: number;
  readonly secondError: number;
  /** Whether the difference exceeds the errors of both; null if an error is not known. */
  readonly exceedsErrors: boolean | null;
}

/** A model that only one of two rankings has. */
export interface OnlyOne {
  readonly name: string;
  readonly isAmbiguous: boolean;
  readonly candidates: readonly string[];
}

/** Two rankings beside each other. */
export interface RankingPair extends Omit<BoardAgreement, 'models'> {
  readonly first: string;
  readonly second: string;
  /** Whether the errors of each are known. */
  readonly areErrorsKnown: readonly [boolean, boolean];
  /** Models of both. */
  readonly shared: number;
  /** Rankings in which all of these have the same score: no coefficient is defined. */
  readonly equal: readonly string[];
  /** Rankings whose scores are clearly skewed: intervals without errors take true scores as symmetric. */
  readonly skewed: readonly string[];
  /** Whether one ranks these models backwards: probably in one of them a low score is a good one. */
  readonly isReversed: boolean;
  /** By the size of the difference, largest first. */
  readonly models: readonly ComparedModel[];
  readonly unmatched: readonly [readonly OnlyOne[], readonly OnlyOne[]];
}

export interface RankingComparison {
  readonly confidence: number;
  readonly seed: number;
  readonly rankings: readonly ComparedRanking[];
  readonly pairs: readonly RankingPair[];
}

export interface ComparisonRequest {
  readonly boards: readonly Board[];
  readonly names: StatedNames | null;
  readonly confidence: number;
  readonly seed: number;
}

/** Models that two rankings need for any coefficient. */
const FEWEST_SHARED = 3;

interface NamedBoard {
  readonly board: Board;
  readonly name: string;
  /** By place in the board: the name that counts; null for a model that is left out. */
  readonly listed: readonly (ListedName | null)[];
}

/** The names of files in results: without folders, if that tells them apart. */
function boardNames(files: readonly string[]): string[] {
  const short = files.map((file) => basename(file));
  return new Set(short).size === files.length ? short : [...files];
}

/**
 * Compares every two of several rankings.
 * @param onShare called with the share of the work that is done
 * @throws OPTION_INVALID for a list of names that makes two models of a ranking one; TOO_FEW_EXAMINEES where two rankings share fewer than three
 */
export function compareRankings(
  { boards, names, confidence, seed }: ComparisonRequest,
  onShare: (share: number) => void = () => {},
): RankingComparison {
  const named = namedBoards(boards, names);
  const twos = everyTwo(named);
  const steps = AGREEMENT_DRAWS * twos.length;
  let done = 0;
  const pairs = twos.map(({ first, second, match }, k) => {
    const onDraw = () => onShare(++done / steps);
    const pair = pairOf(first, second, match, { confidence, seed, onDraw });
    done = AGREEMENT_DRAWS * (k + 1);
    return pair;
  });
  const rankings = named.map(({ board, name, listed }) => ({
    name,
    models: board.models.length,
    leftOut: board.models.filter((_, k) => listed[k] === null),
    errorsFrom: board.errorsFrom,
  }));
  return { confidence, seed, rankings, pairs };
}

/** The list of names to correct: every name of every file with the model that it is taken for. @throws OPTION_INVALID as `compareRankings` */
export function proposeNames(
  boards: readonly Board[],
  names: StatedNames | null,
): readonly ProposedName[] {
  const named = namedBoards(boards, names);
  return proposedNames(named, everyTwo(named));
}

function everyTwo(named: readonly NamedBoard[]): Two[] {
  return named.flatMap((first, i) =>
    named.slice(i + 1).map((second) => ({ first, second, match: matchOf(first, second) })),
  );
}

function namedBoards(boards: readonly Board[], names: StatedNames | null): NamedBoard[] {
  const short = boardNames(boards.map(({ file }) => file));
  return boards.map((board, k) => {
    const by = new Map<string, string>();
    const listed = board.models.map((name): ListedName | null => {
      const stated = names?.of(board.file, name);
      if (stated === null) return null;
      const own = stated ?? name;
      const other = by.get(own);
      if (other !== undefined)
        fail('OPTION_INVALID', {
          option: '--names',
          found: `${quoted(other)} and ${quoted(name)} of ${short[k]} as the same model ${quoted(own)}`,
          accepted: 'one name per model in each file; an empty model leaves a name out',
        });
      by.set(own, name);
      return { name: own, isStated: stated !== undefined };
    });
    return { board, name: short[k], listed };
  });
}

interface Match extends ModelMatch {
  /** Places in the boards of the names that were matched. */
  readonly places: readonly [readonly number[], readonly number[]];
}

interface Two {
  readonly first: NamedBoard;
  readonly second: NamedBoard;
  readonly match: Match;
}

function matchOf(first: NamedBoard, second: NamedBoard): Match {
  const kept = [first, second].map(({ listed }) =>
    listed.flatMap((one, at) => (one === null ? [] : [{ one, at }])),
  );
  const [left, right] = kept.map((own) => own.map(({ one }) => one));
  const places = kept.map((own) => own.map(({ at }) => at));
  return { ...matchModels(left, right), places: [places[0], places[1]] };
}

function pairOf(
  first: NamedBoard,
  second: NamedBoard,
  { pairs, unmatched, places }: Match,
  {
    confidence,
    seed,
    onDraw,
  }: { readonly confidence: number; readonly seed: number; readonly onDraw: () => void },
): RankingPair {
  if (pairs.length < FEWEST_SHARED)
    fail('TOO_FEW_EXAMINEES', {
      found: pairs.length,
      needed: FEWEST_SHARED,
      noun: 'model',
      purpose: `comparing ${first.name} with ${second.name} by the models of both (--names-out FILE writes a list of names to correct)`,
    });
  const at = [
    pairs.map((pair) => places[0][pair.first]),
    pairs.map((pair) => places[1][pair.second]),
  ];
  const of = (values: Float64Array | null, side: 0 | 1) =>
    Float64Array.from(at[side], (k) => values?.[k] ?? 0);
  const areErrorsKnown = [first.board.errors !== null, second.board.errors !== null] as const;
  const scores = {
    x: of(first.board.scores, 0),
    y: of(second.board.scores, 1),
    xError: of(first.board.errors, 0),
    yError: of(second.board.errors, 1),
  };
  const sides = [
    [first.name, scores.x],
    [second.name, scores.y],
  ] as const;
  const { models, ...agreement } = compareBoards(
    scores,
    areErrorsKnown,
    confidence,
    randomStream(seed, 'agreement', first.name, second.name),
    { onDraw },
  );
  return {
    first: first.name,
    second: second.name,
    ...agreement,
    areErrorsKnown,
    shared: pairs.length,
    equal: sides.filter(([, own]) => own.every((one) => one === own[0])).map(([name]) => name),
    skewed: sides
      .filter(([, own]) => Math.abs(skewnessStatistic(own) ?? 0) > NORMAL_95)
      .map(([name]) => name),
    isReversed: isReversed(agreement.coefficients, pairs.length),
    models: models
      .map((model, k) => ({
        first: first.board.models[at[0][k]],
        second: second.board.models[at[1][k]],
        matchedBy: pairs[k].by,
        firstScore: scores.x[k],
        secondScore: scores.y[k],
        firstError: scores.xError[k],
        secondError: scores.yError[k],
        ...model,
        exceedsErrors: model.p === null ? null : model.p < 1 - confidence,
      }))
      .sort((p, q) => Math.abs(q.difference) - Math.abs(p.difference)),
    unmatched: [
      unmatched[0].map(({ name, isAmbiguous, candidates }) => ({ name, isAmbiguous, candidates })),
      unmatched[1].map(({ name, isAmbiguous, candidates }) => ({ name, isAmbiguous, candidates })),
    ],
  };
}

/** At most this τ, and a ρ that is as low by chance with at most this probability. Four models are in opposite orders by chance in 1 of 24 cases. */
const REVERSED = { tau: -0.5, chance: 0.01, models: 5 };

function isReversed(
  { kendall, spearman }: BoardAgreement['coefficients'],
  models: number,
): boolean {
  return (
    models >= REVERSED.models &&
    kendall.measured !== null &&
    kendall.measured <= REVERSED.tau &&
    negativeTail(spearman.measured!, models) <= REVERSED.chance
  );
}

/** Every name of every file with the model that it was taken for: the name in the first file that has it. */
function proposedNames(named: readonly NamedBoard[], twos: readonly Two[]): ProposedName[] {
  const modelOf = named.map(({ board }) => new Map<number, string>(board.models.entries()));
  const noteOf = named.map(() => new Map<number, string>());
  const partners = named.map(() => new Set<number>());
  const candidatesOf = named.map(() => new Map<number, readonly string[]>());
  // Earlier files first: a later file takes over what they were taken for.
  for (const { first, second, match } of twos) {
    const [i, j] = [named.indexOf(first), named.indexOf(second)];
    for (const pair of match.pairs) {
      const [p, q] = [match.places[0][pair.first], match.places[1][pair.second]];
      const isTaken = partners[j].has(q);
      partners[i].add(p);
      partners[j].add(q);
      if (isTaken) continue;
      modelOf[j].set(q, modelOf[i].get(p)!);
      if (pair.by === 'date') noteOf[j].set(q, 'matched without its date');
      else if (pair.by === 'form') noteOf[j].set(q, 'matched by its form');
    }
    match.unmatched.forEach((side, s) => {
      const k = s === 0 ? i : j;
      for (const { at, isAmbiguous, candidates } of side) {
        const place = match.places[s][at];
        if (isAmbiguous) noteOf[k].set(place, 'fits several');
        const earlier = candidatesOf[k].get(place) ?? [];
        candidatesOf[k].set(place, [...new Set([...earlier, ...candidates])]);
      }
    });
  }
  return named.flatMap(({ board, name, listed }, k) =>
    board.models.map((own, at) => {
      const isOut = listed[at] === null;
      const isAlone = !partners[k].has(at);
      const stated = listed[at]?.isStated === true ? listed[at].name : null;
      return {
        file: name,
        name: own,
        model: isOut ? '' : (stated ?? modelOf[k].get(at)!),
        note: isOut ? 'left out' : (noteOf[k].get(at) ?? (isAlone ? 'no partner' : '')),
        candidates: isAlone && !isOut ? (candidatesOf[k].get(at) ?? []) : [],
      };
    }),
  );
}
