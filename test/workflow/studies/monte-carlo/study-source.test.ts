import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readDesign } from '../../../../sim/monte-carlo/design/study-design.ts';
import { sourceBank } from '../../../../sim/monte-carlo/run/replication.ts';
import { readYaml } from '../../../../src/text/read-yaml.ts';
import { studyFingerprint } from '../../../../src/workflow/studies/monte-carlo/study-folder.ts';
import { studyOf } from '../../../../src/workflow/studies/monte-carlo/study-source.ts';
import { failureOf, temporaryFiles } from '../../../files/temporary.ts';

const readStudy = (file: string) => studyOf(readYaml(file), file);

const docs = fileURLToPath(new URL('../../../../docs/', import.meta.url));
const file = temporaryFiles();
const rest = 'abilities: { list: [-1, 0, 1] }\nlengths: [5]\n';

describe('docs/simulation.md', () => {
  const page = readFileSync(`${docs}simulation.md`, 'utf8');

  test('its example is a design', () => {
    const yaml = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    const { cells, truths } = readDesign(parse(yaml), 'simulation.md');
    // With lag 1 all: 2 estimators × 3 selectors × 3 constraints × 2 rules of exposure × 2 of stopping × 2 lengths; with lag 8 those of one pair.
    expect(cells.filter(({ lag }) => lag === 1)).toHaveLength(144);
    const late = cells.filter(({ lag }) => lag === 8);
    expect(late).toHaveLength(24);
    expect(late.every(({ estimator }) => estimator === 'eap')).toBe(true);
    expect(truths.map((truth) => Object.keys(truth).length)).toEqual([5]);
  });

  test.each(readdirSync(`${docs}simulation`))('%s can be run, and is linked or called', (name) => {
    expect(readStudy(`${docs}simulation/${name}`).design.cells.length).toBeGreaterThan(1);
    expect(page).toContain(`simulation/${name}`);
  });
});

test('a built-in bank has its calibration and its tags', () => {
  const design = file(
    `bank: { builtin: cruxeval-o }\ncalibration: { perturb: { b: 0.1 } }\n${rest}`,
    'builtin.yaml',
  );
  const { bank } = readStudy(design);
  expect(bank?.ids).toHaveLength(800);
  expect(bank?.items.count).toBe(800);
});

test('costs stand beside the file of a bank', () => {
  file('item,a,b\nq1,1,0\nq2,1,0.5\nq3,1,-0.5\nq4,1,0\nq5,1,0\n', 'own.csv');
  file('item,cost\nq5,5\nq4,4\nq3,3\nq2,2\nq1,1\n', 'costs.csv');
  const budget = 'stopping: [{ rule: budget, most: 6 }]\n';
  const design = file(`bank: { file: own.csv, costs: costs.csv }\n${budget}${rest}`, 'costs.yaml');
  expect(Array.from(readStudy(design).bank?.costs ?? [])).toEqual([1, 2, 3, 4, 5]);
});

test('items are drawn from a collection, parameters together, and the study is that of its content', () => {
  const items = Array.from({ length: 9 }, (_, j) => ({ a: 1 + j / 10, b: j - 4, c: j / 20 }));
  const from = (list: readonly object[]) =>
    file(list.map((item) => JSON.stringify(item)).join('\n'), 'real.jsonl');
  from(items);
  const yaml = 'bank: { generate: { items: 400, from: real.jsonl, scale: 2 } }\n';
  const study = readStudy(file(`${yaml}${rest}`, 'from.yaml'));
  const [one, other] = [1, 2].map((number) => sourceBank(study, number).items);
  const seen = new Set<number>();
  for (let k = 0; k < 400; k++) {
    const j = items.findIndex(({ b }) => b === one.b[k]);
    seen.add(j);
    expect([one.a[k], one.c[k]]).toEqual([2 * items[j].a, items[j].c]);
  }
  expect(seen.size).toBe(9);
  expect(other.b).not.toEqual(one.b);
  const before = studyFingerprint(study);
  expect(studyFingerprint(readStudy(file(`${yaml}${rest}`, 'from.yaml')))).toBe(before);
  from([...items.slice(1), { a: 1, b: -4, c: 0.001 }]);
  expect(studyFingerprint(readStudy(file(`${yaml}${rest}`, 'from.yaml')))).not.toBe(before);
});

test('an unknown bank is named with its field', () => {
  const design = file(`bank: { builtin: cruxeval }\n${rest}`, 'unknown.yaml');
  expect(failureOf(() => readStudy(design)).message).toMatch(
    /bank\.builtin: .*"cruxeval"; .*cruxeval-o/,
  );
});

test('errors without a size are refused if the bank has none', () => {
  const design = file(
    `bank: { generate: { items: 9 } }\ncalibration: { perturb: {} }\n${rest}`,
    'e.yaml',
  );
  expect(failureOf(() => readStudy(design)).message).toContain('calibration.perturb: ');
});

test('a re-calibration that is too large is refused before it begins', () => {
  const design = file(
    `bank: { generate: { items: 1000 } }\ncalibration: { recalibrate: { examinees: 100000 } }\n${rest}`,
    'large.yaml',
  );
  expect(failureOf(() => readStudy(design)).message).toContain(
    'calibration.recalibrate.examinees: found 100000',
  );
});
