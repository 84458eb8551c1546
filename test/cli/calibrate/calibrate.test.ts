import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readParameters } from '../../../src/files/items/read-parameters.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { runCommandSync } from '../../command/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-calibrate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** On one thread, unless the arguments say otherwise: starting others takes longer than these fits. */
function run(...args: string[]) {
  const result = runCommandSync(['calibrate', 'fit', '--workers', '1', ...args], { cwd: folder });
  return { code: result.status, out: result.stdout, err: result.stderr };
}

/** Answers of examinees from N(0, 1) to items with a = 1.2 and difficulties spread over [−2, 2]. */
function writeAnswers(file: string, examinees: number, items: number): void {
  const random = randomStream('calibrate-cli', examinees, items);
  const head = ['examinee', ...Array.from({ length: items }, (_, j) => `q${j}`)];
  const rows = Array.from({ length: examinees }, (_, i) => {
    const theta = randomNormal(random);
    const cells = Array.from({ length: items }, (_, j) => {
      const b = -2 + (4 * j) / Math.max(1, items - 1);
      return random() < 1 / (1 + Math.exp(-1.2 * (theta - b))) ? 1 : 0;
    });
    return [`e${i}`, ...cells].join(',');
  });
  writeFileSync(join(folder, file), [head.join(','), ...rows, ''].join('\n'));
}

writeAnswers('many.csv', 300, 12);
writeAnswers('few.csv', 12, 200);

