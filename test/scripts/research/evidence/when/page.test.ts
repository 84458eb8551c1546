import { expect, test } from 'vitest';
import { whenChart, whenPage } from '../../../../../scripts/research/evidence/when/page.ts';
import { postHoc } from '../../../../../src/index.ts';
import { simulate } from '../../../../calibration/simulated.ts';

test('a row for each number of models and items, all models last; a line of ratios each', () => {
  const { matrix } = simulate('when', 20, 150);
  const bank = {
    name: 'exam',
    simulated: true,
    responses: matrix,
    tags: {},
    fullScore: 'items' as const,
  };
  const rows = (models: number) => ({
    bank: 'exam',
    examinees: 20,
    bankItems: 150,
    models,
    seeds: models === 0 ? 3 : 1,
    results: postHoc({
      bank,
      families: null,
      lengths: [20, 40],
      strategies: ['robust', 'random-irt', 'random', 'paper'],
      folds: 2,
      seeds: 1,
      seed: 1,
      ...(models === 0 ? {} : { calibrationModels: models }),
    }).results,
  });
  const kept = [rows(0), rows(7)];
  const page = whenPage(kept);
  expect(page).toContain('## exam: 20 models, 150 items');
  expect(page.match(/^\| (7|all) \| (20|40) \| [13] \|/gm)).toEqual([
    ...['| 7 | 20 | 1 |', '| 7 | 40 | 1 |', '| all | 20 | 3 |', '| all | 40 | 3 |'],
  ]);
  const { panels, styles } = whenChart(kept);
  expect(styles.map(({ name }) => name)).toEqual(['all models', '7 models']);
  expect(panels[0].points).toHaveLength(4);
  const [robust, random] = ['robust', 'random-irt'].map(
    (name) => kept[1].results.find((own) => own.strategy === name && own.length === 40)!.mae,
  );
  const point = panels[0].points.find(({ line, x }) => line === '7 models' && x === 40)!;
  expect(point.y).toBeCloseTo(robust / random, 12);
});
