import { MEASURES } from '../../../../sim/test-length/measures.ts';
import { operation } from '../../operation.ts';
import { writeLengthFiles } from './files.ts';
import { lengthOptions } from './options.ts';
import { planDocument } from './plan-report.ts';
import { lengthDocument } from './report.ts';
import { planTestLength, runTestLength } from './run-test-length.ts';

const HELP = `
Targets: ${Object.entries(MEASURES)
  .map(([name, { relation }]) => `${name}${relation}`)
  .join(', ')}; several must all hold.

Examples:
  thetarank simulate test-length --bank mmlu-pro --goal "kendall>=0.95"
  thetarank simulate test-length --bank mmlu-pro --goal "mae<=2" --calibrated-on 34
  thetarank simulate test-length --bank cruxeval-o --goal "kendall>=0.9,mae<=2" --recorded --strategy paper --out length
  thetarank simulate test-length --parameters items.csv --goal "se<=0.2" --abilities normal:0:1 --plot length.svg

What it does and what it assumes: docs/test-length.md`;

export const testLength = operation({
  name: 'simulate test-length',
  summary:
    'How long must a test be? Find the shortest length that reaches a target, with an interval. Lengths that are clearly too short or long enough take few replications, close ones many.',
  help: HELP,
  options: lengthOptions,
  database: 'existing',
  outputs: ['json', 'report'],
  estimate: { run: planTestLength, report: planDocument },
  run: runTestLength,
  report: lengthDocument,
  write: writeLengthFiles,
});
