import { describe, expect, test } from 'vitest';
import { FACTORS } from '../../../../sim/monte-carlo/design/cells.ts';
import { conditionComparisons } from '../../../../sim/monte-carlo/measure/condition-comparison.ts';
import { namedMeasures } from '../../../../sim/monte-carlo/measure/named-measures.ts';
import type { CellResult, MonteCarloReport } from '../../../../sim/monte-carlo/study.ts';
import { ENGLISH } from '../../../../src/languages/words.ts';
import {
  labelledFigure,
  measureLabel,
} from '../../../../src/operations/simulate/monte-carlo/measure-labels.ts';
import { studyDocument } from '../../../../src/operations/simulate/monte-carlo/report.ts';
import { studyAnswer } from '../../../../src/operations/simulate/monte-carlo/study-answer.ts';
import {
  byAbilityTable,
  resultsTable,
} from '../../../../src/operations/simulate/monte-carlo/study-tables.ts';
import { tellingCells } from '../../../../src/operations/simulate/monte-carlo/telling-cells.ts';
import { documentPage } from '../../../../src/report/page.ts';
import { documentText } from '../../../../src/report/text.ts';
import { run, studyOf } from '../../../sim/monte-carlo/study-of.ts';

const studyReport = (report: MonteCarloReport, files: readonly string[] = []) =>
  documentPage(studyDocument(report, { reader: 'others', t: ENGLISH }, files));
const studyText = (report: MonteCarloReport) =>
  documentText(studyDocument(report, { reader: 'caller', t: ENGLISH }));

const study: MonteCarloReport = await run(
  studyOf({
    selectors: ['maximum-information', 'random'],
    stopping: ['length', { rule: 'standard-error', below: 0.6, least: 4 }],
    lengths: [8, 16],
    precision: { bias: 0.001 },
  }),
);

/** The first cell with another RMSE and τ, and whatever else is said. */
function cell(rmse: number, kendall: number, rest: Partial<CellResult> = {}): CellResult {
  const figure = (value: number, se: number) => ({ value, se });
  return { ...study.cells[0], rmse: figure(rmse, 0.01), kendall: figure(kendall, 0.004), ...rest };
}

