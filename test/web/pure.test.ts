import { describe, expect, test } from 'vitest';
import { readDesign } from '../../sim/monte-carlo/design/study-design.ts';
import { JOB_KINDS, type Job } from '../../src/api/jobs.ts';
import type { LeaderboardEntry, ModelComparison } from '../../src/api/leaderboards.ts';
import { newStudy } from '../../src/api/new-study.ts';
import { newSession, promptOptions, UNVERIFIED } from '../../src/api/sessions.ts';
import { SELECTORS } from '../../src/cat/select/selectors.ts';
import { STOP_RULES } from '../../src/cat/stop/stop-rules.ts';
import { roundScale, ticksOf } from '../../src/charts/scale.ts';
import { eventCutter } from '../../src/web/api/event-stream.ts';
import { offeredName } from '../../src/web/api/offered-name.ts';
import { joinSeries, plotData } from '../../src/web/chart/plot-data.ts';
import { dashesOf, lookOf } from '../../src/web/chart/plot-types.ts';
import * as number from '../../src/web/format/number.ts';
import { promptWords, rulesWords } from '../../src/web/format/rules.ts';
import { duration, moment } from '../../src/web/format/time.ts';
import { rankRange, shortName } from '../../src/web/format/words.ts';
import { itemSeries } from '../../src/web/page/banks/item-series.ts';
import { persuasionMatrix } from '../../src/web/page/calibrations/persuasion-matrix.ts';
import {
  importedRecords,
  jobOutcome,
  nextStep,
  recordWords,
} from '../../src/web/page/jobs/job-outcome.ts';
import { STUDY_EXAMPLES } from '../../src/web/page/jobs/study-examples.ts';
import { boardFacts } from '../../src/web/page/leaderboards/board-facts.ts';
import { boardRows, familiesIn } from '../../src/web/page/leaderboards/board-rows.ts';
import { beatLevel, entryMarks } from '../../src/web/page/leaderboards/entry-words.ts';
import { higherFirst } from '../../src/web/page/leaderboards/higher-first.ts';
import { EMPTY_FORM, sessionRequest } from '../../src/web/page/sessions/new-session-request.ts';
import { itemsWords, unverifiedWords } from '../../src/web/page/sessions/session-words.ts';
import { splitTagCounts, tagCounts } from '../../src/web/page/sessions/tag-counts.ts';
import { traceSeries, verifiedWords } from '../../src/web/page/sessions/trace-series.ts';
import { firstSteps } from '../../src/web/page/start/first-steps.ts';
import { parsePlace, placeHash } from '../../src/web/router/location.ts';
import { matchPage } from '../../src/web/router/match.ts';
import { SECTIONS } from '../../src/web/shell/sections.ts';
import { actionOf } from '../../src/web/shell/shortcuts.ts';
import { standingOf } from '../server/sessions-of-test.ts';
import { SEEDED_JOBS } from './fixture/job-routes.ts';

