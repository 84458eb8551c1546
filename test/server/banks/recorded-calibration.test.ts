import { mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { calibrate } from '../../../calibration/fit/calibrate.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { randomStream } from '../../../src/random.ts';
import { TOLERANCE } from '../../../src/ranking/fold-fit.ts';
import { recordedCalibrations } from '../../../src/server/banks/recorded-calibration.ts';

const data = mkdtempSync(join(tmpdir(), 'calibrations-'));
const lines: string[] = [];
const context = { log: (_: string, event: string) => void lines.push(event) };
const open = recordedCalibrations(context, { data });
afterAll(() => open.close());

function answers(examinees: number, items: number): ResponseMatrix {
  const random = randomStream(1, 'answers');
  return {
    examinees: Array.from({ length: examinees }, (_, i) => `model-${i}`),
    items: Array.from({ length: items }, (_, j) => `item-${j}`),
    scores: Float32Array.from({ length: examinees * items }, (_, k) =>
      Number(random() < 0.2 + (0.6 * Math.floor(k / items)) / examinees),
    ),
  };
}

const matrix = answers(6, 40);

test('a calibration of recorded answers is not there at once, and then that of `calibrate`', async () => {
  expect(open.ready(matrix)).toBeNull();
  expect(open.isMaking(matrix)).toBe(true);
  const made = await open.of(matrix);
  const { parameters, standardErrors, abilities } = calibrate(matrix, { tolerance: TOLERANCE });
  expect(made).toMatchObject({ parameters, standardErrors, abilities });
  expect(open.ready(matrix)).toBe(made);
  expect(open.isMaking(matrix)).toBe(false);
});

test('a restart reads it from disk; a damaged file is made again', async () => {
  const before = await open.of(matrix);
  const [file] = readdirSync(join(data, 'calibrations'));
  const later = recordedCalibrations(context, { data });
  expect(await later.of({ ...matrix })).toEqual(before);
  await later.close();
  writeFileSync(join(data, 'calibrations', file), '{"a": [1]}');
  const last = recordedCalibrations(context, { data });
  expect(await last.of(matrix)).toEqual(before);
  await last.close();
});

test('answers that nothing can be learned from are refused as `calibrate` refuses them', async () => {
  const one = answers(1, 10);
  await expect(open.of(one)).rejects.toMatchObject({ code: 'TOO_FEW_EXAMINEES', status: 400 });
  expect(open.ready(one)).toBeNull();
  await expect.poll(() => lines).toContain('calibration-failed');
  expect(open.ready(one)).toBeNull();
  expect(open.isMaking(one)).toBe(false);
});

test('what nobody waits for any more when its turn comes is not made; whoever asks again gets it', async () => {
  let isThere = true;
  const [first, second] = [answers(7, 30), answers(5, 30)];
  const folder = mkdtempSync(join(tmpdir(), 'calibrations-'));
  const own = recordedCalibrations(context, { data: folder });
  const begun = own.of(first);
  const left = own.of(second, () => isThere).catch((error) => error);
  isThere = false;
  await begun;
  expect(await left).toMatchObject({ code: 'CLIENT_GONE' });
  expect(readdirSync(join(folder, 'calibrations'))).toHaveLength(1);
  const [again, other] = [own.of(second, () => false), own.of(second)];
  expect(await again).toBe(await other);
  await own.close();
});

test('files take no more than they may: the one that was not used for longest goes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'calibrations-'));
  const files = () => readdirSync(join(folder, 'calibrations'));
  const all = [answers(3, 20), answers(4, 20), answers(5, 20)];
  const most = recordedCalibrations(context, { data: folder });
  for (const one of all.slice(0, 2)) await most.of(one);
  await most.close();
  const [a, b] = files().map((name) => statSync(join(folder, 'calibrations', name)));
  for (const name of files()) utimesSync(join(folder, 'calibrations', name), 1, 1);
  const next = recordedCalibrations(context, { data: folder }, a.size + b.size + 200);
  // Used, so that it stays.
  await next.of(all[0]);
  const before = files();
  await next.of(all[2]);
  await next.close();
  expect(files()).toHaveLength(2);
  const last = recordedCalibrations(context, { data: folder });
  expect(last.ready(all[0])).not.toBeNull();
  expect(last.ready(all[2])).not.toBeNull();
  expect(before).toHaveLength(2);
  await last.close();
});
