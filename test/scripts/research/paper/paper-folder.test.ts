import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPaperFolder } from '../../../../scripts/research/paper/paper-folder.ts';
import { fewSeeds } from '../../../../scripts/research/paper/report/few-seeds.ts';
import { figureChart } from '../../../../scripts/research/paper/report/figure-chart.ts';
import { lengthChart } from '../../../../scripts/research/paper/report/paper-chart.ts';
import { figureCsv, testsCsv } from '../../../../scripts/research/paper/report/paper-csv.ts';
import { paperFiles } from '../../../../scripts/research/paper/report/paper-files.ts';
import { leadText } from '../../../../scripts/research/paper/report/paper-page.ts';
import { paperText } from '../../../../scripts/research/paper/report/paper-text.ts';
import { blockAt } from '../../../../scripts/research/paper/simulate/paper-block.ts';
import {
  paperReport,
  paperTimes,
} from '../../../../scripts/research/paper/simulate/paper-report.ts';
import { temporaryFolder } from '../../../files/temporary.ts';
import { madeStudy } from './simulate/made-study.ts';

const folder = temporaryFolder();
const { models, study, blocks } = madeStudy;

test('blocks come back to the last bit, and a folder goes on with its own study only', () => {
  const at = join(folder, 'study');
  const number = blockAt({ seed: 2, part: 'published' });
  openPaperFolder(at, study, models.length, false).keep(number, blocks.published[1]);
  const again = openPaperFolder(at, study, models.length, true);
  expect(again.blocks).toEqual([number]);
  expect(again.read(number)).toEqual(blocks.published[1]);
  expect(() => openPaperFolder(at, study, models.length, false)).toThrow(
    'To continue it, add --resume',
  );
  for (const other of [
    { ...study, items: 1001 },
    { ...study, lengths: [243] },
  ])
    expect(() => openPaperFolder(at, other, models.length, true)).toThrow(
      'is of a study with another size or lengths',
    );
});

test('a block with a row too few, or of the other part, is refused by its name', () => {
  const at = join(folder, 'damaged');
  const opened = openPaperFolder(at, study, models.length, false);
  opened.keep(0, blocks.published[0]);
  opened.keep(2, blocks.recorded[0]);
  const file = join(at, 'blocks', '000000.json');
  const kept = JSON.parse(readFileSync(file, 'utf8'));
  kept.methods[1].scores.pop();
  writeFileSync(file, JSON.stringify(kept));
  expect(() => opened.read(0)).toThrow('000000.json: found content that is not a block');
  expect(() => opened.read(2)).toThrow('000002.json: found content that is not a block');
});

test('printed, drawn and written numbers agree', () => {
  const report = paperReport(study, models, blocks);
  const text = paperText(report, paperTimes(models.length, blocks));
  // GPT-4 is the first model: 5 points; random items lie 1 and 2 points below in the two seeds.
  expect(text).toMatch(/random items, plain mean +– +3\.5 \(3\.0 to 4\.0\)/);
  // One seed has no range.
  expect(text).toMatch(/robust +other models +1\.0 +/);
  expect(text).toMatch(/as published +−2\.45 +2\.45 +3\.70 +1\.25 +yes +yes/);
  expect(text).toMatch(/published method +20 participants +−2\.50 ± \.50 .* 50% .* 100% +100% +2/);
  expect(leadText(report)).toContain('2.45 points below');
  expect(leadText(report)).toContain(
    '2.50 points below the regular ones on average, and from −3.0 to −2.0 in 95% of 2 seeds. 50% of the seeds are as low as published, and 100% have all six below.',
  );
  const csv = figureCsv(report).split('\n');
  expect(csv.find((line) => line.startsWith('paper,') || line.includes(',paper,GPT-4'))).toContain(
    'participants,paper,GPT-4,68.5,67.5,',
  );
  const tests = testsCsv(report, blocks).trim().split('\n');
  // 7 rows of a published seed and 9 of a recorded one, for 11 models.
  expect(tests).toHaveLength(1 + 11 * (2 * 7 + 9));
  const { series, points, rows } = figureChart(report);
  expect(rows).toEqual(report.figure.models.map(({ model }) => model));
  expect(points).toHaveLength(rows.length * series.length);
  const { panels, styles } = lengthChart(report);
  for (const { points: drawn } of panels)
    for (const { line } of drawn) expect(styles.map(({ name }) => name)).toContain(line);
  const looks = styles.map(({ colour, shape }) => `${colour} ${shape}`);
  expect(new Set(looks).size).toBe(styles.length);
});

test('the page has charts that fit a phone, and names missing results', async () => {
  const report = paperReport(study, models, blocks);
  const files = await paperFiles(report, paperTimes(models.length, blocks), blocks);
  const page = files.find(({ name }) => name === 'report.html')!.text;
  expect(page.match(/<figure>/g)).toHaveLength(1 + lengthChart(report).panels.length);
  expect(page).toContain('3.5<br>(3.0 to 4.0)');
  expect(page).toContain('run with 243 items only');
  const bare = { ...report, seeds: { ...report.seeds, recorded: 0 } };
  expect(figureChart(report).caption).toMatch(/With other models or true parameters: of 1 seed\.$/);
  expect(figureChart(bare).caption).toMatch(/of 2 seeds lie\.$/);
});

test('few seeds give a warning, and equal results get no invented error', () => {
  const report = paperReport(study, models, blocks);
  const text = paperText(report, paperTimes(models.length, blocks));
  expect(text).toContain('With 2 and 1 seeds ranges are those of these few draws');
  expect(text).not.toMatch(/± \.0%/);
  expect(fewSeeds({ published: 10, recorded: 0 })).toEqual([]);
  expect(fewSeeds({ published: 200, recorded: 3 }).join()).toMatch(/^With 3 seeds/);
});