describe('numbers', () => {
  test('points have one decimal, abilities two, with a true minus sign and none for zero', () => {
    expect(number.points(64.25)).toBe('64.3');
    expect(number.ability(-1.236)).toBe('−1.24');
    expect(number.ability(-0.001)).toBe('0.00');
    expect(number.points(null)).toBe('–');
    expect(number.points(Number.NaN)).toBe('–');
    expect(number.count(33_735)).toBe('33,735');
  });

  test('differences have a sign, probabilities are never certain by rounding', () => {
    expect(number.difference(2)).toBe('+2.0');
    expect(number.difference(-2)).toBe('−2.0');
    expect(number.difference(0.01)).toBe('0.0');
    expect(number.probability(0.9999)).toBe('>99%');
    expect(number.probability(0.0001)).toBe('<1%');
    expect(number.probability(1)).toBe('100%');
    expect(number.probability(0.5)).toBe('50%');
    expect(number.unsure(1)).toBe('>99%');
    expect(number.unsure(0)).toBe('<1%');
  });

  test('small costs, small p values, numbers of unknown kind', () => {
    expect(number.dollars(0.0042)).toBe('$0.0042');
    expect(number.dollars(1234.5)).toBe('$1,234.50');
    expect(number.pValue(0.0002)).toBe('< 0.001');
    expect(number.compact(12)).toBe('12');
    expect(number.compact(0.37561)).toBe('0.3756');
    expect(number.compact(0.5)).toBe('0.5');
    expect(number.compact(123.456)).toBe('123.5');
    expect(number.interval(1, null)).toBe('–');
    expect(number.inPercent(61)).toBe('61.0%');
  });

  test('an estimate has its error if one exists', () => {
    expect(number.measured(0.5, 0.25)).toBe('0.50 ± 0.25');
    expect(number.measured(0.5, null)).toBe('0.50');
    expect(number.measured(null, null)).toBe('–');
  });

  test('durations in their two largest units; no time is a dash', () => {
    expect([5, 95, 3700, 200_000].map(duration)).toEqual([
      ...['5 s', '1 min 35 s', '1 h 1 min', '2 days 7 h'],
    ]);
    expect(duration(null)).toBe('–');
    expect(moment('nonsense')).toBe('–');
    expect(rankRange(2, 2)).toBe('2');
    expect(rankRange(2, 4)).toBe('2–4');
    expect(shortName('checkpoint-large')).toBe('checkpoint-large');
    expect(shortName('abcdefghij', 7)).toBe('abc…hij');
    expect([...shortName('通'.repeat(200))]).toHaveLength(32);
  });
});

describe('addresses', () => {
  test('a place survives its address with any characters in names', () => {
    const path = ['banks', 'a/b?c#d%', 'items', 'é 1'];
    expect(parsePlace(placeHash(path, { search: 'x & y=z', empty: '', none: null }))).toEqual({
      path,
      query: { search: 'x & y=z' },
    });
    expect(parsePlace('#/banks/%E0%A4%A').path).toEqual(['banks', '%E0%A4%A']);
    expect(parsePlace('')).toEqual({ path: [], query: {} });
  });

  test('pages are found by their path; a name stands for one part', () => {
    expect(matchPage([])?.page).toBe('home');
    expect(matchPage(['start'])?.page).toBe('start');
    expect(matchPage(['sessions', 'new'])?.page).toBe('newSession');
    expect(matchPage(['sessions', 's1'])).toEqual({ page: 'session', params: { id: 's1' } });
    expect(matchPage(['banks', 'b', 'items', 'i'])?.params).toEqual({ bank: 'b', item: 'i' });
    expect(matchPage(['banks', 'b', 'items'])).toBeNull();
  });
});

test('single keys search, help and go to sections; all others do nothing', () => {
  const action = (key: string, began = false) => actionOf(key, began, SECTIONS);
  expect(action('/').do).toBe('search');
  expect(action('?').do).toBe('help');
  expect(action('g').do).toBe('wait');
  expect(action('l').do).toBe('nothing');
  expect(action('l', true)).toEqual({ do: 'go', path: 'leaderboards' });
  expect(action('x', true).do).toBe('nothing');
  // A page has keys of its own, which give way to those after `g`.
  const onPage = (key: string, began = false) => actionOf(key, began, SECTIONS, [{ key: 'c' }]);
  expect(onPage('c')).toEqual({ do: 'page', key: 'c' });
  expect(onPage('c', true)).toEqual({ do: 'go', path: 'calibrations' });
  expect(onPage('x').do).toBe('nothing');
  expect(new Set(SECTIONS.map(({ key }) => key)).size).toBe(SECTIONS.length);
});

describe('events', () => {
  const text =
    ': hello\n\nevent: session\r\ndata: {"a":1}\r\n\r\nevent: job\ndata: one\ndata: two\n\nevent: none\n\ndata:x\n\n';
  const events = [
    { type: 'session', data: '{"a":1}' },
    { type: 'job', data: 'one\ntwo' },
    { type: 'message', data: 'x' },
  ];

  test('are the same however their text is cut into parts', () => {
    for (let at = 0; at <= text.length; at++) {
      const cut = eventCutter();
      expect([...cut(text.slice(0, at)), ...cut(text.slice(at))]).toEqual(events);
    }
    const cut = eventCutter();
    expect([...text].flatMap((letter) => cut(letter))).toEqual(events);
  });

  test('that are not whole are waited for', () => {
    const cut = eventCutter();
    expect(cut('data: x\n')).toEqual([]);
    expect(cut('\n')).toEqual([{ type: 'message', data: 'x' }]);
  });
});

