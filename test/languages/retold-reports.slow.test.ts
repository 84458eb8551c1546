import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { reportWords } from '../../src/languages/report-words.ts';
import { ENGLISH, type Words } from '../../src/languages/words.ts';
import { refreshDocument } from '../../src/operations/calibrate/refresh/report.ts';
import { writeStudyFiles } from '../../src/operations/simulate/monte-carlo/files.ts';
import type { MonteCarloOptions } from '../../src/operations/simulate/monte-carlo/options.ts';
import { documentPage } from '../../src/report/page.ts';
import { simulated } from '../calibration/diagnose/simulated.ts';
import { runCommandSync } from '../command/run-command.ts';
import { run, studyOf } from '../sim/monte-carlo/study-of.ts';
import { CHROMIUM, launch, violations, WHY } from '../web/fixture/browser.ts';
import { refreshReport } from '../web/fixture/seed-refresh.ts';
import { untranslated } from './untranslated.ts';

/** Reports whose English sentences are told again: src/languages/told. */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-retold-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
const write = (name: string, lines: readonly string[]) =>
  writeFileSync(at(name), `${lines.join('\n')}\n`);
const zh = reportWords('zh');
const inChinese = (...args: string[]) => {
  const ran = runCommandSync(args, { cwd: folder, env: { THETARANK_LANGUAGE: 'zh' } });
  expect([0, 2]).toContain(ran.status);
  return ran;
};
/** Terms of statistics and file names. */
const TERMS = [/\b(?:RMSE|RMSEA|SRMSR|infit|outfit|results\.csv|kendall|ml|eap)\b/g];

test('a Monte Carlo study: its page and its charts', async () => {
  const study = await run(
    studyOf({
      selectors: ['maximum-information', 'random'],
      stopping: ['length', { rule: 'standard-error', below: 0.6, least: 4 }],
      lengths: [8, 16],
      precision: { bias: 0.001 },
    }),
  );
  const write = (out: string, t: Words) => {
    const options = { out, rows: false } as MonteCarloOptions;
    const reading = { options, given: {}, reader: 'others', where: '', hasPage: false, t } as const;
    return writeStudyFiles({ report: study, design: null }, reading);
  };
  await write(at('mc'), zh);
  // Rules of selection and stopping are named as designs write them.
  const data = [
    ...TERMS,
    /\b(?:maximum(?:-information)?|random|standard-error|standard|error|below|least|length)\b/g,
    /\b[\w-]+\.(?:csv|svg|parquet|json)\b/g,
  ];
  const page = read('mc/report.html');
  expect(untranslated(page, data)).toEqual([]);
  expect(page).toContain('lang="zh-CN"');
  expect(untranslated(read('mc/by-ability.svg'), data)).toEqual([]);
  // What programs read is the same in each language.
  await write(at('en'), ENGLISH);
  for (const file of ['results.csv', 'by-ability.csv', 'digest.json'])
    expect(read(`mc/${file}`)).toBe(read(`en/${file}`));
});

test('a study of test length: its page and its curve', () => {
  inChinese(
    ...['simulate', 'test-length', '--bank', 'climedbench', '--goal', 'kendall>=0.8'],
    ...['--max-replications', '20', '--out', at('length')],
  );
  const data = [...TERMS, /climedbench|maximum-information|--[a-z-]+/g];
  for (const file of ['report.html', 'curve.svg'])
    expect(untranslated(read(`length/${file}`), data)).toEqual([]);
});

test('a refresh', async () => {
  const page = await documentPage(
    refreshDocument(refreshReport(3), '`thetarank calibrate accept 4`', zh),
    zh,
  );
  const data = [/\b(?:refreshed|alpha|beta|gamma|delta|item-\d+)\b/g];
  expect(untranslated(page, data)).toEqual([]);
  write('refresh.html', [page]);
});

test('an audit', () => {
  const stems: Readonly<Record<number, string>> = { 3: '如图所示，哪一项正确？', 6: '甲' };
  const items = Array.from({ length: 30 }, (_, k) =>
    JSON.stringify({
      ...{ id: `q-${k}`, type: 'single', options: { A: '甲', B: '乙', C: '丙', D: '丁' } },
      stem: stems[k] ?? `第 ${k === 5 ? 4 : k} 题的题干文字是什么内容呢？`,
      key: ['ABCD'[k % 4]],
      ...{ language: 'zh', source: '自编', licence: 'CC0-1.0', tags: {} },
    }),
  );
  write('items.jsonl', items);
  const letter = (k: number, m: number) =>
    k === 0 ? 'B' : 'ABCD'[(k + ((k * 7 + m * 3) % 12 < m + 1 ? 0 : 1)) % 4];
  write('answers.csv', [
    'model,item,choice',
    ...Array.from({ length: 360 }, (_, n) => [n % 30, Math.floor(n / 30)]).map(
      ([k, m]) => `m-${m},q-${k},${letter(k, m)}`,
    ),
  ]);
  inChinese(
    ...['bank', 'audit', 'items.jsonl', '--responses', 'answers.csv', '--report', 'audit.html'],
    ...['--database', 'd.db'],
  );
  const page = read('audit.html');
  // Kinds of suspects are named as files and the API have them.
  const kinds =
    /\b(?:wrong-key|broken|missing-picture|short-stem|near-duplicate|duplicate|all-wrong|all-right|local-dependence|items\.jsonl)\b/g;
  const command = /thetarank bank import items.jsonl [^<]*/g;
  expect(untranslated(page, [command, kinds, /\b[mq]-\d+\b/g])).toEqual([]);
});

test('a diagnosis', () => {
  const items = 12;
  const { matrix, parameters } = simulated('diagnose command', 210, items);
  const score = (i: number, j: number) => {
    const u = matrix.scores[i * items + j];
    return j === 7 ? 1 - u : u;
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
  inChinese(
    ...['calibrate', 'diagnose', '--parameters', 'p.csv', '--responses', 'r.csv'],
    ...['--choices', 'choices.csv', '--draws', '20', '--dimensions', '1,2', '--report', 'd.html'],
  );
  const page = read('d.html');
  const names = [...matrix.items, ...matrix.examinees].map(
    (name) => new RegExp(`\\b${name}\\b`, 'g'),
  );
  // Flags and findings are named as files have them; their meanings stand beside.
  const findings =
    /\b(?:negative-slope|distractor-beats-key|curve-misfit|noisy|weak|too-steep|[pr]\.csv|2pl)\b/g;
  expect(untranslated(page, [...TERMS, findings, ...names])).toEqual([]);
  expect(page).not.toContain('r −.1');
});

test.skipIf(CHROMIUM === undefined)(
  `all of these are accessible, in light colours and in dark ones on a phone${WHY}`,
  async () => {
    const browser = await launch();
    const found: string[] = [];
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      const viewport = { width, height: 800 };
      const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
      const page = await context.newPage();
      for (const file of PAGES) {
        const where = `${file}, ${colorScheme}, ${width} px: `;
        await page.goto(pathToFileURL(at(file)).href);
        found.push(...(await violations(page)).map((one) => `${where}${one}`));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        if (wide > width) found.push(`${where}${wide} px wide`);
      }
      await context.close();
    }
    await browser.close();
    expect(found).toEqual([]);
  },
);

/** Pages that the tests above have written, one of them in English. */
const PAGES = [
  ...['mc/report.html', 'en/report.html', 'length/report.html'],
  ...['refresh.html', 'audit.html', 'd.html'],
];
