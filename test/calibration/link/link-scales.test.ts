import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  chained,
  LINKING_METHODS,
  type LinkOptions,
  linkScales,
} from '../../../calibration/link/link-scales.ts';
import { linkingGrid } from '../../../calibration/link/linking-grid.ts';
import { type ItemParameters, itemParameters, pickItems } from '../../../src/irt/parameters.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { IS_ALL, repetitions } from '../../repetitions.ts';

const GOLDEN = JSON.parse(
  readFileSync(new URL('../../golden/link/constants.json', import.meta.url), 'utf8'),
);
/** The promise of the project; see test/golden/link/README.md. */
const TOLERANCE = 1e-4;
const FORTY = linkingGrid(-4, 4, 8 / 39, 'uniform');
const NAMES = { MM: 'mean-mean', MS: 'mean-sigma', HB: 'haebara', SL: 'stocking-lord' } as const;

describe('constants are those of other programs', () => {
  const { D, formX, formY, common, plink } = GOLDEN.kb04;
  const of = ({ a, b, c }: { a: number[]; b: number[]; c: number[] }, at: 0 | 1) =>
    pickItems(
      itemParameters({ a: a.map((one) => D * one), b, c }),
      common.map((pair: number[]) => pair[at] - 1),
    );
  const [x, y] = [of(formX, 0), of(formY, 1)];
  const cases = Object.keys(plink).filter((name) => name !== 'note');

  test.each(cases)('Kolen and Brennan, %s', (name) => {
    const [from, to] = name.startsWith('X') ? [x, y] : [y, x];
    const grid = name.endsWith('normal81') ? linkingGrid(-4, 4, 0.1, 'normal') : FORTY;
    const isSymmetric = name.includes('_sym_');
    for (const [short, method] of Object.entries(NAMES)) {
      const link = linkScales(from, to, { method, grid, isSymmetric, keepsDrifted: true })!;
      const { A, B } = plink[name][short];
      expect(Math.abs(link.slope - A), `${method}, slope`).toBeLessThan(TOLERANCE);
      expect(Math.abs(link.intercept - B), `${method}, intercept`).toBeLessThan(TOLERANCE);
      expect(link).toMatchObject({ converged: true, anchors: 12, dropped: [] });
    }
  });

  test('forms with few and extreme items', () => {
    const [one, two] = GOLDEN.est3pl.forms;
    const shared = one.names.filter((name: string) => two.names.includes(name));
    const form = ({ names, values }: { names: string[]; values: number[][] }) => {
      const rows = shared.map((name: string) => values[names.indexOf(name)]);
      return itemParameters({
        a: rows.map(([, , a]: number[]) => a),
        b: rows.map(([, d, a]: number[]) => -d / a),
        c: rows.map(([g]: number[]) => 1 / (1 + Math.exp(-g))),
      });
    };
    const theirs = ['mean-mean', 'mean-sigma', 'Haebara_nonquad', 'Stocking-Lord_nonquad'];
    Object.values(NAMES).forEach((method, k) => {
      const link = linkScales(form(one), form(two), { method, grid: FORTY, keepsDrifted: true })!;
      const { A, B } = GOLDEN.est3pl.constants[theirs[k]];
      expect(Math.abs(link.slope - A), method).toBeLessThan(TOLERANCE);
      expect(Math.abs(link.intercept - B), method).toBeLessThan(TOLERANCE);
    });
  });
});

/** Items on two scales: θ* = 1.2 θ − 0.4, with errors on both, of which some moved besides. */
function twoScales(seed: number, count: number, error: number, moved: ReadonlySet<number>) {
  const random = randomStream(seed, 'link');
  const [A, B] = [1.2, -0.4];
  const noise = (size: number) => size * randomNormal(random);
  const values = Array.from({ length: count }, (_, j) => {
    const a = Math.exp(noise(0.3));
    const b = randomNormal(random);
    const bNew = A * b + B + (moved.has(j) ? 1.5 : 0);
    return {
      from: { a: a * Math.exp(noise(error)), b: b + noise(error) },
      to: { a: (a / A) * Math.exp(noise(error)), b: bNew + noise(error) },
    };
  });
  const pack = (side: 'from' | 'to') =>
    itemParameters({
      a: values.map((one) => one[side].a),
      b: values.map((one) => one[side].b),
      c: values.map(() => 0.2),
    });
  return { from: pack('from'), to: pack('to'), A, B };
}
const options = (method: LinkOptions['method']): LinkOptions => ({
  method,
  grid: linkingGrid(-4, 4, 0.4, 'uniform'),
});

describe.each(LINKING_METHODS)('%s', (method) => {
  test('gives back the scale exactly, and the way back is the inverse', () => {
    const { from, to, A, B } = twoScales(1, 20, 0, new Set());
    const link = linkScales(from, to, options(method))!;
    expect(link.slope).toBeCloseTo(A, 6);
    expect(link.intercept).toBeCloseTo(B, 6);
    expect(link.dropped).toEqual([]);
    const back = linkScales(to, from, options(method))!;
    const round = chained(link, back);
    expect([round.slope, round.intercept]).toEqual([
      expect.closeTo(1, 6) as number,
      expect.closeTo(0, 6) as number,
    ]);
  });

  test('errors are as large as constants vary from sample to sample', () => {
    let [slope, intercept, slopeSquares, interceptSquares] = [0, 0, 0, 0];
    const samples = repetitions(200, 50);
    for (let seed = 0; seed < samples; seed++) {
      const { from, to, A, B } = twoScales(seed, 30, 0.15, new Set());
      const link = linkScales(from, to, { ...options(method), keepsDrifted: true })!;
      slope += link.errors!.slope / samples;
      intercept += link.errors!.intercept / samples;
      slopeSquares += (link.slope - A) ** 2 / samples;
      interceptSquares += (link.intercept - B) ** 2 / samples;
    }
    // Four standard errors of a variance; the jackknife is a little too large.
    const most = 1 + 4 * Math.sqrt(2 / samples);
    for (const ratio of [slope / slopeSquares, intercept / interceptSquares]) {
      expect(ratio).toBeGreaterThan(1 / most);
      expect(ratio).toBeLessThan(most);
    }
  });
});