describe('charts', () => {
  test('bands are columns after all series', () => {
    const { columns, bands } = plotData(
      [1, 2],
      [
        { name: 'a', values: [1, null] },
        { name: 'b', values: [3, 4], low: [2, 3], high: [4, 5] },
      ],
    );
    expect(columns).toEqual([
      [1, 2],
      [1, null],
      [3, 4],
      [2, 3],
      [4, 5],
    ]);
    expect(bands).toEqual([{ series: 1, low: 3, high: 4 }]);
  });

  test('series with x of their own are joined in ascending order', () => {
    const { x, series } = joinSeries([
      { name: 'a', x: [3, 1], y: [30, 10], low: null, high: null },
      { name: 'b', x: [2], y: [20], low: [19], high: [21] },
    ]);
    expect(x).toEqual([1, 2, 3]);
    expect(series).toEqual([
      { name: 'a', values: [10, null, 30] },
      { name: 'b', values: [null, 20, null], low: [null, 19, null], high: [null, 21, null] },
    ]);
  });

  test('no two of 36 series look alike', () => {
    const looks = Array.from({ length: 36 }, (_, k) => {
      const one = { name: `${k}`, values: [] };
      return JSON.stringify([lookOf(one, k), dashesOf(one, k)]);
    });
    expect(new Set(looks).size).toBe(36);
  });

  test('scales are round, have all values, and stay within limits', () => {
    expect(roundScale([41.2, null, 63.7], [0, 100])).toEqual([40, 64]);
    expect(roundScale([-3, 104], [0, 100])).toEqual([0, 100]);
    expect(roundScale([])).toEqual([0, 1]);
    const [low, high] = roundScale([50, 50]);
    expect(low).toBeLessThan(50);
    expect(high).toBeGreaterThan(50);
  });

  test('the area of an observed share grows with its answers', () => {
    const { x, series } = itemSeries({
      ability: [-1, 0, 1],
      probability: [0.2, 0.5, 0.8],
      information: [0, 1, 0],
      observed: [
        { ability: 0.5, share: 0.6, low: 0.2, high: 0.9, answers: 4 },
        { ability: -0.5, share: 0.4, low: 0.3, high: 0.5, answers: 16 },
      ],
    });
    expect(x).toEqual([-1, -0.5, 0, 0.5, 1]);
    expect(series[1].values).toEqual([null, 0.4, null, 0.6, null]);
    expect(series[1].sizes![1]).toBeGreaterThan(series[1].sizes![3]);
    expect(series[1].low).toEqual([null, 0.3, null, 0.2, null]);
    // Bars at points, not a band between them.
    expect(plotData(x, series).bands).toEqual([]);
  });
});

