import { cpSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { studyFiles } from '../../../../src/workflow/studies/kept/study-files.ts';
import { succeedSync } from '../../../command/run-command.ts';
import { emptyFolder, filesOf, sharedFolder, writeFiles } from './study-case.ts';

const STORE = { location: 'postgres://user@host/base' };
const DESIGN = `
bank: { generate: { items: 60 } }
abilities: { normal: { mean: 0, sd: 1, count: 20 } }
selectors: [maximum-information]
lengths: [5]
replications: 6
`;

test('a study that was interrupted on one machine is continued on another, to the same results', async () => {
  const shared = sharedFolder();
  const file = join(writeFiles(emptyFolder(), { 'design.yaml': DESIGN }), 'design.yaml');
  const simulate = (...more: string[]) =>
    succeedSync(['simulate', 'monte-carlo', file, '--workers', '1', ...more]);
  const whole = join(emptyFolder(), 'whole');
  simulate('--out', whole);

  const interrupted = emptyFolder();
  cpSync(whole, interrupted, { recursive: true });
  for (const name of Object.keys(filesOf(whole)))
    if (name !== 'study.json' && !/^blocks\/00000[0-3]\.json$/.test(name))
      rmSync(join(interrupted, name));
  await studyFiles(shared, STORE).keep('wide', interrupted);

  const files = studyFiles(shared, STORE);
  const continued = join(emptyFolder(), 'continued');
  await files.fetch('wide', continued);
  const made = () => statSync(join(continued, 'blocks', '000003.json')).mtimeMs;
  const before = made();
  simulate('--out', continued, '--resume');
  expect(made()).toBe(before);
  expect(filesOf(continued)).toEqual(filesOf(whole));

  await files.keep('wide', continued);
  const again = emptyFolder();
  await studyFiles(shared, STORE).fetch('wide', again);
  expect(filesOf(again)).toEqual(filesOf(whole));
});
