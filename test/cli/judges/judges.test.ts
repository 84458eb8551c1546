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
const few = ['--draws', '100'];

describe('thetarank judges', () => {
  test('finds the bias that was planted, agreement with people, and the effective number', async () => {
    const { status, stdout } = await runCommand([
      ...['judges', at('scores.csv'), '--people', 'anna', '--json', ...few],
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
      ...['judges', at('scores.csv'), '--report', at('page.html'), ...few],
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain('Own-family bias (families: name prefix; 95% intervals):');
    expect(stdout).toContain('a lower bound: without scores of people');
    expect(stdout).toMatch(/Next: let people score a random sample/);
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
      JSON.parse(
        (await runCommand(['judges', at('aspects.jsonl'), '--json', ...few, ...more])).stdout,
      );
    const whole = await run();
    expect(whole.aspects).toEqual(['fluency', 'truth']);
    expect(whole.judges[0].mean).toBe((5 + 2.5) / 2);
    expect((await run('--aspect', 'truth')).judges[0].mean).toBe(2.5);
    const fluent = await run('--aspect', 'fluency');
    expect(fluent.pairs[0].measures.pearson.value).toBeNull();
    expect(fluent.effective).toBeNull();
  });

  test('reads the example of the documentation', async () => {
    const page = readFileSync(new URL('../../../docs/judges.md', import.meta.url), 'utf8');
    const [, example] = /```csv\n([\s\S]*?)```/.exec(page)!;
    writeFileSync(at('example.csv'), example);
    const { status, stdout } = await runCommand([
      ...['judges', at('example.csv'), '--people', 'anna', '--json', ...few],
    ]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ answers: 1, aspects: ['facts'] });
  });

  test.each([
    ['no file', ['judges'], /nothing to read/],
    ['an unknown person', ['judges', at('scores.csv'), '--people', 'ana'], /anna/],
    ['an unknown aspect', ['judges', at('aspects.jsonl'), '--aspect', 'truths'], /truth/],
    ['a score that is no number', ['judges', at('bad.csv')], /line 2, column score/],
    ['a score that comes twice', ['judges', at('twice.csv')], /line 3.*a second score of j/],
    ['one judge', ['judges', at('one.csv')], /1 judges and 0 people/],
  ])('refuses %s', async (_, args, words) => {
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
    const { status, stderr } = await runCommand(args);
    expect(status).toBe(2);
    expect(stderr).toMatch(words);
  });
});
