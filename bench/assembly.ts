import { loadBuiltinBank } from '../item-bank/builtin/load.ts';
import { requirementsOf } from '../src/cat/assemble/requirements.ts';
import { ShadowTests } from '../src/cat/assemble/shadow-tests.ts';
import { prepareBank } from '../src/cat/bank.ts';
import type { Quota } from '../src/cat/constrain/quotas.ts';
import { loadSolver } from '../src/highs-solver.ts';
import { randomStream } from '../src/random.ts';
import { type BenchmarkOptions, type Measured, measuredTime, times } from './measure.ts';

const LENGTH = 243;
/** A decision of a live test waits for a model's answer far longer. */
const TARGET = 30;

/** Shadow tests of 243 of 33,735 items, with quotas on three tags that overlap: the time of a decision. */
export async function assembly({ isQuick }: BenchmarkOptions): Promise<Measured[]> {
  const { items: ids, parameters, tags } = loadBuiltinBank('climedbench');
  const bank = prepareBank(ids, parameters, tags);
  const quotas = Object.entries(tags).flatMap(([tag, { values, codes }]): Quota[] =>
    values.map((value, v) => {
      const share = ids.reduce((n, _, j) => n + (codes[j] === v ? 1 : 0), 0) / ids.length;
      return { tag, value, least: Math.max(0, share - 0.01), most: Math.min(1, share + 0.01) };
    }),
  );
  const requirements = requirementsOf(bank, {
    length: LENGTH,
    quotas,
    enemies: [],
    budget: Number.POSITIVE_INFINITY,
    isOpen: () => true,
  });
  const solver = await loadSolver();
  return [0, 0.001].map((within) => {
    const shadow = new ShadowTests(bank.items, requirements, solver, { every: 1, within });
    const best = new Int32Array(1);
    const walk = randomStream('bench', 'assembly');
    let ability = 0;
    const decide = (k: number) => {
      if (k === 0) shadow.begin();
      shadow.assembleAt(ability, null);
      bank.index.find(ability, (j) => shadow.has(j), best);
      shadow.ask(best[0]);
      // As estimates move: by less and less.
      ability += (walk() - 0.5) * (2 / (1 + k));
    };
    const runs = times(isQuick ? 40 : LENGTH, 0, decide);
    const { kept, solved, gap } = shadow.report;
    return measuredTime(
      `shadow test, ${LENGTH} of ${ids.length}, within ${within}`,
      runs,
      TARGET,
      `${ids.length} items priced, then a programme of a few hundred columns`,
      { first: runs.clock[0], kept, solved, gap, classes: requirements.members.length },
    );
  });
}
