import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { randomStream } from '../../../src/random.ts';
import { runCommandSync, succeedSync } from '../../command/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-noise-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);

/** 4 models × 40 items × 2 prompts × 3 repeats; p of an answer is .1 or .9, so that p (1 − p) = .09. */
function writeAnswers(name: string): string {
  const random = randomStream(1, 'answers');
  const rows = ['model,item,prompt,repeat,score,answer'];
  for (let m = 0; m < 4; m++)
    for (let i = 0; i < 40; i++)
      for (let c = 0; c < 2; c++)
        for (let r = 0; r < 3; r++) {
          const isRight = random() < ((i * 7 + m * 3) % 10 < 4 + m ? 0.9 : 0.1);
          rows.push(`m${m},q${i},p${c},${r},${isRight ? 1 : 0},${isRight ? 'A' : 'B'}`);
        }
  writeFileSync(at(name), `${rows.join('\n')}\n`);
  return at(name);
}
const file = writeAnswers('answers.csv');

test('prints components, models, pass@k, a plan and what to do next', () => {
  const text = succeedSync(['noise', file, '--bank-size', '200']);
  expect(text).toMatch(/: 960 answers .* 4 models .* 40 items /);
  expect(text).toMatch(/^repeats +\d+% +0\.0[89]\d\d/m);
  expect(text).toMatch(/ 240 .*\(90% interval/);
  expect(text).toMatch(/ --items \d+ --repeats \d+/);
});

test('JSON on its own, a file of it, and a page; the plan follows the price', () => {
  const out = at('noise.json');
  const report = at('noise.html');
  const printed = JSON.parse(
    succeedSync(['noise', file, '--json', '--out', out, '--report', report, '--k', '1,2']),
  );
  expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(printed);
  expect(readFileSync(report, 'utf8')).toContain('<svg');
  const { byModel, components, plan } = printed;
  expect(byModel).toHaveLength(8);
  expect(byModel[0].pass.map(({ k }: { k: number }) => k)).toEqual([1, 2]);
  // The mean over items of single scores: pass@1 of right and wrong answers is the score.
  expect(byModel[0].pass[0].any.value).toBeCloseTo(byModel[0].score, 12);
  // Pairs of right and wrong answers: the share that differ is twice their variance, here with two letters the same of answers.
  expect(byModel[0].answersDiffer).toBeCloseTo(byModel[0].scoresDiffer, 12);
  // Single answers differ among repeats with p (1 − p) = .09: 640 pairs, four standard errors.
  expect(Math.abs(components.at(-1).estimate - 0.09)).toBeLessThan(0.03);
  expect(plan.best.repeats).toBe(1);
  const cheap = JSON.parse(succeedSync(['noise', file, '--json', '--repeat-price', '0.01']));
  expect(cheap.plan.best.repeats).toBeGreaterThan(1);
  const asked = ['--bank-size', '40', '--answers-per-model', '400', '--fixed-conditions'];
  const whole = JSON.parse(succeedSync(['noise', file, '--json', ...asked]));
  // All items under both conditions, then repeats: nothing else is left to ask.
  expect(whole.plan.best).toMatchObject({ items: 40, conditions: 2, repeats: 5 });
});

test('repeats of a model that changed, and columns that are not read', () => {
  const rows = ['model,item,repeat,score,seed'];
  for (let i = 0; i < 40; i++)
    for (let r = 0; r < 3; r++) {
      rows.push(`changed,q${i},${r + 1},${Number(r < 2 ? i % 5 > 0 : i % 5 > 2)},${i}`);
      rows.push(`same,q${i},${r + 1},${Number((i + r) % 3 > 0)},${i}`);
    }
  writeFileSync(at('drift.csv'), `${rows.join('\n')}\n`);
  const { drift, source } = JSON.parse(succeedSync(['noise', at('drift.csv'), '--json']));
  expect(source.ignoredColumns).toEqual(['seed']);
  expect(
    drift.map(({ model, isFound }: { model: string; isFound: boolean }) => [model, isFound]),
  ).toEqual([
    ['changed', true],
    ['same', false],
  ]);
  const text = succeedSync(['noise', at('drift.csv')]);
  // 80% of the items right twice, then 40%.
  expect(text).toMatch(/\bchanged .*repeat 1 .* 40\.0 points .*repeat 3 /);
  expect(text).not.toMatch(/\bsame changed/);
  expect(text).toMatch(/^Columns .*\bseed$/m);
});

test('the cheapest design for an error, or why there is none', () => {
  const text = succeedSync(['noise', file, '--error', '3', '--fixed-conditions']);
  expect(text).toMatch(/ Cheapest design .*, at [\d,]+ /m);
  const none = succeedSync(['noise', file, '--error', '0.01', '--bank-size', '40']);
  expect(none).toMatch(/ No design .*\b0\.01\b.* all 40 /m);
});

test('refuses what it cannot do, before it writes anything', () => {
  const refused = (args: string[]) => {
    const { status, error } = runCommandSync(['noise', ...args]);
    expect(status).toBe(2);
    return error!;
  };
  expect(refused([file, '--bank-size', '10', '--out', at('not.json')])).toMatchObject({
    code: 'OPTION_INVALID',
    details: { option: '--bank-size', accepted: expect.stringContaining(' 40 items ') },
  });
  expect(existsSync(at('not.json'))).toBe(false);
  const conflict = (options: string) => ({ code: 'OPTIONS_CONFLICT', details: { options } });
  expect(refused([file, '--out', file])).toMatchObject(conflict('file, --out'));
  expect(refused([file, '--out', at('x'), '--report', at('x')])).toMatchObject(
    conflict('--out, --report'),
  );
  expect(refused([file, '--pass', '0'])).toMatchObject({
    code: 'OPTION_INVALID',
    details: { option: '--pass', found: '"0"', accepted: 'a number above 0 and of at most 1' },
  });
  expect(refused([file, '--answers-per-model', '5', '--error', '1'])).toMatchObject(
    conflict('--answers-per-model, --error'),
  );
  writeFileSync(at('one.csv'), 'model,item,score\nm,q,1\n');
  expect(refused([at('one.csv')])).toMatchObject({ code: 'NOISE_DESIGN' });
});

test('no interval of a standard deviation of scores from 0 to 1 goes beyond 50 points; every model is drawn', () => {
  const rows = ['model,item,prompt,repeat,score'];
  for (const [m, right] of [0.95, 0.5].entries())
    for (let i = 0; i < 20; i++)
      for (let p = 0; p < 6; p++)
        for (let r = 0; r < 2; r++)
          rows.push(`m${m},q${i},p${p},${r},${(i + r) / 21 < right ? 1 : 0}`);
  writeFileSync(at('two.csv'), `${rows.join('\n')}\n`);
  const report = at('two.html');
  const { components } = JSON.parse(
    succeedSync(['noise', at('two.csv'), '--json', '--report', report]),
  );
  // Two models leave one degree of freedom: the interval would reach 500 points.
  expect(components[0].effect).toBe('model');
  expect(components[0].high).toBe(0.25);
  const legend = readFileSync(report, 'utf8').split('</svg></div>').at(-2);
  expect(legend).toMatch(/>m0, prompt p0</);
  expect(legend).toMatch(/>m1, prompt p0</);
});

/** Scores of repeats by model and item, in the words of a file. */
function writeScores(name: string, of: Readonly<Record<string, readonly (readonly number[])[]>>) {
  const rows = Object.entries(of).flatMap(([model, items]) =>
    items.flatMap((scores, i) => scores.map((score, r) => `${model},q${i},${r},${score}`)),
  );
  writeFileSync(at(name), `${['model,item,repeat,score', ...rows].join('\n')}\n`);
  return at(name);
}

test('data without variance of what is planned give no plan and no errors', () => {
  const steady = [[0.7, 0.7], [0.7, 0.7], [0.7]];
  // The two models differ nowhere, although items and repeats of the second file do.
  for (const of of [
    { a: steady, b: steady },
    { a: [[1], [0], [1]], b: [[1], [0], [1]] },
  ]) {
    const file = writeScores('equal.csv', of);
    const { plan, byModel } = JSON.parse(succeedSync(['noise', file, '--json']));
    expect(plan).toMatchObject({
      ...{ best: null, withoutBest: 'no variance', table: [], breakEven: null },
    });
    expect(byModel.map(({ noise }: { noise: number | null }) => noise)).toEqual([null, null]);
    expect(succeedSync(['noise', file])).not.toContain('--repeats');
  }
});

test('without repeats the error of repeats is unknown, and the next step is to ask for them', () => {
  const file = writeScores('single.csv', { a: [[1], [0], [1]], b: [[0], [0], [1]] });
  const { plan } = JSON.parse(succeedSync(['noise', file, '--json']));
  expect(plan.table.map(({ noise }: { noise: number | null }) => noise)).toEqual([
    null,
    null,
    null,
  ]);
  expect(succeedSync(['noise', file])).toMatch(/Next: .* --items 3 --repeats 2/);
});

test('with uneven answers no design is called best that errs more than the data', () => {
  // Of a bank of 4 items 6 answers per model: half of the items twice, the others once.
  const file = writeScores('uneven.csv', {
    a: [[1, 1], [0, 1], [1], [0]],
    b: [[0, 0], [1, 1], [0], [1]],
    c: [[1, 0], [0, 0], [1], [1]],
  });
  const of = (...more: string[]) =>
    JSON.parse(succeedSync(['noise', file, '--bank-size', '4', '--json', ...more])).plan;
  const plan = of();
  // Variances of repeats alone add up: the mean of 1/1, 1/1, 1/2 and 1/2 is 3/4.
  expect(plan.observed).toMatchObject({ repeats: 4 / 3, price: 6 });
  expect(plan).toMatchObject({ best: null, withoutBest: 'data' });
  expect(of('--answers-per-model', '8').best).toMatchObject({ items: 4, repeats: 2 });
});

test('with the same number of answers to each item the design of the data is best, whatever its rounding', () => {
  // The sum of 120 times 1/5 is not exactly 24.
  const scores = (m: number) =>
    Array.from({ length: 60 }, (_, i) =>
      Array.from({ length: 5 }, (_, r) => +((i * r + m) % 3 > 0)),
    );
  const file = writeScores('even.csv', { a: scores(0), b: scores(1) });
  const { plan } = JSON.parse(succeedSync(['noise', file, '--bank-size', '60', '--json']));
  expect(plan).toMatchObject({ best: { items: 60, repeats: 5 }, withoutBest: null });
});
