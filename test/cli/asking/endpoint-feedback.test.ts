import { afterEach, expect, test } from 'vitest';
import {
  type EndpointFeedback,
  endpointFeedback,
} from '../../../src/cli/asking/endpoint-feedback.ts';
import type { RequestNotice } from '../../../src/examinee/services.ts';
import { FLAG_WORDS } from '../../../src/operations/asking/flag-words.ts';
import { FakeClock } from '../../examinee/fake-clock.ts';

let feedback: EndpointFeedback;
afterEach(() => feedback.stop());

/** Feedback by a clock that stands still; what is written, with the second of each line. */
function begin() {
  const clock = new FakeClock();
  const from = clock.now();
  const written: [number, string][] = [];
  feedback = endpointFeedback(
    () => FLAG_WORDS,
    clock,
    (line) => written.push([(clock.now() - from) / 1000, line]),
  );
  const say = (notice: RequestNotice, examinee = 'm') =>
    feedback.onNotice({ ...notice, examinee, baseUrl: 'http://host/v1' });
  return { clock, written, say };
}

const SENT = { kind: 'sent', timeoutSeconds: 600 } as const;
const LOST = { kind: 'over', isAnswered: false } as const;
const ANSWERED = { kind: 'over', isAnswered: true } as const;
const retry = (retry: number, wait: number, detail = 'HTTP 500: boom.') =>
  ({ kind: 'retry', reason: 'server', detail, todo: 'Try later.', retry, of: 6, wait }) as const;

test('the first failure is written at once, with what happens next', () => {
  const { written, say } = begin();
  for (const notice of [SENT, LOST, retry(1, 3500)]) say(notice);
  expect(written).toEqual([[0, 'm: retry 1 of 6 in 4 s: HTTP 500: boom. Try later.']]);
});

test('then a line per cause now and then, with the count', async () => {
  const { clock, written, say } = begin();
  for (let k = 0; k < 50; k++) {
    for (const notice of [SENT, LOST, retry(2, 900)]) say(notice);
    await clock.advance(1000);
  }
  const at = written.map(([second]) => second);
  expect(at).toHaveLength(3);
  expect(at[0]).toBe(0);
  expect(at.slice(1).every((second, k) => second - at[k] >= 20 && second - at[k] <= 22)).toBe(true);
  expect(written[1][1]).toMatch(/^m: retry 2 of 6 .*\(2\d failures .*\): HTTP 500: boom\. /);
});

test('another cause, and another model, have lines of their own', () => {
  const { written, say } = begin();
  for (const notice of [SENT, LOST, retry(1, 1000)]) say(notice);
  for (const notice of [SENT, LOST, { ...retry(1, 1000), reason: 'cut', detail: 'ended' } as const])
    say(notice);
  for (const notice of [SENT, LOST, retry(1, 1000)]) say(notice, 'other');
  expect(written.map(([, line]) => line)).toEqual([
    'm: retry 1 of 6 in 1 s: HTTP 500: boom. Try later.',
    'm: retry 1 of 6 in 1 s: ended. Try later.',
    'other: retry 1 of 6 in 1 s: HTTP 500: boom. Try later.',
  ]);
});

test('no answer at all is said within five seconds, and again now and then', async () => {
  const { clock, written, say } = begin();
  for (let k = 0; k < 8; k++) say(SENT);
  await clock.advance(60_000);
  expect(written[0][0]).toBeLessThan(5);
  expect(written[0][1]).toMatch(
    /^m: 8 requests .*\(3 s .* 600 s; .*-M timeout\) .*http:\/\/host\/v1\.$/,
  );
  expect(written).toHaveLength(3);
  expect(written[2][1]).toContain('(43 s so far');
});

test('after the first answer, slow answers are not spoken of', async () => {
  const { clock, written, say } = begin();
  for (const notice of [SENT, ANSWERED, SENT]) say(notice);
  await clock.advance(60_000);
  expect(written).toEqual([]);
});

test('a progress that is rewritten shows the lines itself, until answers come again', async () => {
  const { clock, written, say } = begin();
  let drawn = 0;
  feedback.showBy(() => drawn++);
  for (const notice of [SENT, LOST, retry(1, 2000)]) say(notice);
  expect(drawn).toBe(1);
  expect(feedback.lines()).toEqual(['m: retry 1 of 6 in 2 s: HTTP 500: boom. Try later.']);
  for (const notice of [SENT, ANSWERED]) say(notice);
  await clock.advance(5000);
  expect(feedback.lines()).toHaveLength(1);
  await clock.advance(6000);
  expect(feedback.lines()).toEqual([]);
  expect(drawn).toBeGreaterThan(5);
  expect(written).toEqual([]);
});

test('a progress that is rewritten counts the seconds until the next request down', async () => {
  const { clock, say } = begin();
  const drawn: string[] = [];
  feedback.showBy(() => drawn.push(...feedback.lines()));
  for (const notice of [SENT, LOST, retry(5, 2500)]) say(notice);
  await clock.advance(3500);
  expect(drawn.map((line) => line.replace(/: HTTP 500.*/, ''))).toEqual([
    'm: retry 5 of 6 in 3 s',
    'm: retry 5 of 6 in 2 s',
    'm: retry 5 of 6 in 1 s',
    'm: retry 5 of 6 now',
  ]);
});

test('what to do is said while there is no answer, and where failures are many', () => {
  const { written, say } = begin();
  for (const notice of [SENT, ANSWERED, SENT, LOST, retry(1, 1000)]) say(notice);
  expect(written[0][1]).not.toContain('Try later.');
  feedback.showBy(() => {});
  for (let k = 0; k < 3; k++) for (const notice of [SENT, LOST, retry(2, 1000)]) say(notice);
  expect(feedback.lines()[0]).toContain('HTTP 500: boom.');
});

test('what an endpoint says cannot command a terminal', () => {
  const { written, say } = begin();
  for (const notice of [SENT, LOST, retry(1, 0, 'HTTP 500: \u001b[2J')]) say(notice);
  expect(written[0][1]).not.toContain('\u001b');
});

test('nothing sleeps once it is stopped', async () => {
  const { clock, say } = begin();
  say(SENT);
  await clock.advance(1500);
  feedback.stop();
  await clock.advance(0);
  expect(clock.sleeping).toBe(0);
});
