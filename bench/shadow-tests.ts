/**
 * What docs/assembly.md says of shadow tests on a large bank, measured: the reduced problem against that of all items, the
 * time of a decision, and sessions within constraints that overlap beside greedy ones.
 *
 *     node bench/shadow-tests.ts [sessions] [full problems]      20 and 3 by default: about ten minutes
 *
 * Costs and the tag `level` are drawn; everything else is that of the built-in bank `climedbench`.
 */
import { loadBuiltinBank } from '../item-bank/builtin/load.ts';
import { assemble } from '../src/cat/assemble/assemble.ts';
import { firstTest } from '../src/cat/assemble/first-test.ts';
import { programOf } from '../src/cat/assemble/program-of.ts';
import { openTest, requirementsOf } from '../src/cat/assemble/requirements.ts';
import { type CatBank, DEFAULT_BOUNDS, prepareBank } from '../src/cat/bank.ts';
import { PUBLISHED, type SessionConfiguration } from '../src/cat/configuration.ts';
import type { Quota } from '../src/cat/constrain/quotas.ts';
import { AdaptiveSession } from '../src/cat/session.ts';
import type { StopRule } from '../src/cat/stop/rules.ts';
import { loadSolver } from '../src/highs-solver.ts';
import { information } from '../src/irt/information.ts';
import { probability } from '../src/irt/probability.ts';
import { randomInteger, randomNormal, randomStream } from '../src/random.ts';
import { median } from '../src/statistics/median.ts';

const sessions = Number(process.argv[2] ?? 20);
const full = Number(process.argv[3] ?? 3);
const LENGTH = 243;
const solver = await loadSolver();
const { items: ids, parameters, tags: own } = loadBuiltinBank('climedbench');
const levels = ['easy', 'middle', 'hard'];
const level = randomStream(1, 'level');
const tags = {
  ...own,
  level: { values: levels, codes: Uint8Array.from(ids, () => randomInteger(level, levels.length)) },
};
const cost = randomStream(1, 'costs');
const costs = ids.map(() => Math.round(50 + 400 * cost() ** 2));
const bank = prepareBank(ids, parameters, tags, DEFAULT_BOUNDS, costs);

/** Quotas that keep every value of some tags within `around` of its share of the bank. */
function shares(names: readonly string[], around: number): Quota[] {
  return names.flatMap((tag) => {
    const { values, codes } = bank.tags[tag];
    const counts = new Float64Array(values.length);
    for (let j = 0; j < ids.length; j++) counts[codes[j]]++;
    return values.map((value, v) => ({
      tag,
      value,
      least: Math.max(0, counts[v] / ids.length - around),
      most: Math.min(1, counts[v] / ids.length + around),
    }));
  });
}

const informationAt = ({ items: { a, b, c, d } }: CatBank, theta: number) =>
  Float64Array.from(ids, (_, j) => information(theta, a[j], b[j], c[j], d[j]));

function compareFull(name: string, quotas: readonly Quota[], budget: number): void {
  const requirements = requirementsOf(bank, {
    length: LENGTH,
    quotas,
    enemies: [],
    budget,
    isOpen: () => true,
  });
  const open = openTest(requirements);
  const known = firstTest(requirements, solver);
  const all = Int32Array.from(ids.keys());
  for (let k = 0; k < full; k++) {
    const ability = -1.5 + (3 * k) / Math.max(1, full - 1);
    const values = informationAt(bank, ability);
    const from = performance.now();
    const reduced = assemble(requirements, open, values, known, null, solver);
    const between = performance.now();
    const whole = solver.solveInteger(programOf(requirements, open, values, all).program, 0);
    const until = performance.now();
    const value = reduced.items.reduce((sum, j) => sum + values[j], 0);
    console.log(
      `${name}, ability ${ability}: reduced ${value.toFixed(9)} in ${Math.round(between - from)} ms, all items ${whole.bound.toFixed(9)} (${whole.status}) in ${Math.round(until - between)} ms, difference ${(whole.bound - value).toExponential(1)}`,
    );
  }
}

