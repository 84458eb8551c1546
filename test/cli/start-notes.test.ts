import { expect, test } from 'vitest';
import { endpointConfiguration } from '../../src/examinee/endpoint/configuration/configuration.ts';
import { copiesOf } from '../../src/operations/asking/check-endpoints.ts';
import { calibrationNote } from '../../src/operations/asking/live-hint.ts';
import { fewModelsNote } from '../../src/operations/rank/studied-text.ts';
import { randomStream } from '../../src/random.ts';
import type { LiveJob } from '../../src/workflow/live/live-job.ts';
import { testedDoubts } from '../../src/workflow/live/tested-doubts.ts';

/** What rankings say before they begin, and of copies when they end. */
const endpoint = (name: string, more: object = {}) =>
  endpointConfiguration({ name, model: 'm', baseUrl: 'http://localhost:8000/v1', ...more }, name);

test('copies of one model under several names are found, also by another way to write the address', () => {
  const models = [
    endpoint('a'),
    endpoint('other', { model: 'n' }),
    endpoint('b', { baseUrl: 'http://127.0.0.1:8000/v1/' }),
    endpoint('warm', { sampling: { temperature: 1 } }),
    endpoint('elsewhere', { baseUrl: 'http://localhost:8001/v1' }),
  ];
  expect(copiesOf(models)).toEqual([['a', 'b']]);
  // One model in two roles, under one name.
  expect(copiesOf([endpoint('a'), endpoint('a')])).toEqual([]);
});

test.each([
  [6, 'all items'],
  [8, '56%'],
  [10, null],
  [40, null],
])('with %i recorded models a robust test says how much of it is random: %s', (models, share) => {
  const note = fewModelsNote('robust', models);
  if (share === null) expect(note).toBeNull();
  else expect(note).toContain(share);
  expect(fewModelsNote('paper', models)).toBeNull();
});

test('models that are left out of the calibrations of a recorded ranking do not count', () => {
  expect(fewModelsNote('robust', 8, 6)).toMatch(/8 .*\b6 .*all items/);
  expect(fewModelsNote('robust', 11, 8)).toContain('56%');
});

test('a ranking says which calibration its tests are by', () => {
  const examinees = ['x', 'y', 'z'];
  const job = (strategy: string, used: { number: number } | null) =>
    ({
      live: { recorded: { responses: { examinees } } },
      request: { strategy },
      used,
    }) as unknown as LiveJob;
  expect(calibrationNote(job('robust', null), null)).toMatch(/\b3 models\.$/);
  expect(calibrationNote(job('robust', null), 7)).toMatch(/calibration 7, .*--calibration current/);
  expect(calibrationNote(job('paper', { number: 7 }), 7)).toMatch(/calibration 7\..*"robust"/);
  expect(calibrationNote(job('random', null), 7)).toBeNull();
});

test('tested models that answer like one another or like a recorded one are found by their answers', () => {
  const items = Array.from({ length: 40 }, (_, j) => `q${j}`);
  const random = randomStream(1, 'copies');
  const row = () => items.map((_, j) => Number(random() < 0.2 + (0.6 * j) / 40));
  const recorded = Array.from({ length: 12 }, row);
  const matrix = {
    examinees: recorded.map((_, m) => `m${m}`),
    items,
    scores: Float32Array.from(recorded.flat()),
  };
  const one = row();
  const given = (scores: readonly number[], from: number, to: number) =>
    items.slice(from, to).map((item, k) => ({ item, score: scores[from + k] })) as never;
  const answers = new Map([
    ['a', given(one, 0, 30)],
    ['b', given(one, 4, 34)],
    ['again', given(recorded[3], 8, 40)],
    ['other', given(row(), 8, 40)],
  ]);
  const names = (again: readonly string[]) =>
    testedDoubts({ responses: matrix }, answers, { standIns: [], again, isChosen: true }).map(
      ({ examinees }) => examinees.toSorted(),
    );
  expect(names([])).toEqual([
    ['a', 'b'],
    ['again', 'm3'],
  ]);
  expect(names(['m3'])).toEqual([['a', 'b']]);
});