describe('the answer', () => {
  // Twenty replications.
  const clusterCount = 20;
  const answerOf = (...cells: CellResult[]) =>
    studyAnswer({
      ...study,
      cells,
      clusterCount,
      comparisons: conditionComparisons(cells, clusterCount),
    });
  test('is the best cell, with the cells level with it over all pairs together', () => {
    const answer = answerOf(
      cell(0.4, 0.7, { selector: 'random' }),
      // t = 0.028 / √(0.01² + 0.01²) = 1.98 with 19 degrees of freedom, p = 0.062; the third has t = 3.18, p = 0.005.
      cell(0.3, 0.8, { selector: 'first' }),
      cell(0.328, 0.812, { selector: 'second' }),
      cell(0.345, 0.6, { selector: 'third' }),
    );
    expect(answer.lead).toMatch(
      /^first .* 0\.300 ± \.010; .* level with second\. second .* 0\.812 ± \.004; .* all 3 others\.$/,
    );
    expect(answer.table!.rows).toEqual([
      [...['all cells', 'first', '0.300 ± .010', 'second'], ...['second', '0.812 ± .004', 'none']],
    ]);
  });

  test('is given for each condition: cells of other lengths, truths and calibrations are not rivals', () => {
    const answer = answerOf(
      ...[10, 40].flatMap((length) => [
        cell(4 / length, 0.5, { length, selector: 'first' }),
        cell(5 / length, 0.5 + length / 200, { length, selector: 'second' }),
      ]),
    );
    expect(answer.lead).toMatch(
      /^first .* in 1\)\. .* 0\.100 ± \.010 to 0\.400 ± \.010\. second .* in 2\)\. .* 0\.550 ± \.004 to 0\.700 ± \.004\.$/,
    );
    expect(answer.table!.rows.map(([name]) => name)).toEqual(['10 items', '40 items']);
  });

  test('of many conditions counts the wins of each, and gives the range of the best values', () => {
    const { lead } = answerOf(
      ...[5, 10, 20, 40, 80].flatMap((length) => [
        cell(4 / length, 0.5, { length, selector: length > 20 ? 'second' : 'first' }),
        cell(8 / length, 0.4, { length, selector: length > 20 ? 'first' : 'second' }),
      ]),
    );
    expect(lead).toMatch(
      /first .* 3 of 5 .* in 3\) and second in 2 of 5 .* in 2\)\. .* 0\.050 ± \.010 to 0\.800 ± \.010\./,
    );
  });

  test('gives the cost of an exposure rule, which does not compete with “none”', () => {
    const rule = 'maximum-rate rate 0.25';
    const { lead } = answerOf(
      cell(0.3, 0.8, { selector: 'first', exposure: 'none' }),
      cell(0.4, 0.7, { selector: 'second', exposure: 'none' }),
      cell(0.33, 0.78, { selector: 'first', exposure: rule }),
      cell(0.42, 0.7, { selector: 'second', exposure: rule }),
    );
    expect(lead).toMatch(/^first .* both conditions .* 0\.300 ± \.010 to 0\.330 ± \.010/);
    expect(lead).toMatch(new RegExp(`${rule} .*: RMSE \\+5% to \\+10%\\.`));
  });

  test('if no strategies are compared, gives the effect of the conditions', () => {
    expect(answerOf(cell(0.4, 0.5, { length: 10 }), cell(0.3, 0.5, { length: 20 })).lead).toMatch(
      /0\.300 ± \.010 \(20 items\) to 0\.400 ± \.010 \(10 items\)\.$/,
    );
    expect(answerOf(cell(0.4, 0.5)).lead).toContain('RMSE 0.400 ± .010');
  });

  test('without standard errors nothing is clearly ahead', () => {
    const rmse = (value: number) => ({ rmse: { value, se: null } });
    const answer = answerOf(
      cell(1, 1, { ...rmse(0.1), selector: 'first' }),
      cell(1, 1, { ...rmse(9), selector: 'second' }),
    );
    expect(answer.lead).toMatch(/^first .*, 0\.100; .* level with second\./);
  });
});

const page = await studyReport(study, ['results.csv']);