function compareSessions(
  name: string,
  change: Partial<SessionConfiguration>,
  quotas: readonly Quota[],
  budget: number,
): void {
  let met = 0;
  let whole = 0;
  let told = 0;
  let free = 0;
  const times: number[] = [];
  let assembled = 0;
  let kept = 0;
  let solved = 0;
  let gap = 0;
  for (let k = 0; k < sessions; k++) {
    const random = randomStream('shadow', k);
    const ability = randomNormal(random);
    const { a, b, c, d } = bank.items;
    const session = new AdaptiveSession(
      bank,
      { ...PUBLISHED, estimator: 'eap', ...change },
      solver,
    );
    const index: number[] = [];
    for (;;) {
      const from = performance.now();
      const [next] = session.next();
      times.push(performance.now() - from);
      if (next === undefined) break;
      const j = next.index;
      index.push(j);
      session.recordAt(j, random() < probability(ability, a[j], b[j], c[j], d[j]) ? 1 : 0);
    }
    const values = informationAt(bank, ability);
    told += index.reduce((sum, j) => sum + values[j], 0);
    const best = [...values].sort((x, y) => y - x).slice(0, LENGTH);
    free += best.reduce((sum, value) => sum + value, 0);
    if (index.length === LENGTH) whole++;
    if (index.length === LENGTH && isWithin(index, quotas, budget)) met++;
    const report = session.shadowTests;
    assembled += report?.assembled ?? 0;
    kept += report?.kept ?? 0;
    solved += report?.solved ?? 0;
    gap = Math.max(gap, report?.gap ?? 0);
  }
  console.log(
    `${name}: all items asked in ${whole} of ${sessions} sessions, all constraints met in ${met}; information ${((100 * told) / free).toFixed(1)}% of that of the best items; a decision ${median(times).toFixed(2)} ms (median), ${(times.reduce((sum, t) => sum + t, 0) / sessions / 1000).toFixed(2)} s a session; shadow tests ${(assembled / sessions).toFixed(0)} a session, ${(kept / sessions).toFixed(0)} kept, ${(solved / sessions).toFixed(0)} programmes, gap at most ${gap.toExponential(1)}`,
  );
}

function isWithin(index: readonly number[], quotas: readonly Quota[], budget: number): boolean {
  const isMet = quotas.every(({ tag, value, least = 0, most = 1 }) => {
    const { values, codes } = bank.tags[tag];
    const n = index.filter((j) => values[codes[j]] === value).length;
    return n >= least * LENGTH - 1e-6 && n <= most * LENGTH + 1e-6;
  });
  return isMet && index.reduce((sum, j) => sum + costs[j], 0) <= budget;
}

const names = Object.keys(tags);
const NONE = Number.POSITIVE_INFINITY;
const length: StopRule = { rule: 'length', items: LENGTH };
const within = (most: number): StopRule => ({
  rule: 'any',
  of: [length, { rule: 'budget', most }],
});
const BUDGET = LENGTH * 120;
compareFull('scenario and level', shares(['scenario', 'level'], 0.01), NONE);
compareFull(names.join(', '), shares(names, 0.01), NONE);
for (const [label, used, budget] of [
  ['no constraint', [], NONE],
  ['scenario', shares(['scenario'], 0.01), NONE],
  ['scenario and level', shares(['scenario', 'level'], 0.01), NONE],
  [names.join(', '), shares(names, 0.01), NONE],
  ['scenario and a budget', shares(['scenario'], 0.01), BUDGET],
] as const) {
  const stop = budget === NONE ? length : within(budget);
  const base = { quotas: used, stop };
  if (used.length > 0)
    compareSessions(`${label}, greedy`, { ...base, assembly: { rule: 'greedy' } }, used, budget);
  if (budget === NONE) compareSessions(`${label}, as it is`, base, used, budget);
  if (used.length > 0 && label !== 'scenario')
    compareSessions(
      `${label}, shadow within 0.001`,
      { ...base, assembly: { rule: 'shadow', within: 0.001 } },
      used,
      budget,
    );
}
