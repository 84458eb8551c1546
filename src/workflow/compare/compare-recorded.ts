import type { ComparisonTest } from '../../ranking/compare/comparison-test.ts';
import type {
  ComparedModel,
  PreparedComparison,
} from '../../ranking/compare/prepare-comparison.ts';
import { changesOf, isDecided } from './comparison-result.ts';
import { type ComparisonRules, looksOf } from './comparison-rules.ts';

/** Draws the next items of a comparison, up to its next look; none if it is over. */
export function nextItems(
  { test, itemSquares, ...prepared }: PreparedComparison,
  names: readonly string[],
  rules: ComparisonRules,
): Int32Array {
  test.close();
  const looks = looksOf(rules);
  const { answered } = test;
  if (rules.stopsEarly && looks.includes(answered)) {
    const changes = changesOf({ test, itemSquares, ...prepared }, names, rules);
    if (changes !== null && isDecided(changes)) return new Int32Array();
  }
  const look = looks.find((items) => items > answered);
  return look === undefined ? new Int32Array() : test.next(look - answered);
}

/** Runs a comparison on recorded answers. */
export function answerFromRecord(
  prepared: PreparedComparison,
  models: readonly ComparedModel[],
  rules: ComparisonRules,
): void {
  const names = models.map(({ name }) => name);
  for (;;) {
    const items = nextItems(prepared, names, rules);
    if (items.length === 0) return;
    recordAll(prepared.test, models, items);
  }
}

function recordAll(test: ComparisonTest, models: readonly ComparedModel[], items: Int32Array) {
  for (const j of items)
    models.forEach(({ answers }, m) => {
      test.record(m, j, answers![j]);
    });
}
