import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calibrateSynthesis } from '../../calibration/synthesize/report/calibrate-synthesis.ts';
import { synthesisReport } from '../../calibration/synthesize/report/synthesis-report.ts';
import { postHoc } from '../../sim/post-hoc/post-hoc.ts';
import type { Leaderboard } from '../../src/api/leaderboards.ts';
import { lineChartSvg } from '../../src/charts/line-panels.ts';
import { escapeHtml } from '../../src/html/html.ts';
import { dateText } from '../../src/languages/date-text.ts';
import { reportWords } from '../../src/languages/report-words.ts';
import { REPORTS_ZH } from '../../src/languages/reports-zh.ts';
import { ENGLISH, type Words } from '../../src/languages/words.ts';
import { peopleLine } from '../../src/operations/rank/people-line.ts';
import { type PageModel, rankingDocument } from '../../src/operations/rank/ranking-document.ts';
import { postHocChart } from '../../src/operations/simulate/post-hoc/chart.ts';
import { reportHtml } from '../../src/operations/synthesize/fit/report-html.ts';
import { randomNormal, randomStream } from '../../src/random.ts';
import { documentPage } from '../../src/report/page.ts';
import { boardHtml } from '../../src/server/boards/board-html.ts';
import { boardSvg } from '../../src/server/boards/board-svg.ts';
import type { WordsOfTags } from '../../src/tag-words.ts';
import type { PeopleOn } from '../../src/workflow/bank/humans/people-on.ts';
import type { CalibratedSynthesis } from '../../src/workflow/synthesis/fit/calibrate-source.ts';
import type { SynthesisResult } from '../../src/workflow/synthesis/synthesis-result.ts';
import { simulateClusters } from '../calibration/synthesize/clusters.ts';
import { peopleAnswers, peopleCsv } from '../cli/humans-case.ts';
import { runCommandSync, succeedSync } from '../command/run-command.ts';
import { MODELS, simulatedBank } from '../ranking/simulated-bank.ts';
import { untranslated } from './untranslated.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-languages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const zh = reportWords('zh');

