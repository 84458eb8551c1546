import { expect, test } from 'vitest';
import { calibrateSynthesis } from '../../../calibration/synthesize/report/calibrate-synthesis.ts';
import { synthesisReport } from '../../../calibration/synthesize/report/synthesis-report.ts';
import {
  calibrationText,
  insteadOfRanking,
} from '../../../src/operations/synthesize/fit/fit-text.ts';
import { betterText } from '../../../src/operations/synthesize/fit/real-models-text.ts';
import { reportHtml } from '../../../src/operations/synthesize/fit/report-html.ts';
import { worthText } from '../../../src/operations/synthesize/fit/worth-text.ts';
import { synthesisReport as document } from '../../../src/operations/synthesize/report.ts';
import { documentText } from '../../../src/report/text.ts';
import { simulateClusters } from '../../calibration/synthesize/clusters.ts';

const { matrix } = simulateClusters('alike', { items: 200, copies: 0.9 });
const calibration = calibrateSynthesis(matrix, { by: 'participants', rung: '2pl' });
const good = {
  number: 7,
  fingerprint: 'f',
  isPartial: false,
  items: matrix.responses.items,
  kinds: null,
  calibration,
  report: synthesisReport(matrix, calibration, []),
  realModels: null,
};
const WARNING = 'the reliability of the scale is 0.00';
const bad = { ...good, report: { ...good.report, reliability: 0, warnings: [WARNING] } };
const result = {
  version: 'synthesis-1' as const,
  bank: 'exam',
  items: 120,
  run: 3,
  database: 'x.db',
  complete: true,
  design: 'complete' as const,
  seed: 1,
  calls: { kept: 9, missing: 0 },
  cost: 0,
  lostCost: 0,
  sessionCost: 0,
  asked: 0,
  cached: 0,
  failed: 0,
  budgets: [],
  stopped: [],
  participants: [],
  reused: null,
} as unknown as Parameters<typeof document>[0];

test('a calibration that is warned of is not offered for ranking, in text and page', async () => {
  expect(documentText(document(result, good, ''))).toContain('Next: thetarank rank');
  expect(insteadOfRanking(good.report)).toBeNull();
  const said = documentText(document(result, bad, ''));
  expect(said).toMatch(new RegExp(`^WARNING: .*\n- ${WARNING}\\.`, 'm'));
  expect(said).not.toContain('thetarank rank');
  expect(await reportHtml(result, bad)).toContain(WARNING);
  expect(await reportHtml(result, good)).not.toContain('WARNING');
});

test('ten items to look at first are printed, as no test, and fifty are in the page', async () => {
  const text = calibrationText(good, 'exam').join('\n');
  const first = good.report.itemsToCheck.first.map(({ item }) => item);
  expect(first).toHaveLength(50);
  expect(text).not.toMatch(/1\.96|chance/);
  for (const item of first.slice(0, 10)) expect(text).toContain(item);
  expect(text).not.toContain(` ${first[10]} `);
  expect(await reportHtml(result, good)).toContain(first[49]);
});

test('dependence that is not known is not given a figure', () => {
  const worth = { participants: 2, effectiveParticipants: 2, designEffect: 1 };
  expect(worthText('two', { ...worth, dependence: { isKnown: true } })).toMatch(/ as 2\.0/);
  const unknown = worthText('two', { ...worth, dependence: { isKnown: false } });
  expect(unknown).not.toContain('2.0');
});

test('what predicts better is named by measure', () => {
  const of = (better: Parameters<typeof betterText>[0]['better']) =>
    betterText({ better, models: [{}, {}] } as unknown as Parameters<typeof betterText>[0]);
  expect(of([])).not.toContain(' by ');
  const said = of([
    { measure: 'error', by: 'random' },
    { measure: 'logLikelihood', by: 'shares' },
  ]);
  expect(said).toMatch(/ log-likelihood \(share .*\); by error \(random .*2 models/);
});
