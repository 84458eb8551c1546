import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulated } from '../../calibration/diagnose/simulated.ts';
import { runCommandSync } from '../../command/run-command.ts';
import { findBrowser, openPage } from '../../report/browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-diagnose-'));
const ITEMS = 12;
const EXAMINEES = 210;
/** Its key is wrong: the right option is B. */
const WRONG = 7;

beforeAll(() => {
  const { matrix, parameters } = simulated('diagnose command', EXAMINEES, ITEMS);
  const score = (i: number, j: number) => {
    const u = matrix.scores[i * ITEMS + j];
    return j === WRONG ? 1 - u : u;
  };
  write('p.csv', [
    'item,a,b,flag',
    ...matrix.items.map((item, j) => `${item},${parameters.a[j]},${parameters.b[j]},`),
  ]);
  write('r.csv', [
    `examinee,${matrix.items.join(',')}`,
    ...matrix.examinees.map(
      (name, i) => `${name},${matrix.items.map((_, j) => score(i, j)).join(',')}`,
    ),
  ]);
  write('choices.csv', [
    'examinee,item,choice',
    ...matrix.examinees.flatMap((name, i) =>
      matrix.items.map((item, j) => `${name},${item},${score(i, j) === 1 ? 'A' : 'B'}`),
    ),
  ]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, lines: readonly string[]) =>
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
const FILES = ['--parameters', 'p.csv', '--responses', 'r.csv'];
const FAST = ['--draws', '20', '--dimensions', 'none'];
const run = (...args: string[]) =>
  runCommandSync(['calibrate', 'diagnose', ...args], { cwd: folder });

test('a table with the worst item first, the rest counted, and what to do next', () => {
  const { status, stdout } = run(...FILES, ...FAST, '--choices', 'choices.csv');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\d+ items? of 12 .*; i7 /);
  expect(stdout).toMatch(/\nability: mean 0, standard deviation 1\n/);
  expect(stdout).toMatch(/M2 +[\d,.]+, df 54, p [<=]/);
  expect(stdout).toMatch(/\ni7 +210 .* < \.001 +negative-slope distractor-beats-key curve-misfit /);
  expect(stdout.indexOf('\ni7 ')).toBeLessThan(stdout.search(/\ni\d+ .*\n/) + 1);
  expect(stdout).toMatch(/\ni7 +A \(key\) +\d+/);
  expect(stdout).toMatch(/\ni7 +B ! +\d+/);
  expect(stdout).toMatch(/\nand 20\d more \(--json, --report\)/);
  const all = run(...FILES, '--items-only', '--all').stdout;
  expect(all).not.toContain(' more (');
  expect(all).not.toContain('M2');
  expect(all.match(/\ne\d+ /g)!.length).toBeGreaterThan(200);
});

test('JSON has everything, by names', () => {
  const { status, stdout, stderr } = run(...FILES, ...FAST, '--choices', 'choices.csv', '--json');
  expect(status, stderr).toBe(0);
  const found = JSON.parse(stdout);
  expect(found.worstFirst[0]).toBe('i7');
  expect(found.items).toHaveLength(ITEMS);
  expect(found.examinees).toHaveLength(EXAMINEES);
  expect(found.items[WRONG]).toMatchObject({
    item: 'i7',
    answered: EXAMINEES,
    noSX2: null,
    predictiveP: null,
    disagreements: 0,
    flags: ['negative-slope'],
    options: { answered: EXAMINEES, options: [{ option: 'A', isKey: true }, { beatsKey: true }] },
  });
  expect(found.settings).toMatchObject({ model: '2pl', draws: 20, seed: 1 });
  expect(found.bank.margins.value.df).toBe(54);
  expect(found.bank.correlations.value.pair.items[0]).toMatch(/^i\d+$/);
  expect(JSON.parse(run(...FILES, ...FAST, '--choices', 'choices.csv', '--json').stdout)).toEqual(
    found,
  );
});

test('few examinees: a posterior-predictive check in place of S-X², with the reason', () => {
  const lines = readFileSync(join(folder, 'r.csv'), 'utf8').split('\n');
  write('few.csv', lines.slice(0, 100));
  const args = ['--parameters', 'p.csv', '--responses', 'few.csv', '--items-only'];
  expect(run(...args).stdout).toMatch(/^\* .* needs 200 .* 99\.$/m);
  const { items } = JSON.parse(run(...args, '--json').stdout);
  expect(items[WRONG]).toMatchObject({ sX2: null, predictiveP: 1 / 101 });
  const none = JSON.parse(run(...args, '--draws', '0', '--json').stdout);
  expect(none.items[0]).toMatchObject({
    predictiveP: null,
    noPredictiveP: 'no draws were asked for',
  });
});

const browser = findBrowser();

test('a page without scripts or anything from elsewhere, with a chart of every item', () => {
  run(...FILES, ...FAST, '--choices', 'choices.csv', '--report', 'page.html');
  const html = readFileSync(join(folder, 'page.html'), 'utf8');
  expect(html).not.toMatch(/<script|<img|<link|@import|url\((?!#)/i);
  expect(html.match(/<details name=/g)).toHaveLength(ITEMS);
  expect(html.match(/: response curve<\/strong>/g)).toHaveLength(ITEMS);
  for (const title of ['Test information', 'Wright map', 'Most informative items'])
    expect(html).toContain(`>${title}</strong>`);
});

test.skipIf(browser === undefined)(
  `the page fits a phone and a screen, light and dark, and opens one item at a time${browser === undefined ? ' (skipped: no Chromium here)' : ''}`,
  async () => {
    const page = await openPage(browser!, pathToFileURL(join(folder, 'page.html')).href);
    try {
      for (const [width, scheme] of [
        [390, 'dark'],
        [1280, 'light'],
      ] as const) {
        await page.send('Emulation.setDeviceMetricsOverride', {
          width,
          height: 800,
          deviceScaleFactor: 1,
          mobile: width < 500,
        });
        await page.send('Emulation.setEmulatedMedia', {
          features: [{ name: 'prefers-color-scheme', value: scheme }],
        });
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        const [paper, line] = await page.evaluate<[string, string]>(
          `[getComputedStyle(document.querySelector('.chart')).backgroundColor, getComputedStyle(document.querySelector('.chart [stroke="#0072B2"]')).stroke]`,
        );
        expect([paper, line]).toEqual(
          scheme === 'dark'
            ? ['rgb(27, 27, 27)', 'rgb(77, 141, 246)']
            : ['rgb(255, 255, 255)', 'rgb(0, 114, 178)'],
        );
      }
      await page.evaluate(`document.querySelectorAll('summary')[0].click()`);
      await page.evaluate(`document.querySelectorAll('summary')[3].click()`);
      await expect
        .poll(() =>
          page.evaluate(
            `[...document.querySelectorAll('details')].map((e, k) => (e.open ? k : -1)).filter((k) => k >= 0)`,
          ),
        )
        .toEqual([3]);
    } finally {
      await page.close();
    }
  },
);

describe('one clear line, and no page, for', () => {
  const lines = (name: string) => readFileSync(join(folder, name), 'utf8').trim().split('\n');
  test.each([
    [
      'parameters without answers',
      () => write('bad-p.csv', [...lines('p.csv'), 'x1,1,0,', 'x2,1,0,']),
      'bad-p.csv',
      'r.csv',
      { code: 'ITEM_WITHOUT_ANSWERS', details: { item: 'x1', file: 'r.csv', count: 2 } },
    ],
    [
      'answers without parameters',
      () => write('bad-p.csv', lines('p.csv').slice(0, -1)),
      'bad-p.csv',
      'r.csv',
      { code: 'ITEM_WITHOUT_PARAMETERS', details: { item: 'i11', file: 'bad-p.csv', count: 1 } },
    ],
    [
      'an item twice',
      () => write('bad-p.csv', [...lines('p.csv'), 'i0,1,0,']),
      'bad-p.csv',
      'r.csv',
      { details: { where: 'line 14', found: 'item "i0" again (first: line 2)' } },
    ],
    [
      'an examinee twice',
      () => write('bad-r.csv', [...lines('r.csv'), lines('r.csv')[1]]),
      'p.csv',
      'bad-r.csv',
      { details: { where: 'line 212', found: 'examinee "e0" again (first: line 2)' } },
    ],
    [
      'a score between 0 and 1',
      () =>
        write('bad-r.csv', [
          ...lines('r.csv').slice(0, -1),
          lines('r.csv').at(-1)!.replace(/\d$/, '0.25'),
        ]),
      'p.csv',
      'bad-r.csv',
      { code: 'SCORES_NOT_BINARY', details: { examinee: 'e209', item: 'i11', score: 0.25 } },
    ],
  ])('%s', (_, make, parameters, responses, error) => {
    make();
    const ran = run('--parameters', parameters, '--responses', responses, '--report', 'no.html');
    expect(ran).toMatchObject({ status: 2, stdout: '', error });
    expect(ran.stderr.match(/\n/g)).toHaveLength(1);
    expect(existsSync(join(folder, 'no.html'))).toBe(false);
  });

  test('options that contradict each other', () => {
    const conflict = (options: string) => ({ code: 'OPTIONS_CONFLICT', details: { options } });
    expect(run(...FILES, '--keys', 'keys.csv').error).toMatchObject(conflict('--keys'));
    expect(run(...FILES, '--report', 'r.csv').error).toMatchObject(
      conflict('--responses, --report'),
    );
    for (const dimensions of ['1', 'none,2', '0,1'])
      expect(run(...FILES, '--dimensions', dimensions).error).toMatchObject({
        code: 'OPTION_INVALID',
        details: { option: '--dimensions' },
      });
  });
});