describe('the catalogs of reports', () => {
  const messages = Object.entries(REPORTS_ZH);

  /** Names of what is filled in. */
  const places = (message: string) =>
    [
      ...new Set(
        [
          ...message
            .replaceAll(/(?<!the )(?:one|other|=0) \{\w+\}/g, '')
            .matchAll(/\{(\w+)\s*[,}]/g),
        ].map(([, name]) => name),
      ),
    ].sort();
  /** Branches of `select` are texts, not places. */
  const branches = /\b(?:true|other|better|worse|families|number|smaller|smallest)\b/;

  test('fill in the same in both languages', () => {
    const odd = messages.filter(([english, chinese]) => {
      if (/, select,/.test(english)) return false;
      return places(english).join() !== places(chinese).join();
    });
    expect(odd.filter(([english]) => !branches.test(places(english).join()))).toEqual([]);
  });

  test('keep commands and options as they are typed', () => {
    const typed = (message: string) => [...message.matchAll(/--[a-z-]+|`[^`]+`/g)].flat().sort();
    for (const [english, chinese] of messages) expect(typed(chinese)).toEqual(typed(english));
  });

  test('hold each message once', async () => {
    const catalogs = join(import.meta.dirname, '../../src/languages/zh');
    const modules: object[] = await Promise.all(
      readdirSync(catalogs).map((file) => import(join(catalogs, file))),
    );
    const keys = modules.flatMap((own) => Object.values(own).flatMap((list) => Object.keys(list)));
    expect(keys.filter((key, k) => keys.indexOf(key) !== k)).toEqual([]);
    expect(keys.length).toBe(messages.length);
  });

  test('are in Chinese', () => {
    const isName =
      /^(?:τ|Kendall τ-b|Spearman ρ|Pearson r|Cohen κ|Krippendorff α|%|logit(?:（95%）)?|p（Holm）|Mantel-Haenszel|MH|IRT)$/;
    const odd = messages.filter(
      ([, chinese]) =>
        !/\p{Script=Han}|[，；：。、]/u.test(chinese.replaceAll(/\{[^}]*\}/g, '')) &&
        !isName.test(chinese) &&
        /\p{L}/u.test(chinese.replaceAll(/\{[^}]*\}/g, '')),
    );
    expect(odd).toEqual([]);
  });
});

test('days are written as each language does', () => {
  expect(dateText('2026-11-03T10:00:00.000Z', ENGLISH)).toBe('2026-11-03');
  expect(dateText('2026-11-03T10:00:00.000Z', zh)).toBe('2026年11月3日');
});

const DATA = [/m-[a-z]+/g, /kind-[a-z]+/g];
const model = (name: string, score: number, more: Partial<PageModel> = {}): PageModel => ({
  ...{ model: name, score, low: score - 4, high: score + 4 },
  expected: { score, low: score - 8, high: score + 8 },
  ...{ verified: true, alarm: null, ability: 0.4, se: 0.2, items: 40, right: 21 },
  ...{ shareRight: 52.5, shareExpected: 51.25, residual: 0.1, ownRandom: null },
  tags: { 'kind-tag': { 'kind-x': { score, low: score - 4, high: score + 4, verified: false } } },
  ...{ actual: 50, answered: 0.8, place: 3, bestPlace: 2, worstPlace: 5, places: 9 },
  ...more,
});

test.each(['recorded', 'expected'] as const)('a ranking by %s scores', async (target) => {
  const page = await documentPage(
    rankingDocument(
      {
        ...{ title: zh('Ranking on {bank}', { bank: 'm-bank' }), facts: [], target },
        ...{ isRecorded: target === 'recorded', asked: 'chosen', notes: [] },
        tested: [
          model('m-a', 70, { ownRandom: { score: 60, low: 50, high: 70, items: 12 } }),
          model('m-b', 40, { verified: false, alarm: 'fit' }),
        ],
        recorded: [
          { model: 'm-old', actual: 55, answered: 0.7 },
          { model: 'm-few', actual: 55, answered: 0.1 },
        ],
      },
      { reader: 'others', t: zh },
    ),
    zh,
  );
  expect(untranslated(page, DATA)).toEqual([]);
  expect(page).toContain('lang="zh-CN"');
});

const BOARD = {
  ...{ bank: 'm-bank', bankVersion: '1', calibrationVersion: '2', calibration: null },
  ...{ strategy: 'm-robust', target: 'recorded', newestAt: '2026-11-03T10:00:00Z' },
  ...{ changedItems: 2, simulated: true, standIns: ['m-recorded'] },
  humans: null,
  rows: ['tested', 'recorded'].map((kind, k) => ({
    ...{ rank: k + 1, bestRank: 1, worstRank: 2, examinee: `m-${kind}`, kind, items: 40 },
    ...{ score: 60 - k, low: 50, high: 70, verified: k === 0, complete: k === 1 },
  })),
} as unknown as Leaderboard;

test('a leaderboard as a page and as an image', async () => {
  const html = boardHtml(BOARD, zh);
  expect(untranslated(html, DATA)).toEqual([]);
  expect(html).toContain('2026年11月3日');
  expect(untranslated(await boardSvg(BOARD, zh), DATA)).toEqual([]);
});

test('a leaderboard on which people stand beside models', () => {
  const [first, ...others] = BOARD.rows;
  const person = { ...first, kind: 'session', person: true, form: 'given' };
  const board = { ...BOARD, rows: [person, ...others], formsDiffer: true } as Leaderboard;
  const html = boardHtml(board, zh);
  expect(untranslated(html, DATA)).toEqual([]);
});

test('people on a leaderboard and on the page of a ranking', async () => {
  const people = { accuracy: 71.6, low: 69, high: 74.1, items: 30, of: 1200, perItem: 214 };
  const board = { ...BOARD, humans: people } as unknown as Leaderboard;
  const html = boardHtml(board, zh);
  expect(untranslated(html, DATA)).toEqual([]);
  expect(html).toContain('真人（平均每题 214 人作答）：71.6（69.0 至 74.1）。');
  expect(untranslated(await boardSvg(board, zh), DATA)).toEqual([]);
  const line = (t: Words) => peopleLine(people as unknown as PeopleOn, 'm-bank', t);
  expect(untranslated(`<p>${line(zh)}</p>`, [/thetarank bank humans/g, ...DATA])).toEqual([]);
  expect(line(ENGLISH)).toBe(
    'People (average of 214 respondents per question): 71.6 (69.0 to 74.1). On 30 of 1,200 items. They have no rank. By tag: thetarank bank humans m-bank',
  );
});

describe('people on a bank', () => {
  const db = ['--database', at('people.db')];
  const humans = (language: string, ...args: string[]) => {
    const found = runCommandSync(['bank', 'humans', 'm-people', ...args, ...db], {
      env: { THETARANK_LANGUAGE: language },
    });
    expect([found.status, found.stderr]).toEqual([0, expect.not.stringContaining('error')]);
    return found.stdout;
  };
  const page = (language: string, ...args: string[]) => {
    humans(language, '--report', at('people.html'), ...args);
    return readFileSync(at('people.html'), 'utf8');
  };
  beforeAll(() => {
    writeFileSync(at('people.csv'), peopleCsv());
    const file = ['bank', 'import', at('people.csv'), '--format', 'cmexam', '--name', 'm-people'];
    succeedSync([...file, ...db]);
    const ids = succeedSync(['bank', 'export', 'm-people', ...db])
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    writeFileSync(at('recorded.csv'), peopleAnswers(ids, ['m-a', 'm-b', 'm-c', 'm-d', 'm-e']));
    succeedSync(['bank', 'record', at('recorded.csv'), '--to', 'm-people', ...db]);
  });

  test('as a page', () => {
    const args = ['--model', 'm-a', '--target', 'expected'];
    // Names of tags and of their values are data.
    const ends = (names: readonly string[]) =>
      names.map((name) => new RegExp(name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g'));
    const printed = humans('en', '--json', '--report', at('people.html'), ...args);
    expect(readFileSync(at('people.html'), 'utf8')).toContain('<html lang="en">');
    const { tagWords } = JSON.parse(printed) as { tagWords: WordsOfTags };
    const data = Object.values(tagWords).flatMap(({ name, values }) => [
      name,
      ...values.map((value) => value.name),
    ]);
    const chinese = page('zh', ...args);
    expect(chinese).toContain('lang="zh-CN"');
    expect(
      untranslated(chinese, [
        ...ends(data.sort((a, b) => b.length - a.length).map(escapeHtml)),
        ...[...DATA, /CMExam/g],
      ]),
    ).toEqual([]);
  });

  test('data and text on the terminal are the same in both languages', () => {
    for (const args of [[], ['--json']]) expect(humans('zh', ...args)).toBe(humans('en', ...args));
    const csv = (language: string) => {
      const printed = humans(language, '--csv', at('people-out.csv'));
      return [printed, readFileSync(at('people-out.csv'), 'utf8')];
    };
    expect(csv('zh')).toEqual(csv('en'));
  });
});

/** The page that a command writes in Chinese. */
function pageOf(...args: string[]): string {
  const { status, stderr } = runCommandSync([...args, '--report', at('page.html')], {
    env: { THETARANK_LANGUAGE: 'zh' },
  });
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')]);
  return readFileSync(at('page.html'), 'utf8');
}

test('a calibration on synthesized answers', async () => {
  const { matrix } = simulateClusters('alike', { items: 30, copies: 0.9 });
  const calibration = calibrateSynthesis(matrix, { by: 'participants', rung: '2pl' });
  const report = synthesisReport(matrix, calibration, []);
  const errors = { parameters: -0.5, shares: -0.4, alike: -0.6, recorded: -0.3 };
  const form = { error: 3, tau: 0.5 };
  const mean = { mean: 0.1, se: 0.05, generators: 3 };
  const calibrated = {
    ...{
      number: 7,
      fingerprint: '12ab',
      isPartial: true,
      items: matrix.responses.items,
      calibration,
    },
    kinds: { types: { 'm-type': 3 }, metrics: { 'm-metric': 2 }, withImages: 1 },
    report: {
      ...report,
      ...{ converged: false, reliability: 0.2, scale: { isFloor: true, spread: 0.01 } },
      warnings: ['one'],
      spreadRatio: { ratio: 0.8, se: 0.05, generators: 3 },
      itemsToCheck: { ...report.itemsToCheck, inPart: 2 },
      persuasion: [{ generator: 'm-a', critic: 'm-b', changed: 0.2, rightly: 3, wrongly: 1 }],
      modeEffect: { shift: mean, levels: [1, 2, 3].map(() => ({ share: mean, expected: mean })) },
    },
    realModels: {
      models: [{ model: 'm-real', ...errors }],
      ...{ logLikelihood: errors, ofPool: ['m-a'], difficulty: 0.4 },
      forms: { items: 20, parameters: form, shares: form, recorded: form, random: form },
      better: (['error', 'tau', 'logLikelihood'] as const).map((measure) => ({
        ...{ measure, by: 'recorded' },
      })),
    },
  } as unknown as CalibratedSynthesis;
  const result = {
    ...{ bank: 'm-bank', run: 3 },
    participants: [{ participant: 'm-a', answers: 30, accuracy: 0.5, debate: null }],
  } as unknown as SynthesisResult;
  const data = [
    ...DATA,
    /i\d+/g,
    /2pl/g,
    /12ab/g,
    ...matrix.responses.items.map((item) => new RegExp(item, 'g')),
  ];
  const page = await reportHtml(result, calibrated, zh);
  expect(untranslated(page, data)).toEqual([]);
  expect(page).toContain('lang="zh-CN"');
});

test('the chart of a post-hoc study', async () => {
  const report = postHoc({
    bank: simulatedBank(MODELS, 20),
    ...{ lengths: [5, 10], strategies: ['random', 'random-irt'], split: 'family' },
    ...{ folds: 4, seeds: 1, seed: 1, families: null },
  });
  const svg = await lineChartSvg(postHocChart(report, zh));
  expect(untranslated(svg, [/simulated/g, /random(?:-irt)?/g])).toEqual([]);
});

test('noise', () => {
  const random = randomStream(1, 'answers');
  const rows = ['model,item,prompt,repeat,score,answer'];
  for (let m = 0; m < 4; m++)
    for (let i = 0; i < 20; i++)
      for (let c = 0; c < 2; c++)
        for (let r = 0; r < 2; r++) {
          const isRight = random() < ((i * 7 + m * 3) % 10 < 4 + m ? 0.9 : 0.1);
          rows.push(`m${m},q${i},p${c},${r},${isRight ? 1 : 0},${isRight ? 'A' : 'B'}`);
        }
  writeFileSync(at('answers.csv'), `${rows.join('\n')}\n`);
  expect(
    untranslated(pageOf('noise', at('answers.csv')), [/answers\.csv/g, /prompt(?==| p)/g]),
  ).toEqual([]);
});

test('the agreement of rankings', () => {
  const board = (scores: readonly number[]) =>
    `model,score,se\n${scores.map((score, k) => `m-${'abcdefgh'[k]},${score},2`).join('\n')}\n`;
  writeFileSync(at('one.csv'), board([70, 60, 50, 45, 40, 30, 20]));
  writeFileSync(at('two.csv'), board([60, 70, 52, 30, 44, 31, 25, 10]));
  const page = pageOf('agreement', at('one.csv'), at('two.csv'));
  expect(untranslated(page, [/(?:one|two)(?:\.csv)?/g, ...DATA])).toEqual([]);
});

test('judges', () => {
  const random = randomStream(3, 'scores');
  const rows = ['m-a', 'm-b', 'n-c'].flatMap((name, m) =>
    Array.from({ length: 12 }, (_, q) => {
      const quality = 3 + m / 5 + randomNormal(random);
      return ['m-judge', 'n-judge', 'm-anna'].map(
        (judge) => `${name},q${q},${judge},${quality + 0.5 * randomNormal(random)}`,
      );
    }).flat(),
  );
  writeFileSync(at('scores.csv'), `model,item,judge,score\n${rows.join('\n')}\n`);
  const data = [/[mn]-[a-z]+/g, /--families FILE/g, ...DATA];
  expect(untranslated(pageOf('judges', at('scores.csv'), '--people', 'm-anna'), data)).toEqual([]);
  expect(untranslated(pageOf('judges', at('scores.csv')), data)).toEqual([]);
});

test('a language that there is not is refused before all work; what is printed stays English', () => {
  const args = ['noise', at('answers.csv')];
  expect(runCommandSync(args, { env: { THETARANK_LANGUAGE: 'fr' } })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('THETARANK_LANGUAGE'),
  });
  expect(runCommandSync(args, { env: { THETARANK_LANGUAGE: 'zh' } }).stdout).toBe(
    runCommandSync(args).stdout,
  );
});

test('an untranslated text is found', () => {
  expect(untranslated('<p title="A title">中文 words</p><text>axis</text>')).toEqual([
    'words',
    'axis',
    'title',
  ]);
});