describe('calibrate fit', () => {
  test('examinees that are in the file more than once are named', () => {
    const [head, ...rows] = readFileSync(join(folder, 'few.csv'), 'utf8').trim().split('\n');
    const copies = ['again', 'once-more'].map((name) => rows[3].replace(/^e3/, name));
    writeFileSync(join(folder, 'copies.csv'), [head, ...rows, ...copies, ''].join('\n'));
    const fit = (file: string) =>
      run('--responses', file, '--irt-model', '2pl', '--json', '--out', 'named.csv');
    const { out, err } = fit('copies.csv');
    const found = [{ kind: 'copies', examinees: ['e3', 'again', 'once-more'], differ: 0 }];
    expect(JSON.parse(out).doubts).toEqual(found);
    expect(err).toMatch(/e3, again, once-more /);
    const alone = fit('few.csv');
    expect(JSON.parse(alone.out).doubts).toEqual([]);
    expect(alone.err).not.toContain('copies');
  });

  test('many examinees: the marginal fit, its JSON, and parameters with standard errors, the same on one thread', () => {
    const { code, out } = run(
      '--responses',
      'many.csv',
      '--irt-model',
      '2pl',
      '--out',
      'p.csv',
      '--check',
      'curve',
      '--json',
      '--workers',
      '2',
    );
    expect(code).toBe(0);
    const json = JSON.parse(out);
    expect(json).toMatchObject({
      model: '2pl',
      examinees: 300,
      items: 12,
      converged: true,
      mode: 'marginal',
    });
    expect(json.quadrature).toMatchObject({ nodes: 61, low: -6, high: 6 });
    expect(json.logPosterior).toBeLessThan(0);
    expect(json.curveCheck.disagreeing).toEqual([]);
    const [head, first, ...rest] = readFileSync(join(folder, 'p.csv'), 'utf8').trim().split('\n');
    expect(head).toBe('item,a,b,c,d,se_a,se_b,se_c,se_method,flag');
    expect(rest).toHaveLength(11);
    const [item, a, b, c, d, seA, seB, , method] = first.split(',');
    expect([method, json.standardErrors]).toEqual(['full', 'full']);
    expect([json.integratedLogLikelihood, json.curveLogLikelihood]).toEqual([null, null]);
    expect(json.abilityDistribution).toEqual({ name: 'normal' });
    expect(item).toBe('q0');
    // Within four standard errors of the truth: a = 1.2, b = −2.
    expect(Math.abs(Number(a) - 1.2)).toBeLessThan(4 * Number(seA));
    expect(Math.abs(Number(b) + 2)).toBeLessThan(4 * Number(seB));
    expect([c, d]).toEqual(['0', '1']);

    run('--responses', 'many.csv', '--irt-model', '2pl', '--out', 'one.csv');
    const numbers = (file: string) =>
      readFileSync(join(folder, file), 'utf8').split(/[\n,]/).map(Number).filter(Number.isFinite);
    const [two, one] = [numbers('p.csv'), numbers('one.csv')];
    expect(two).toHaveLength(one.length);
    // Blocks on two threads add up in another order: rounding, amplified by the rounds of EM.
    one.forEach((value, k) => {
      expect(Math.abs(two[k] - value)).toBeLessThan(1e-6 * (1 + Math.abs(value)));
    });
  });

  test('an item that works backwards is flagged in the parameters and the JSON; with slopes of any sign it has one below 0', () => {
    const [head, ...rows] = readFileSync(join(folder, 'many.csv'), 'utf8').trim().split('\n');
    const turned = rows.map((row) => {
      const cells = row.split(',');
      cells[8] = cells[8] === '1' ? '0' : '1';
      return cells.join(',');
    });
    writeFileSync(join(folder, 'turned.csv'), [head, ...turned, ''].join('\n'));
    const args = ['--responses', 'turned.csv', '--irt-model', '2pl', '--out', 'turned-p.csv'];
    const json = JSON.parse(run(...args, '--json', '--prior-a', 'none').out);
    const { items, flags } = readParameters(join(folder, 'turned-p.csv'));
    expect(items.filter((_, j) => flags![j].includes('negative-slope'))).toEqual(['q7']);
    expect(json.flagged).toEqual([
      { item: 'q7', flags: expect.arrayContaining(['negative-slope', 'a-at-bound']) },
    ]);
    const any = run(...args, '--slopes', 'any');
    expect(any.code).toBe(0);
    const found = readParameters(join(folder, 'turned-p.csv'));
    const [a, b] = [found.parameters.a[7], found.parameters.b[7]];
    // The truth is a = 1.2 at b = −2 + 28/11, turned around; three standard errors.
    expect(Math.abs(a + 1.2)).toBeLessThan(3 * found.standardErrors!.a[7]);
    expect(Math.abs(b - (-2 + 28 / 11))).toBeLessThan(3 * found.standardErrors!.b[7]);
  });

  test('slopes below 0 need given priors, and a model with slopes', () => {
    const integrated = run('--responses', 'few.csv', '--slopes', 'any', '--out', 'x.csv');
    expect(integrated.code).toBe(2);
    expect(integrated.err).toContain('--priors given');
    const rasch = run(
      '--responses',
      'many.csv',
      '--irt-model',
      'rasch',
      '--slopes',
      'any',
      '--out',
      'x.csv',
    );
    expect(rasch.code).toBe(2);
    expect(rasch.err).toContain('--irt-model 2pl or 3pl');
    expect(existsSync(join(folder, 'x.csv'))).toBe(false);
  });

  test('few examinees: priors learned, the rung chosen by left-out examinees and said', () => {
    const { code, out } = run(
      ...['--responses', 'few.csv', '--convergence', '0.02', '--out', 'few-p.csv', '--json'],
    );
    expect(code).toBe(0);
    const json = JSON.parse(out);
    expect(json.mode).toBe('integrated');
    // What this mode maximises is not the marginal log-likelihood, and has another name.
    expect([json.logLikelihood, json.logPosterior, json.aic]).toEqual([null, null, null]);
    expect(json.integratedLogLikelihood).toBeLessThan(0);
    expect(json.curveLogLikelihood).toBeLessThan(0);
    expect(json.standardErrors).toBe('blockwise');
    const parameters = readFileSync(join(folder, 'few-p.csv'), 'utf8').split('\n')[1];
    expect(parameters).toContain(',blockwise,');
    expect(['2pl', '1pl']).toContain(json.rung);
    expect(json.heldOut).toHaveLength(4);
    const best = Math.max(...json.heldOut.map((s: { heldOut: number }) => s.heldOut));
    const chosen = json.heldOut.find((s: { rung: string }) => s.rung === json.rung);
    expect(chosen.heldOut).toBeGreaterThan(best - 1e-4);
  });

  test('a histogram of abilities: its moments, and its gain over a normal distribution', () => {
    const args = ['--responses', 'many.csv', '--irt-model', '2pl', '--out', 'h.csv'];
    const histogram = [...args, '--ability-distribution', 'histogram'];
    const json = JSON.parse(run(...histogram, '--json').out);
    const { nodes, weights, normal, ...rest } = json.abilityDistribution;
    expect(rest).toMatchObject({ name: 'histogram', bins: 21, mean: 0, sd: 1, free: 18 });
    expect(weights).toHaveLength(nodes.length);
    expect(weights.reduce((sum: number, weight: number) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(normal.logLikelihoodGain).toBeCloseTo(json.logLikelihood - normal.logLikelihood, 9);
    // The examinees are from N(0, 1): no better than 18 free shares are by chance.
    expect(normal).toMatchObject({ converged: true, parameters: 18 });
    expect(normal.logLikelihoodGain).toBeGreaterThan(0);
    expect(normal.aicDifference).toBeGreaterThan(0);
    expect(normal.aicDifference).toBeCloseTo(2 * 18 - 2 * normal.logLikelihoodGain, 9);
    expect(normal.bicDifference).toBeGreaterThan(normal.aicDifference);
  });

  test('item groups get priors of their own', () => {
    const items = Array.from({ length: 200 }, (_, j) => `q${j},${j < 100 ? 'easy' : 'hard'}`);
    writeFileSync(join(folder, 'items.csv'), ['item,group', ...items, ''].join('\n'));
    const args = [
      ...['--items-file', 'items.csv', '--rung', '2pl'],
      ...['--out', 'grouped.csv', '--json'],
    ];
    const { code, out } = run('--responses', 'few.csv', ...args);
    expect(code).toBe(0);
    const { priors } = JSON.parse(out);
    expect(Object.keys(priors)).toEqual([
      'log a of easy',
      'δ = −ab of easy',
      'log a of hard',
      'δ = −ab of hard',
    ]);
    const mean = (name: string) => Number(priors[name].split(':')[1]);
    expect(mean('δ = −ab of easy')).toBeGreaterThan(mean('δ = −ab of hard') + 0.5);
    const given = run('--responses', 'few.csv', ...args, '--prior-b', 'normal:0:2');
    expect(given.code).toBe(2);
    expect(given.err).toContain('--priors empirical');
  });

  test('fixed items keep their parameters and their scale; groups have abilities of their own', () => {
    // Examinees of mean 1 on items whose true parameters are given for the first half.
    const random = randomStream('calibrate-cli', 'shifted');
    const items = Array.from({ length: 16 }, (_, j) => ({ item: `q${j}`, b: -2 + (4 * j) / 15 }));
    const rows = Array.from({ length: 400 }, (_, i) => {
      const theta = (i < 200 ? 1 : 0) + randomNormal(random);
      const cells = items.map(({ b }) =>
        random() < 1 / (1 + Math.exp(-1.2 * (theta - b))) ? 1 : 0,
      );
      return [`e${i}`, ...cells].join(',');
    });
    const head = ['examinee', ...items.map(({ item }) => item)].join(',');
    writeFileSync(join(folder, 'shifted.csv'), [head, ...rows.slice(0, 200), ''].join('\n'));
    writeFileSync(join(folder, 'both.csv'), [head, ...rows, ''].join('\n'));
    const known = items.slice(0, 8).map(({ item, b }) => `${item},1.2,${b}`);
    writeFileSync(join(folder, 'known.csv'), ['item,a,b', ...known, ''].join('\n'));
    const groups = rows.map((_, i) => `e${i},${i < 200 ? 'strong' : 'weak'}`);
    writeFileSync(
      join(folder, 'groups.csv'),
      ['examinee,group', ...groups.reverse(), ''].join('\n'),
    );

    const fixed = run(
      '--responses',
      'shifted.csv',
      '--irt-model',
      '2pl',
      '--fixed',
      'known.csv',
      '--out',
      'f.csv',
      '--json',
    );
    expect(fixed.code).toBe(0);
    // A mean of 200 abilities has a standard error of 0.07, and the other items blur it further.
    expect(Math.abs(JSON.parse(fixed.out).groups[0].mean - 1)).toBeLessThan(0.25);
    const line = readFileSync(join(folder, 'f.csv'), 'utf8').split('\n')[1];
    expect(Math.abs(Number(line.split(',')[1]) - 1.2)).toBeLessThan(1e-12);
    // They fix the unit. Below nothing does, and the mean of the prior is learned.
    expect(JSON.parse(fixed.out).priors.a).toBe('lognormal:0:0.5');

    const two = run(
      '--responses',
      'both.csv',
      '--irt-model',
      '2pl',
      '--groups',
      'groups.csv',
      '--out',
      'g.csv',
      '--json',
    );
    expect(two.code).toBe(0);
    const [, mean, sd] = JSON.parse(two.out).priors.a.split(':').map(Number);
    // All slopes are 1.2; the mode of the prior is at its mean − sd², and 16 items determine four fifths of it.
    expect(Math.abs(mean - 0.8 * (Math.log(1.2) + sd * sd))).toBeLessThan(0.15);
    const [strong, weak] = JSON.parse(two.out).groups;
    expect([strong.group, strong.mean, strong.sd]).toEqual(['strong', 0, 1]);
    expect(Math.abs(weak.mean + 1)).toBeLessThan(0.25);
  });

  test('not converged: exit code 3, a line that says so, and the parameters all the same', () => {
    const { code, err } = run(
      '--responses',
      'many.csv',
      '--max-iterations',
      '2',
      '--out',
      'nc.csv',
    );
    expect(code).toBe(3);
    expect(err).toContain('not converged');
    expect(existsSync(join(folder, 'nc.csv'))).toBe(true);
  });

  test.each([
    [['--responses', 'none.csv'], 'none.csv: no such file'],
    [['--responses', 'many.csv', '--irt-model', '3pm'], 'accepted: rasch, 2pl'],
    [['--responses', 'many.csv', '--prior-a', 'gamma:1:2'], 'accepted: lognormal:MEAN:SD'],
    [['--responses', 'many.csv', '--priors', 'empirical', '--prior-a', 'none'], 'remove --prior-a'],
    [['--responses', 'many.csv', '--quadrature', '2'], 'at least 5'],
    [['--responses', 'many.csv', '--ability-distribution', 'spline'], 'normal, histogram'],
    [
      ['--responses', 'few.csv', '--ability-distribution', 'histogram'],
      'only works with given priors; add --priors given',
    ],
    [
      [
        ...['--responses', 'many.csv', '--irt-model', '2pl', '--prior-b', 'normal:0:2'],
        ...['--ability-distribution', 'histogram'],
      ],
      'a histogram does not fix the scale that a prior of b needs',
    ],
    [['--responses', 'few.csv', '--check', 'curve'], 'only works in the marginal mode'],
  ])('%j: one clear line, exit code 2, nothing written', (args, message) => {
    const { code, err } = run(...args, '--out', 'bad.csv');
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(existsSync(join(folder, 'bad.csv'))).toBe(false);
  });
});
