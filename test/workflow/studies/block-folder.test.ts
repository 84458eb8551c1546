import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBlockFolder } from '../../../src/workflow/studies/block-folder.ts';
import { openStudyFolder } from '../../../src/workflow/studies/monte-carlo/study-folder.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { studyOf } from '../../sim/monte-carlo/study-of.ts';

const folder = temporaryFolder();
const study = (seed: number) => ({
  format: 'thetarank-x',
  fingerprint: `f${seed}`,
  madeOf: 'bank or test',
  head: { seed, test: { estimator: seed === 1 ? 'ml' : 'eap' } },
});

test('to go on there must be a study: a mistyped folder begins none', () => {
  const at = join(folder, 'nosuch');
  expect(() => openBlockFolder(at, study(1), true)).toThrow(
    expect.objectContaining({
      code: 'OPTIONS_CONFLICT',
      details: expect.objectContaining({
        options: 'resume',
        reason: expect.stringContaining('no study'),
      }),
    }),
  );
  expect(existsSync(at)).toBe(false);
});

test('another study is refused at once; the error names the difference', () => {
  const at = join(folder, 'kept');
  openBlockFolder(at, study(1), false);
  const difference =
    'is of a study with another bank or test, with a different seed (1 then, 2 now), test.estimator.';
  expect(() => openBlockFolder(at, study(2), true)).toThrow(difference);
  const begun = () => openBlockFolder(at, study(2), false);
  expect(begun).toThrow(difference);
  expect(begun).not.toThrow('continue it');
  expect(() => openBlockFolder(at, study(1), false)).toThrow('continue it');
  expect(openBlockFolder(at, study(1), true).blocks).toEqual([]);
});

test('designs differ in the lists that their cells are made of', () => {
  const at = join(folder, 'designs');
  openStudyFolder(at, studyOf({ lengths: [5, 10] }), false);
  const other = studyOf({ lengths: [5, 12], estimators: ['eap'], replications: 9 });
  expect(() => openStudyFolder(at, other, true)).toThrow(
    expect.objectContaining({
      code: 'OPTIONS_CONFLICT',
      details: expect.objectContaining({
        options: 'resume',
        reason: expect.stringContaining('different estimator, length'),
      }),
    }),
  );
});