describe('leaderboards', () => {
  test('entries are marked in words', () => {
    const facts = { items: 40, of: 500, known: null };
    const entry = {
      ...facts,
      kind: 'session',
      person: false,
      simulated: false,
      verified: true,
      form: null,
      complete: true,
      alarm: null,
    } as const;
    expect(entryMarks(entry)).toEqual([]);
    const [chosen] = entryMarks({ ...entry, form: 'given' });
    expect(chosen.text).toContain('chosen questions');
    const marks = entryMarks({ ...entry, verified: false, complete: false, alarm: 'drifting' });
    expect(marks.map(({ text }) => text)).toEqual([
      ...['alarm: drifting', 'interval unverified', 'ended early'],
    ]);
    const recorded = { ...entry, kind: 'recorded', items: 500 } as const;
    expect(entryMarks(recorded)).toEqual([]);
    expect(entryMarks({ ...recorded, simulated: true }).map(({ kind }) => kind)).toEqual([
      'simulated',
    ]);
    expect(entryMarks({ ...recorded, items: 430 })[0].text).toBe('430 of 500 answered');
    expect(entryMarks({ ...entry, known: 39.94 })[0].text).toBe('own recorded score: 39.9');
  });

  test('rules of adaptive tests and prompts are said on one line', () => {
    const rules = {
      estimator: 'eap',
      prior: { mean: 3, sd: 0.3 },
      start: 0,
      version: 'x',
      select: { rule: 'randomesque', best: 5 },
      stop: { rule: 'standard-error', below: 0.3 },
      enemies: 1,
      exclude: 2,
    } as const;
    expect(rulesWords({ ...rules, quotas: [] })).toBe(
      'eap, prior 3 ± 0.3, randomesque (best 5), until standard-error (below 0.3), 1 set of enemies, 2 items excluded',
    );
    expect(promptWords(promptOptions.parse({ shots: 5, system: 'Think.' }))).toBe(
      'cot, 5 shots, system message',
    );
    expect(promptWords(null)).toBe('default');
    const same = { adaptive: null, prompt: null, scored: { items: 9, of: 9 } };
    expect(boardFacts(same)).toEqual([]);
    expect(boardFacts({ ...same, scored: { items: 120, of: 240 } })[0].value).toMatch(/120 of 240/);
  });

  test('probabilities lie in seven levels about one half; names are found by all words', () => {
    expect([0, 0.05, 0.3, 0.5, 0.7, 0.9, 1].map(beatLevel)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

test('rows of a leaderboard are found by words, family and kind, and sorted; those without a value come last', () => {
  const row = (examinee: string, rest: Partial<LeaderboardEntry> = {}): LeaderboardEntry => ({
    ...{ id: examinee, rank: 1, bestRank: 1, worstRank: 1, tiedWith: [], examinee },
    ...{ family: null, session: null, form: null },
    ...{
      kind: 'recorded',
      person: false,
      simulated: false,
      score: 50,
      low: 40,
      high: 60,
      verified: true,
      complete: true,
    },
    ...{ alarm: null, ability: null, se: null, items: 9, of: 9, known: null, lag: null },
    ...{ cost: null, finishedAt: null, ...rest },
  });
  const rows = [
    row('Llama 3 8B', { family: 'llama', kind: 'session', ability: 1, low: 49 }),
    row('llama 3 70B', { family: 'llama', ability: -1 }),
    row('通义千问', { family: '通义千问', high: 90 }),
  ];
  const names = (filter: Parameters<typeof boardRows>[1]) =>
    boardRows(rows, filter).map(({ index }) => index);
  expect(names({})).toEqual([0, 1, 2]);
  expect(names({ search: ' 70b llama' })).toEqual([1]);
  expect(names({ family: 'llama', models: 'recorded' })).toEqual([1]);
  expect(names({ models: 'tested' })).toEqual([0]);
  expect(names({ sort: 'rank', descending: 'true' })).toEqual([2, 1, 0]);
  expect(names({ sort: 'ability' })).toEqual([1, 0, 2]);
  expect(names({ sort: 'ability', descending: 'true' })).toEqual([0, 1, 2]);
  expect(names({ sort: 'width' })).toEqual([0, 1, 2]);
  expect(names({ sort: 'no such column' })).toEqual([0, 1, 2]);
  expect(familiesIn(rows)).toEqual([{ name: 'llama', count: 2 }]);
});

test('a scale has three to seven round ticks within its ends', () => {
  expect(ticksOf([0, 100])).toEqual([0, 20, 40, 60, 80, 100]);
  expect(ticksOf([5, 95])).toEqual([20, 40, 60, 80]);
  expect(ticksOf([-3, 3])).toEqual([-3, -2, -1, 0, 1, 2, 3]);
  expect(ticksOf([71, 74])).toHaveLength(7);
});

test('a comparison has the higher score first, and every sign turns with it', () => {
  const side = (examinee: string, score: number) => ({
    ...{ session: examinee, examinee, score, low: score - 5, high: score + 5 },
    ...{ verified: true, alarm: null, person: false },
  });
  const given: ModelComparison = {
    target: 'expected',
    ...{ a: side('low', 40), b: side('high', 60), comparable: true, reason: null },
    ...{ difference: -20, low: -27, high: -12, probability: 0.01, verdict: '' },
    common: { items: 4, bothRight: 1, onlyA: 0, onlyB: 2, bothWrong: 1, partial: 0, p: 0.5 },
    tagWords: null,
    tags: [{ tag: 'field', value: 'law', a: 30, b: 35, low: -9, high: 1 }],
  };
  const shown = higherFirst(given);
  expect(shown).toMatchObject({
    ...{ a: { examinee: 'high' }, b: { examinee: 'low' }, difference: 20, low: 12, high: 27 },
    probability: 0.99,
    common: { onlyA: 2, onlyB: 0 },
    tags: [{ a: 35, b: 30, low: -1, high: 9 }],
  });
  expect(higherFirst(shown)).toBe(shown);
});

test('the first steps are ticked by what the service has, and lead to what is next', () => {
  const bank = (name: string, source: 'builtin' | 'store', examinees = 12) => ({
    ...{ name, source, examinees, calibrations: 0 },
  });
  const done = (given: Parameters<typeof firstSteps>[0]) =>
    firstSteps(given).map((one) => one.done);
  const fresh = { banks: [bank('mmlu-pro', 'builtin')], sessions: 0, boards: [] };
  expect(done(fresh)).toEqual([false, false, false]);
  expect(firstSteps(fresh)[0].text).toContain('1 built-in bank');
  const imported = { ...fresh, banks: [...fresh.banks, bank('exam', 'store')] };
  expect(done(imported)).toEqual([true, false, false]);
  expect(firstSteps(imported)[1].query).toEqual({ bank: 'exam' });
  // Questions alone are half of the first step, which says what is missing.
  const half = { ...fresh, banks: [...fresh.banks, bank('exam', 'store', 0)] };
  expect(done(half)).toEqual([false, false, false]);
  expect(firstSteps(half)[0]).toMatchObject({
    text: expect.stringContaining('exam has no recorded answers yet'),
    button: 'Import recorded answers',
    query: { bank: 'exam', file: 'answers' },
  });
  expect(firstSteps(half)[1].query).toBeUndefined();
  // A bank with item parameters can be tested without recorded answers.
  const calibrated = { ...bank('exam', 'store', 0), calibrations: 1 };
  expect(done({ ...fresh, banks: [calibrated] })).toEqual([true, false, false]);
  const all = firstSteps({ ...imported, sessions: 2, boards: [{ id: 'b1' }] });
  expect(all.every(({ done }) => done)).toBe(true);
  expect(all[2].to).toEqual(['leaderboards', 'b1']);
});

describe('sessions', () => {
  const place = (place: number, score: number | null, tags: Record<string, string>) => ({
    place,
    item: `i${place}`,
    score,
    at: null,
    tags,
    a: null,
    b: null,
    c: null,
    ability: score === null ? null : 0.5,
    se: 0.2,
    predicted: null,
    low: null,
    high: null,
    verified: null,
  });
  const places = [
    place(1, 1, { topic: 'x' }),
    place(2, 0.5, { topic: 'y' }),
    place(3, 0, { topic: 'y' }),
    place(4, null, { topic: 'y' }),
  ];

  test('items by tag: asked, answered and right; an awaited item counts as asked, not as answered', () => {
    expect(tagCounts({ places, tagWords: null }, null)).toEqual([
      {
        tag: 'topic',
        value: 'y',
        words: 'topic: y',
        asked: 3,
        answered: 2,
        right: 0.5,
        score: null,
      },
      { tag: 'topic', value: 'x', words: 'topic: x', asked: 1, answered: 1, right: 1, score: null },
    ]);
  });

  test('items by tag: names in the order of the taxonomy, tags with scores first', () => {
    const values = [
      { value: 'x', name: 'The letter x' },
      { value: 'y', name: 'The letter y' },
    ];
    const tagged = places.map((own) => ({ ...own, tags: { ...own.tags, area: 'west' } }));
    const rows = tagCounts(
      { places: tagged, tagWords: { topic: { name: 'Topic', values } } },
      { ...standingOf(60, 3), tags: { topic: {} } },
    );
    expect(rows.map(({ words }) => words)).toEqual([
      'Topic: The letter x',
      'Topic: The letter y',
      'area: west',
    ]);
    // Of a model that does not answer nothing is right or wrong.
    expect(tagCounts({ places: [{ ...places[3], score: null }], tagWords: null }, null)).toEqual([
      {
        tag: 'topic',
        value: 'y',
        words: 'topic: y',
        asked: 1,
        answered: 0,
        right: null,
        score: null,
      },
    ]);
  });

  test('tag values with few items and no score collapse, and so do tags that all items share', () => {
    const expected = { low: 45, high: 75 };
    const score = { score: 60, low: 50, high: 70, items: 9, verified: true, expected };
    const rows = tagCounts(
      {
        places: places.map((own) => ({ ...own, tags: { ...own.tags, ward: 'west' } })),
        tagWords: null,
      },
      { ...standingOf(60, 3), tags: { topic: {} } },
    );
    const { telling, silent } = splitTagCounts(rows);
    expect(telling.map(({ value }) => value)).toEqual(['y']);
    expect(silent.map(({ value }) => value)).toEqual(['x', 'west']);
    const known = rows.map((row) => (row.value === 'x' ? { ...row, score } : row));
    expect(splitTagCounts(known).telling.map(({ value }) => value)).toEqual(['y', 'x']);
  });

  test('which intervals of a trace are verified is said', () => {
    const words = (...verified: (boolean | null)[]) =>
      verifiedWords(
        verified.map((own, k) => ({
          ...places[0],
          place: k + 1,
          verified: own,
          low: own === null ? null : 1,
        })),
      );
    expect(words(true, true)).toBe('');
    expect(words(false, null, false)).toMatch(/^None of/);
    expect(words(false, false, true)).toMatch(/^Only the last/);
    expect(words(false, true, true)).toMatch(/^2 of .*3 /);
  });

  test('why an interval is unverified is told as it is', () => {
    const words = UNVERIFIED.map(unverifiedWords);
    expect(new Set([...words, unverifiedWords(null)]).size).toBe(UNVERIFIED.length + 1);
    expect(words.filter((text) => text.includes('too few recorded models'))).toHaveLength(1);
  });

  test('the trace ends with the current estimate; its band is a 90% interval', () => {
    const { answers, ability } = traceSeries(places);
    expect(answers).toEqual([1, 2, 3]);
    // 1.645 standard errors of 0.2 to each side.
    expect(ability.low[0]).toBeCloseTo(0.5 - 0.329, 3);
    expect(ability.high[0]).toBeCloseTo(0.5 + 0.329, 3);
  });

  test('empty fields are not sent; a model scores by itself', () => {
    const form = { ...EMPTY_FORM, bank: 'b', examinee: ' m ' };
    expect(sessionRequest(form)).toEqual({
      bank: 'b',
      examinee: 'm',
      strategy: 'robust',
      seed: 1,
      scoring: 'caller',
      feedback: 'none',
    });
    expect(
      sessionRequest({ ...form, model: 'local', budget: '2.5', items: '40', leaveOut: 'x, y' }),
    ).toMatchObject({ model: 'local', budget: 2.5, items: 40, leaveOut: ['x', 'y'] });
    expect(sessionRequest({ ...form, budget: '2' }).budget).toBeUndefined();
    // Robust tests stand on no kept calibration, whatever was chosen before.
    expect(sessionRequest({ ...form, calibration: '3' }).calibration).toBeUndefined();
    expect(sessionRequest({ ...form, strategy: 'paper', calibration: '3' }).calibration).toBe(3);
  });

  test('custom rules are read, and refused with a message if they are not JSON', () => {
    const form = { ...EMPTY_FORM, bank: 'b', examinee: 'm', strategy: 'adaptive' };
    // Those the form begins with are rules that the service knows.
    const { adaptive } = newSession.parse(sessionRequest(form));
    expect(Object.keys(SELECTORS)).toContain(adaptive!.select.rule);
    expect(Object.keys(STOP_RULES)).toContain(adaptive!.stop!.rule);
    expect(() => sessionRequest({ ...form, rules: '{' })).toThrow(/not valid JSON/);
  });
});

test('finished jobs name their result and its place', () => {
  const outcome = (rest: Partial<Job>) => jobOutcome({ ...SEEDED_JOBS[0], state: 'done', ...rest });
  expect(outcome({ state: 'running' })).toBeNull();
  expect(outcome({ kind: 'import-items', result: { added: 1 } })).toEqual({
    text: '1 item added',
    path: ['banks', 'exam'],
  });
  const answers = { answers: 1800, examinees: 30 };
  expect(outcome({ kind: 'import-answers', result: answers })?.text).toBe(
    '1,800 answers of 30 models',
  );
  expect(outcome({ kind: 'import-parameters', result: { calibration: 7 } })?.path).toEqual([
    'calibrations',
    '7',
  ]);
  expect(outcome({ kind: 'synthesize', result: { calibration: { number: 2 } } })?.text).toBe(
    'calibration 2',
  );
  expect(outcome({ kind: 'synthesize', result: { calibration: null } })?.path).toEqual([
    'calibrations',
  ]);
  expect(outcome({ kind: 'study', title: 'Study a.b', bank: null })?.path).toEqual([
    'studies',
    'a.b',
  ]);
  for (const kind of JOB_KINDS) expect(outcome({ kind, result: null })?.text).toBeTruthy();
});

test('a finished import says what became of its records, names the first rejected ones, and what is next', () => {
  const rejects = Array.from({ length: 12 }, (_, k) => ({
    where: `line ${k + 2}`,
    reason: 'no right answer',
  }));
  const result = { added: 48, read: 60, accepted: 48, rejected: 12, files: [{ rejects }] };
  const done: Job = { ...SEEDED_JOBS[0], kind: 'import-items', state: 'done', result };
  const records = importedRecords(done)!;
  expect(recordWords(records)).toBe('60 read, 48 accepted, 12 rejected');
  expect(recordWords({ ...records, duplicates: 1 })).toMatch(/12 rejected, 1 duplicate$/);
  expect(records.first).toEqual(rejects.slice(0, 10));
  expect(nextStep(done)).toMatchObject({ to: ['jobs', 'new'], query: { file: 'answers' } });
  expect(nextStep({ ...done, kind: 'import-answers' })?.to).toEqual(['sessions', 'new']);
  for (const other of [
    { ...done, state: 'running' as const },
    { ...done, result: { added: 60 } },
  ])
    expect(importedRecords(other)).toBeNull();
  expect(nextStep({ ...done, state: 'failed' })).toBeNull();
  expect(nextStep({ ...done, kind: 'calibrate' })).toBeNull();
});

test('the name that a reply offers for its file is read with all its characters', () => {
  const header = (name: string) =>
    `attachment; filename="x"; filename*=UTF-8''${encodeURIComponent(name)}`;
  expect(offeredName(header('leaderboard-题库-2026-11-23.html'))).toBe(
    'leaderboard-题库-2026-11-23.html',
  );
  expect(offeredName('inline')).toBeNull();
  expect(offeredName(null)).toBeNull();
});

test('what an empty number of items means is said for the bank', () => {
  expect(itemsWords(undefined)).toMatch(/243, .*half/);
  expect(itemsWords(100)).toMatch(/50, .*100/);
  expect(itemsWords(12_032)).toMatch(/243 .*12,032/);
});

test('the designs that forms begin with are taken', () => {
  for (const [kind, design] of Object.entries(STUDY_EXAMPLES))
    expect(newStudy.safeParse({ kind, name: 'first', design }).error).toBeUndefined();
  expect(readDesign(STUDY_EXAMPLES['monte-carlo'], 'design').replications).toBe(20);
});

test('the most persuasive model stands first; a model that never debated does not count as zero', () => {
  const cell = (from: string, to: string, debates: number, persuaded: number) => ({
    from,
    to,
    debates,
    persuaded,
    rightly: 1,
    wrongly: 2,
  });
  const { names, cells } = persuasionMatrix([
    cell('a', 'b', 40, 4),
    cell('b', 'a', 40, 24),
    cell('a', 'c', 0, 0),
  ]);
  expect(names).toEqual(['b', 'a', 'c']);
  expect(cells[0]).toEqual([null, cell('b', 'a', 40, 24), null]);
  expect(cells[1][2]).toBeNull();
});
