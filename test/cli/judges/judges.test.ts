import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { runCommand } from '../../command/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-judges-'));
const at = (name: string) => join(folder, name);

/** Three judges and a person; the judge of family alpha gives alpha's answers 1.5 more. */
function rows(): string[][] {
  const random = randomStream(3, 'scores');
  const models = ['alpha-1', 'alpha-2', 'beta-1', 'gamma-1', 'delta-1', 'eps-1'];
  return models.flatMap((model, m) =>
    Array.from({ length: 20 }, (_, q) => {
      const quality = 3 + m / 5 + randomNormal(random);
      return ['alpha-judge', 'beta-judge', 'omega', 'anna'].map((judge) => {
        const bonus = judge === 'alpha-judge' && model.startsWith('alpha') ? 1.5 : 0;
        const noise = 0.5 * randomNormal(random);
        return [model, `q${q}`, judge, String(quality + bonus + noise)];
      });
    }).flat(),
  );
}

const csv = (table: readonly (readonly string[])[], header = 'model,item,judge,score') =>
  `${[header, ...table.map((row) => row.join(','))].join('\n')}\n`;
writeFileSync(at('scores.csv'), csv(rows()));

describe('thetarank judges', () => {
  test('a column that is not read is named in a note, beside the same result', async () => {
    const table = rows();
    writeFileSync(
      at('dated.csv'),
      csv(
        table.map((row) => [...row, '2026']),
        'model,item,judge,score,year',
      ),
    );
    const dated = await runCommand(['judges', at('dated.csv'), '--json']);
    expect(dated.stderr).toMatch(/dated\.csv .*"year"/);
    const plain = await runCommand(['judges', at('scores.csv'), '--json']);
    expect(plain.stderr).not.toContain('year');
    expect(JSON.parse(dated.stdout).judges).toEqual(JSON.parse(plain.stdout).judges);
  });

  test('finds the bias that was planted, agreement with people, and the effective number', async () => {
    const { status, stdout } = await runCommand([
      ...['judges', at('scores.csv'), '--people', 'anna', '--json'],
    ]);
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ answers: 120, people: ['anna'], familiesFrom: 'name prefix' });
    const [alpha, beta, omega] = report.families;
    expect(alpha).toMatchObject({ judge: 'alpha-judge', family: 'alpha', own: 40, others: 80 });
    expect(alpha.low).toBeGreaterThan(0.8);
    expect(alpha.low).toBeLessThan(1.5);
    expect(alpha.high).toBeGreaterThan(1.5);
    expect(Math.abs(beta.bias)).toBeLessThan(0.5);
    expect(omega).toMatchObject({ family: '', bias: null });
    expect(report.withPeople).toHaveLength(3);
    expect(report.withPeople[1].measures.pearson.value).toBeGreaterThan(0.6);
    // The person's own errors, as large as the judges', are shared by all: correlations of about ½, so about 1.5 of 3.
    expect(report.effective.errors).toBe('people');
    expect(report.effective.effective).toBeGreaterThan(1);
    expect(report.effective.effective).toBeLessThan(2.2);
  });

  test('prints the same for people to read, and writes a page', async () => {
    const { status, stdout } = await runCommand([
      ...['judges', at('scores.csv'), '--report', at('page.html')],
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain('Own-family bias');
    const page = readFileSync(at('page.html'), 'utf8');
    expect(page).toContain('Own-family bias');
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });

  test('reads aspects from JSON Lines: one of them, or their mean', async () => {
    const lines = ['m1', 'm2', 'm3', 'm4'].flatMap((model, m) =>
      ['j', 'k'].flatMap((judge, j) => [
        { model, item: 'q', judge, aspect: 'fluency', score: 5 },
        { model, item: 'q', judge, aspect: 'truth', score: 1 + ((m + j) % 4) },
      ]),
    );
    writeFileSync(at('aspects.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
    const run = async (...more: string[]) =>
      JSON.parse((await runCommand(['judges', at('aspects.jsonl'), '--json', ...more])).stdout);
    const whole = await run();
    expect(whole.aspects).toEqual(['fluency', 'truth']);
    expect(whole.judges[0].mean).toBe((5 + 2.5) / 2);
    expect((await run('--aspect', 'truth')).judges[0].mean).toBe(2.5);
    const fluent = await run('--aspect', 'fluency');
    expect(fluent.pairs[0].measures.pearson.value).toBeNull();
    expect(fluent.effective).toBeNull();
  });

  test('severities of raters, and models that got strict ones', async () => {
    const random = randomStream(5, 'severity');
    // Anna is strict, and grades the better model more often.
    const severe: Record<string, number> = { anna: 1.2, ben: 0, judge: -0.6 };
    const ofItem = Array.from({ length: 40 }, () => 0.8 * randomNormal(random));
    const graded = ['good', 'poor'].flatMap((model) =>
      Array.from({ length: 40 }, (_, q) => {
        const quality = 3.2 + (model === 'good' ? 0.25 : 0) + ofItem[q];
        const others = (model === 'good') === q % 5 > 0 ? ['anna', 'ben'] : ['ben', 'judge'];
        return others.map((rater) => {
          const exact = quality - severe[rater] + 0.5 * randomNormal(random);
          return [model, `q${q}`, rater, String(Math.round(Math.min(5, Math.max(1, exact))))];
        });
      }).flat(),
    );
    writeFileSync(at('severe.csv'), csv(graded));
    const args = ['judges', at('severe.csv'), '--people', 'anna,ben'];
    const { stdout } = await runCommand([...args, '--json']);
    const { severity } = JSON.parse(stdout);
    expect(severity).toMatchObject({ missing: null, connections: 1, converged: true });
    expect(severity.equal).toBeLessThan(0.001);
    const names = (rows: { name: string; severity: number }[]) =>
      [...rows].sort((x, y) => y.severity - x.severity).map(({ name }) => name);
    expect(names(severity.raters)).toEqual(['anna', 'ben', 'judge']);
    const [anna, , judge] = severity.raters;
    expect(anna).toMatchObject({ isPerson: true, warnings: [] });
    expect(anna.effectHigh).toBeLessThan(0);
    // The planted difference is 1.8 grades, less the ends of the scale.
    expect(judge.effect - anna.effect).toBeGreaterThan(1.2);
    expect(judge.effect - anna.effect).toBeLessThan(2.1);
    const [first, second] = severity.models;
    expect(first).toMatchObject({ model: 'good', fairRank: 1, plainRank: 2 });
    expect(second).toMatchObject({ model: 'poor', fairRank: 2, plainRank: 1 });
    expect(first.low).toBeLessThan(first.fair);
    const text = await runCommand([...args, '--report', at('severe.html')]);
    expect(text.stdout).toContain('(p < .001');
    const page = readFileSync(at('severe.html'), 'utf8');
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });

  test('warns of raters without common answers, and of one grade only', async () => {
    const pairs = Array.from({ length: 12 }, (_, q) =>
      (q % 2 === 0 ? ['a', 'b'] : ['c', 'd']).map((rater, r) => [
        ...[`m${q % 4}`, `q${q}`, rater],
        String(rater === 'd' ? 5 : 1 + ((q + r) % 4)),
      ]),
    ).flat();
    writeFileSync(at('apart.csv'), csv(pairs));
    const { stdout } = await runCommand(['judges', at('apart.csv')]);
    expect(stdout).toMatch(/2 groups .*: a, b \| c\./);
    expect(stdout).toMatch(/one grade only/);
  });

  test('says why there are no severities', async () => {
    const { stdout } = await runCommand(['judges', at('scores.csv')]);
    expect(stdout).toMatch(/severity.*no grades/);
  });

  test('reads the example of the documentation', async () => {
    const page = readFileSync(new URL('../../../docs/judges.md', import.meta.url), 'utf8');
    const [, example] = /```csv\n([\s\S]*?)```/.exec(page)!;
    writeFileSync(at('example.csv'), example);
    const { status, stdout } = await runCommand([
      ...['judges', at('example.csv'), '--people', 'anna', '--json'],
    ]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ answers: 1, aspects: ['facts'] });
  });

  test.each([
    ['no file', [], { options: 'files, --run' }],
    ['an unknown person', [at('scores.csv'), '--people', 'ana'], { nearest: ['anna'] }],
    ['an unknown aspect', [at('aspects.jsonl'), '--aspect', 'truths'], { nearest: ['truth'] }],
    ['a score that is no number', [at('bad.csv')], { where: 'line 2, column score' }],
    ['a score that comes twice', [at('twice.csv')], { file: `${at('twice.csv')}, line 3` }],
    ['one judge', [at('one.csv')], { found: '1 judge and 0 people' }],
  ])('refuses %s', async (_, args, details) => {
    writeFileSync(at('bad.csv'), csv([['m', 'q', 'j', 'good']]));
    writeFileSync(
      at('twice.csv'),
      csv([
        ['m', 'q', 'j', '1'],
        ['m', 'q', 'j', '2'],
      ]),
    );
    writeFileSync(
      at('one.csv'),
      csv([
        ['m', 'q', 'j', '1'],
        ['n', 'q', 'j', '2'],
      ]),
    );
    const ran = await runCommand(['judges', ...args]);
    expect(ran).toMatchObject({ status: 2, error: { details } });
  });
});