test('anchors that drifted are dropped, and the constants hold', () => {
  const moved = new Set([3, 11, 17]);
  const { from, to, B } = twoScales(2, 30, 0.1, moved);
  const link = linkScales(from, to, options('stocking-lord'))!;
  expect(link.dropped.filter(({ item }) => moved.has(item))).toHaveLength(3);
  expect(link.dropped).toHaveLength(3);
  expect(Math.abs(link.intercept - B)).toBeLessThan(0.06);
  const all = linkScales(from, to, { ...options('stocking-lord'), keepsDrifted: true })!;
  expect(Math.abs(all.intercept - B)).toBeGreaterThan(0.1);
});

test.each(IS_ALL ? [8, 12, 30, 100] : [8, 100])(
  '%i anchors without drift: seldom is any dropped',
  (count) => {
    const samples = 400;
    let dropped = 0;
    for (let seed = 0; seed < samples; seed++) {
      const { from, to } = twoScales(seed, count, 0.15, new Set());
      if (linkScales(from, to, options('mean-sigma'))!.dropped.length > 0) dropped++;
    }
    // 5% promised; 400 samples of that have at most 8.6% with a probability of .999.
    expect(dropped / samples).toBeLessThan(0.086);
  },
);

test('items that changed direction are never anchors; without anchors there is no link', () => {
  const { from, to } = twoScales(3, 8, 0, new Set());
  const turned = (items: ItemParameters, ...at: number[]) => ({
    ...items,
    a: items.a.map((a, j) => (at.includes(j) ? -a : a)),
  });
  const link = linkScales(turned(from, 2), to, { ...options('haebara'), keepsDrifted: true })!;
  expect(link.dropped).toEqual([{ item: 2, reason: 'direction', zSlope: null, zDifficulty: null }]);
  expect(linkScales(turned(from, 0, 1, 2, 3, 4, 5, 6, 7), to, options('haebara'))).toBeNull();
  const one = pickItems(from, [0]);
  expect(linkScales(one, pickItems(to, [0]), options('mean-sigma'))).toBeNull();
  expect(linkScales(one, pickItems(to, [0]), options('mean-mean'))).toMatchObject({
    errors: null,
  });
});

test('a chain has the constants and the errors of its links', () => {
  const first = {
    slope: 2,
    intercept: 1,
    errors: { slope: 0.01, intercept: 0.04, covariance: 0.005 },
  };
  const second = {
    slope: 0.5,
    intercept: -1,
    errors: { slope: 0.02, intercept: 0.03, covariance: -0.01 },
  };
  const both = chained(first, second);
  expect([both.slope, both.intercept]).toEqual([1, -0.5]);
  // By simulation of both links.
  const random = randomStream(1, 'chain');
  const draw = ({ slope, intercept, errors }: typeof first) => {
    const s = Math.sqrt(errors.slope);
    const share = errors.covariance / s;
    const z = randomNormal(random);
    const rest = Math.sqrt(errors.intercept - share * share);
    return [slope + s * z, intercept + share * z + rest * randomNormal(random)];
  };
  const count = 50_000;
  const sums = { slope: 0, intercept: 0, covariance: 0 };
  for (let k = 0; k < count; k++) {
    const [A1, B1] = draw(first);
    const [A2, B2] = draw(second);
    const [s, i] = [A2 * A1 - 1, A2 * B1 + B2 + 0.5];
    sums.slope += (s * s) / count;
    sums.intercept += (i * i) / count;
    sums.covariance += (s * i) / count;
  }
  // The delta method leaves out products of errors, here about 1%.
  for (const name of ['slope', 'intercept', 'covariance'] as const)
    expect(both.errors![name] / sums[name]).toBeCloseTo(1, 1);
});

test.each(LINKING_METHODS)('%s gives no constants that no two scales have', (method) => {
  const usual = itemParameters({ a: [1, 1.2, 0.8, 1], b: [-1, 0, 1, 2] });
  const grid = linkingGrid(-4, 4, 0.5, 'uniform');
  const options: LinkOptions = { method, grid, keepsDrifted: true };
  const extremes = [
    { a: [1e30, 1e29, 1e30, 1e30], b: [-1, 0, 1, 2] },
    { a: [1e-9, 1e-9, 1.2e-9, 1e-9], b: [-1e9, 0, 1e9, 2e9] },
    { a: [1, 1.2, 0.8, 1], b: [1e6, 1e6 + 1, 1e6 + 2, 1e6 + 3] },
  ];
  for (const own of extremes) {
    expect(linkScales(itemParameters(own), usual, options)).toBeNull();
    expect(linkScales(usual, itemParameters(own), options)).toBeNull();
  }
});