describe('the page', () => {
  test('has every factor and every measure of the study, under any name', () => {
    for (const name of FACTORS)
      expect(page).toMatch(new RegExp(`<dt>${name}</dt>|, ${name}|>${name},`));
    for (const own of study.cells)
      for (const [name, figure] of namedMeasures(own)) {
        const shown = labelledFigure(figure, measureLabel(name));
        if (figure.value !== null) expect(page).toContain(`>${shown}</td>`);
      }
    expect(measureLabel('top5').name).toBe('best 5 found');
    expect(measureLabel('right_-0.5').name).toBe('right at −0.5');
    expect(measureLabel('a new one')).toMatchObject({ name: 'a new one', scale: 1 });
    expect(page).toContain('results.csv');
  });

  test('draws bias, RMSE, coverage, calibration, lengths, ends of tests and exposure, and says what comes next', () => {
    for (const title of [
      ...['Bias by ability', 'RMSE by ability', 'Coverage of 95% intervals by ability'],
      ...['RMSE by items asked', 'τ-b by items asked', 'efficiency by items asked'],
      ...['Tests that have ended', 'Exposure, item by item'],
    ])
      expect(page).toContain(`aria-label="${title}"`);
    expect(page.match(/<figure/g)).toHaveLength(3 + 8 + 4 + 1 + 1);
    expect(page).toMatch(/ [\d,]+ .*<code>replications: \d+<\/code>/);
    expect(page).not.toMatch(/NaN|undefined|\[object/);
  });

  test('on a dark screen every colour of its charts has a contrast of 3 to 1 with their ground', () => {
    const dark = page.slice(page.indexOf('@media screen and (prefers-color-scheme: dark)'));
    const ground = /--chart: (#\w+)/.exec(dark)![1];
    const light = (colour: string) => {
      const [r, g, b] = [1, 3, 5].map((at) => {
        const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.05 + 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const used = new Set([...page.matchAll(/ (?:fill|stroke)="(#\w{6})"/g)].map(([, one]) => one));
    // Lines of the grid stand back.
    used.delete('#dddddd');
    expect(used.size).toBeGreaterThan(4);
    for (const colour of used) {
      const shown =
        new RegExp(`\\[stroke="${colour}"\\] \\{ stroke: (#\\w+)`).exec(dark)?.[1] ?? colour;
      expect(light(shown) / light(ground), colour).toBeGreaterThan(3);
    }
  });

  test('the same study gives the same bytes', async () => {
    expect(await studyReport(study, ['results.csv'])).toBe(page);
  });

  test('one cell, of one length, is a report too', async () => {
    const one = await studyReport({ ...study, cells: [study.cells[0]], comparisons: [] });
    expect(one).toContain('Bias by ability');
    expect(one).not.toMatch(/by items asked|NaN|undefined/);
  });
});

test('the cells of a chart: the best, those that differ from it in one factor, then the range', () => {
  const all = [1, 2, 3, 4].flatMap((lag) =>
    ['a', 'b', 'c', 'd'].map((selector, k) => cell(lag + k / 10, 0.5, { lag, selector })),
  );
  const name = ({ lag, selector }: CellResult) => `${selector}${lag}`;
  expect(tellingCells(all, 16).map(name)).toEqual(all.map(name));
  expect(tellingCells(all, 5).map(name)).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  const eight = tellingCells(all, 8).map(name);
  expect(eight).toEqual(['a1', 'b1', 'c1', 'd1', 'a2', 'a3', 'a4', 'd4']);
});

test('sorted exposure: from the most to the least, its ends those of the measures', () => {
  for (const { itemUse } of study.cells) {
    const rates = itemUse.sorted.map(({ rate }) => rate.value!);
    expect(rates).toEqual(rates.toSorted((x, y) => y - x));
    expect(rates[0]).toBe(itemUse.max.value);
    expect(itemUse.sorted[rates.length - 1].share).toBe(1);
  }
});

test('tables have a type a column, and a row a cell or bin', () => {
  const [results, bins] = [resultsTable(study), byAbilityTable(study)];
  expect(results.rows).toHaveLength(8);
  expect(bins.rows).toHaveLength(8 * study.cells[0].byAbility.length);
  for (const { columns, rows } of [results, bins])
    for (const row of rows) {
      expect(row).toHaveLength(columns.length);
      columns.forEach(({ type, nullable = false }, k) => {
        if (row[k] === null) expect(nullable).toBe(true);
        else expect(typeof row[k]).toBe(type === 'string' ? 'string' : 'number');
      });
    }
});

test('the best of each length is among the cells of a chart', () => {
  const all = [10, 20].flatMap((length) =>
    [1, 2, 3, 4, 5].flatMap((lag) =>
      ['a', 'b'].map((selector, k) =>
        cell(lag / length + k / 100, 0.5, { length, lag: length === 10 ? 6 - lag : lag, selector }),
      ),
    ),
  );
  const chosen = tellingCells(all, 4);
  expect(chosen).toHaveLength(4);
  for (const length of [10, 20]) {
    const own = all.filter((one) => one.length === length);
    const best = own.reduce((x, y) => (y.rmse.value! < x.rmse.value! ? y : x));
    expect(chosen).toContain(best);
  }
});

test('few replications are warned of, many are not', () => {
  const text = (clusterCount: number) => studyText({ ...study, clusterCount });
  expect(text(9)).toMatch(/^FEW .* 10 \(here 9\)/m);
  expect(text(10)).not.toContain('FEW');
});
