import { describe, expect, test } from 'vitest';
import { pageOf } from '../../../../../scripts/research/evidence/ranking/page.ts';
import { plotFile, plotOf } from '../../../../../scripts/research/evidence/ranking/plots.ts';
import type { Study } from '../../../../../scripts/research/evidence/ranking/studies.ts';
import { ACTUAL, FAMILIES, resultOf } from './results.ts';

const study = (name: string, more: Partial<Study> = {}): Study => ({
  name,
  bank: 'mmlu-pro',
  split: 'family',
  calibrationModels: null,
  seeds: 2,
  ...more,
});

/** `robust` errs half as much as random items, in either direction, and its intervals miss the first two families. */
const outcome = (strategy: string, i: number, length: number) => {
  const error = ((i % 2 === 0 ? 1 : -1) * (strategy === 'robust' ? 0.1 : 0.2)) / Math.sqrt(length);
  const score = ACTUAL[i] + error;
  const misses = ['alpha', 'beta'].includes(FAMILIES[i]);
  const half = misses ? Math.abs(error) / 2 : 0.05;
  return { score, interval: { score, low: score - half, high: score + half } };
};
const results = [
  resultOf(study('mmlu-pro-family'), outcome),
  resultOf(study('mmlu-pro-family-10', { calibrationModels: 10 }), outcome),
  resultOf(study('mmlu-pro-random', { split: 'random' }), outcome),
  resultOf(study('cruxeval-o-family', { bank: 'cruxeval-o' }), outcome),
  resultOf(study('climedbench-family', { bank: 'climedbench' }), outcome, { simulated: true }),
];
const page = pageOf(results, 'abc123');

/** The rows of the table below a heading, as cells. */
function rowsBelow(heading: string, text = page): string[][] {
  const section = text.split(/^#+ /m).find((part) => part.startsWith(heading)) ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

describe('the page of evidence', () => {
  test('says which code made it, and has a section, a plot and a comparison for every study', () => {
    expect(page).toContain('(code abc123, seed 1)');
    for (const { study } of results) expect(page).toContain(`](${plotFile(study)})`);
    expect(page.match(/^### /gm)).toHaveLength(results.length);
    expect(page.match(/against `random-irt`, 90% intervals/g)).toHaveLength(results.length);
  });

  test('says of every recorded matrix, wherever it is shown, that it was used in development', () => {
    const sections = page.split(/^#{2,3} /m);
    for (const section of sections.filter((part) => part.includes('|---')))
      expect(section).toMatch(
        section.startsWith('climedbench') ? /Simulated answers/ : /Data used in development/,
      );
  });

  test('not losing: recorded banks with families left out, each length, and all of them pooled', () => {
    const rows = rowsBelow('Is `robust` worse');
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ...['30', '100', '243'].map((length) => ['mmlu-pro', 'all', length]),
      ...['30', '100', '243'].map((length) => ['mmlu-pro', '10', length]),
      ...['30', '100', '243'].map((length) => ['cruxeval-o', 'all', length]),
      ['all', 'all rows', 'all'],
    ]);
    for (const row of rows) {
      expect(row[3]).toBe('0.50 (at most 0.50)');
      expect(row[4]).toBe('better');
      expect(row[5]).toMatch(/^−?\d\.\d{3} \(at least −?\d\.\d{3}\)$/);
    }
  });

  test('not losing: studies of one bank see the same families, so that the same again adds nothing', () => {
    const varied = (strategy: string, i: number, length: number) => {
      const { interval } = outcome(strategy, i, length);
      const share = strategy === 'robust' ? FAMILIES[i].length / 10 : 1;
      const score = ACTUAL[i] + (0.2 * share) / Math.sqrt(length);
      return { score, interval: { ...interval, score } };
    };
    const once = resultOf(study('mmlu-pro-family'), varied);
    const again = resultOf(study('mmlu-pro-family-10', { calibrationModels: 10 }), varied);
    const elsewhere = resultOf(study('cruxeval-o-family', { bank: 'cruxeval-o' }), varied);
    const pooled = (...of: (typeof once)[]) =>
      rowsBelow('Is `robust` worse', pageOf(of, 'x')).at(-1);
    expect(pooled(once, again)).toEqual(pooled(once));
    expect(pooled(once, elsewhere)?.[3]).not.toBe(pooled(once)?.[3]);
  });

  test('coverage: per split and over all, with an interval over families, the width and the count', () => {
    const rows = rowsBelow('Do the intervals hold?');
    const missing = FAMILIES.filter((family) => ['alpha', 'beta'].includes(family)).length;
    const share = `${Math.round((100 * (13 - missing)) / 13)}%`;
    expect(rows.map(([split, length, , , count]) => [split, length, count])).toEqual(
      [
        ['Whole families left out', 4 * 13, 12 * 13],
        ['Whole families left out, calibrated with only 10 models', 2 * 13, 6 * 13],
        ['Single models left out, their families on both sides', 2 * 13, 6 * 13],
        ['**All but the strongest fifth**', 8 * 13, 24 * 13],
        ['**All**', 8 * 13, 24 * 13],
      ].flatMap(([title, one, all]) => [
        ...['30', '100', '243'].map((length) => [title, length, String(one)]),
        [title, 'all', String(all)],
      ]),
    );
    for (const [, , hold, width] of rows) {
      expect(hold).toMatch(new RegExp(`^${share} \\(\\d+–\\d+\\)$`));
      expect(Number(width)).toBeGreaterThan(5);
      expect(Number(width)).toBeLessThan(10);
    }
    // Two banks are more families than one: a narrower interval.
    const spread = (row: string[]) => {
      const [, low, high] = /\((\d+)–(\d+)\)/.exec(row[2]) ?? [];
      return Number(high) - Number(low);
    };
    expect(spread(rows[3])).toBeLessThan(spread(rows[11]));
  });

  test('no alarms: no table of alarms', () => {
    expect(page).not.toContain('## Does the alarm go off');
  });

  test('alarms: of all tests, and of those whose interval misses', () => {
    const alarmed = results.map(({ study, report }) =>
      resultOf(
        study,
        (strategy, i, length) => ({
          ...outcome(strategy, i, length),
          ...(strategy === 'robust' ? { alarm: FAMILIES[i] === 'alpha' || i === 12 } : {}),
        }),
        report,
      ),
    );
    const rows = rowsBelow('Is there an alarm', pageOf(alarmed, 'abc123'));
    expect(rows).toHaveLength(9);
    // Three of alpha and one that holds, of 13; three of the five that miss.
    expect(rows[0]).toEqual(['Whole families left out', '30', '31% (of 52)', '60% (of 20)']);
    expect(rows[8].slice(2)).toEqual(['31% (of 26)', '60% (of 10)']);
  });
});

test('plots say the same of recorded matrices, in few bytes', async () => {
  const [recorded, simulated] = await Promise.all([results[0], results[4]].map(plotOf));
  expect(recorded).toContain('Data used in development');
  expect(simulated).not.toContain('Data used in development');
  expect(Buffer.byteLength(recorded)).toBeLessThan(60_000);
});
