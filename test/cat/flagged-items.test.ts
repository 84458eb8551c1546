import { describe, expect, test } from 'vitest';
import { DEFAULT_BOUNDS, prepareBank } from '../../src/cat/bank.ts';
import { PUBLISHED, type SessionConfiguration } from '../../src/cat/configuration.ts';
import { RobustSession } from '../../src/cat/robust/robust-session.ts';
import { AdaptiveSession } from '../../src/cat/session.ts';
import { loadSolver } from '../../src/highs-solver.ts';
import { itemParameters } from '../../src/irt/parameters.ts';
import { randomStream } from '../../src/random.ts';

const COUNT = 30;
const random = randomStream('flagged items');
const ids = Array.from({ length: COUNT }, (_, j) => `q${j}`);
/** The flagged items are the steepest, so that information alone would choose them. */
const isFlagged = (j: number) => j % 5 === 0;
const flagged = Uint8Array.from(ids, (_, j) => (isFlagged(j) ? 1 : 0));
const items = itemParameters({
  a: ids.map((_, j) => (isFlagged(j) ? 4 : 0.5 + random())),
  b: ids.map(() => 2 * random() - 1),
});
const tags = { half: { values: ['x', 'y'], codes: Uint16Array.from(ids, (_, j) => j % 2) } };
const bankOf = (flags: Uint8Array | null) =>
  prepareBank(ids, items, tags, DEFAULT_BOUNDS, null, flags);

function asked(
  flags: Uint8Array | null,
  length: number,
  rest: Partial<SessionConfiguration> = {},
  solver: Parameters<typeof loadedSession>[2] = null,
) {
  return loadedSession(
    flags,
    { ...PUBLISHED, ...rest, stop: { rule: 'length', items: length } },
    solver,
  );
}

function loadedSession(
  flags: Uint8Array | null,
  configuration: SessionConfiguration,
  solver: ConstructorParameters<typeof AdaptiveSession>[2],
): number[] {
  const session = new AdaptiveSession(bankOf(flags), configuration, solver);
  for (;;) {
    const [issued] = session.next();
    if (issued === undefined) break;
    session.recordAt(issued.index, issued.index % 3 === 0 ? 1 : 0);
  }
  return session.items().map(({ index }) => index);
}

describe('flagged items in adaptive sessions', () => {
  test('are chosen by information if they are not flagged', () => {
    expect(asked(null, 6).filter(isFlagged).length).toBeGreaterThanOrEqual(4);
  });

  test('are left out while other items are left, and fill the test up after that', () => {
    expect(asked(flagged, 24).filter(isFlagged)).toEqual([]);
    const all = asked(flagged, 30);
    expect(all).toHaveLength(30);
    // Later these answers, which follow no curve, ask for random items.
    expect(all.slice(0, 20).filter(isFlagged)).toEqual([]);
    expect(all.slice(24).every(isFlagged)).toBe(true);
  });

  test('within quotas too, item by item and by shadow tests', async () => {
    const quotas = [{ tag: 'half', value: 'x', least: 0.5, most: 0.5 }];
    // Twelve of the fifteen items of each half are not flagged.
    expect(asked(flagged, 24, { quotas }).filter(isFlagged)).toEqual([]);
    const over = asked(flagged, 26, { quotas });
    expect(over).toHaveLength(26);
    expect(over.filter(isFlagged)).toHaveLength(2);
    const solver = await loadSolver();
    const shadow = asked(flagged, 26, { quotas, assembly: { rule: 'shadow' } }, solver);
    expect(shadow).toHaveLength(26);
    expect(shadow.filter(isFlagged)).toHaveLength(2);
    expect(
      asked(null, 6, { quotas, assembly: { rule: 'shadow' } }, solver).filter(isFlagged).length,
    ).toBeGreaterThanOrEqual(4);
    expect(
      asked(flagged, 6, { quotas, assembly: { rule: 'shadow' } }, solver).filter(isFlagged),
    ).toEqual([]);
  });

  test('items drawn at random are drawn from all', () => {
    expect(
      asked(flagged, 24, { select: { rule: 'random' } }).filter(isFlagged).length,
    ).toBeGreaterThan(0);
  });

  test('another set of flagged items is another bank; none is as before there were flags', () => {
    expect(bankOf(flagged).fingerprint).not.toBe(bankOf(null).fingerprint);
    expect(bankOf(new Uint8Array(COUNT)).fingerprint).toBe(bankOf(null).fingerprint);
    expect(bankOf(new Uint8Array(COUNT)).flagged).toBeNull();
  });
});

describe('flagged items in robust sessions', () => {
  /** One dimension; the flagged items are the steepest. */
  const model = {
    items: COUNT,
    dimensions: 1,
    coefficients: Float64Array.from({ length: 2 * COUNT }, (_, k) =>
      k % 2 === 0 ? Math.sin(k) : isFlagged((k - 1) / 2) ? 3 : 1,
    ),
    covariances: new Float64Array(4 * COUNT),
    guessing: new Float64Array(COUNT),
    abilityVariances: Float64Array.of(1),
    groupings: [],
  };
  const take = (length: number, randomShare: number, flags: Uint8Array | null) => {
    const session = new RobustSession(model, {
      weights: new Float64Array(COUNT).fill(1 / COUNT),
      randomOrder: Int32Array.from({ length: COUNT }, (_, j) => j),
      randomShare,
      flagged: flags,
    });
    const items: number[] = [];
    while (items.length < length) {
      const j = session.next();
      if (j < 0) break;
      session.record(j, j % 2);
      items.push(j);
    }
    return { items, prediction: session.predict() };
  };

  test('unflagged ones are chosen, flagged ones are left out and come last', () => {
    expect(take(6, 0, null).items.filter(isFlagged).length).toBeGreaterThanOrEqual(4);
    const { items: all, prediction } = take(COUNT, 0, flagged);
    // Later these answers, which follow no curve, ask for random items.
    expect(all.slice(0, 20).filter(isFlagged)).toEqual([]);
    expect(all).toHaveLength(30);
    // All were asked: the score is the recorded one, flagged items included.
    expect(Math.abs(prediction.score - 0.5)).toBeLessThan(1e-9);
  });

  test('are still drawn at random, so that the random share represents the bank', () => {
    expect(take(10, 1, flagged).items).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
