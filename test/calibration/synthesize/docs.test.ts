import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { synthesisPlan } from '../../../calibration/synthesize/calls.ts';
import { synthesisConfiguration } from '../../../calibration/synthesize/configuration.ts';
import { designPrecision } from '../../../calibration/synthesize/design-precision.ts';
import { neededCalls } from '../../../calibration/synthesize/needed-calls.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import { designOf, participantsOfItem } from '../../../calibration/synthesize/synthesis-design.ts';
import { readYaml } from '../../../src/text/read-yaml.ts';
import { IS_ALL } from '../../repetitions.ts';
import { PAPER } from './pool.ts';

const page = readFileSync(new URL('../../../docs/synthesis.md', import.meta.url), 'utf8');

test('the configuration of docs/synthesis.md is one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-synthesis-'));
  try {
    const file = join(folder, 'mps.yaml');
    writeFileSync(file, /^```yaml\n([\s\S]*?)^```$/m.exec(page)![1]);
    const { models, participants, design } = synthesisConfiguration(readYaml(file), file);
    expect(models.map(({ sampling }) => sampling.temperature)).toEqual([0.7, 0.6, 0.7]);
    // 6 pairs, 3 alone, 2 pairs at 2 temperatures, 3 alone with 9 repeats of which the first is there already.
    expect(participantsOf(participants)).toHaveLength(6 + 3 + 4 + 3 * 8);
    expect(design).toEqual({ participantsPerItem: 8 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.runIf(IS_ALL)('the table of sparse designs matches the computation', () => {
  const plan = synthesisPlan(participantsOf(PAPER));
  const rows = [...page.matchAll(/^\| (\d+) \| [\d.]+ \|.*$/gm)];
  expect(rows.length).toBe(5);
  for (const [row, count] of rows) {
    const items = 2000;
    const design = designOf({ participantsPerItem: Number(count) }, 25, items, 1);
    const percent = (share: number) => `${Math.round(100 * share)}%`;
    const figures = [0.5, 1].flatMap((correlation) => {
      const { standardError, loss } = designPrecision(plan, design, { correlation });
      return [standardError.toFixed(2), percent(loss)];
    });
    let calls = 0;
    for (let j = 0; j < items; j++)
      calls += neededCalls(plan, participantsOfItem(design, j)).length;
    const cells = [count, (calls / items).toFixed(1), ...figures];
    expect(row).toBe(`| ${cells.join(' | ')} |`);
  }
});
