import { BUDGET_SPENT, CANNOT_TELL, INTERRUPTED, REGRESSION } from '../exit-codes.ts';
import { operation } from '../operation.ts';
import { estimateComparison, estimateDocument } from './ask-compared.ts';
import { nextStep } from './next-step.ts';
import { compareOptions } from './options.ts';
import { planDocument } from './plan-report.ts';
import { comparisonDocument, nothingCompared } from './report.ts';
import { type Compared, runComparison } from './run-compare.ts';
import { testsOf } from './tests.ts';

const HELP = `
Each model is one of:
  NAME                a recorded model of the bank, or of --responses
  run:3, run:3/NAME   a model of a kept run (thetarank runs list)
  NAME@ADDRESS        a model behind an endpoint, as in rank --model: it is asked

All others are compared with the first one. Changes are above 0 if they score higher than it.

Exit codes: 0 nothing speaks against the new model; 7 --fail-if: a larger loss is shown, or --equivalent-within: a larger difference is
shown; 8 --equivalent-within: cannot tell; 4 the budget is spent; 2 an invalid call; 130 interrupted.

Examples:
  thetarank compare gpt-4-0314 gpt-4o-2024-05-13 --bank cruxeval-o
  thetarank compare gpt-4-0314 gpt-4o-2024-05-13 --bank cruxeval-o --items 200 --stop-early
  thetarank compare old-model new@http://localhost:8000/v1 --bank my-bank --fail-if "drop>1.0@0.95" --junit compare.xml
  thetarank compare old@http://localhost:8000/v1 new@http://localhost:8001/v1 --bank mmlu-pro --items 500 --markdown compare.md
  thetarank compare step-1000 step-2000 --responses answers.csv --equivalent-within 1
  thetarank compare old@http://localhost:8000/v1 new@http://localhost:8001/v1 --bank mmlu-pro --plan

See also: thetarank rank (scores and places), thetarank order (the order of many models).`;

export const compare = operation({
  name: 'compare',
  summary:
    'Tell models apart: the change of the score from one model to others, by the same items, which are chosen where the models are likely to differ.',
  help: HELP,
  options: compareOptions,
  database: 'existing',
  outputs: ['json', 'junit', 'markdown', 'report'],
  doing: 'calibrating without the compared models',
  estimate: { run: estimateComparison, report: estimateDocument },
  run: runComparison,
  report(compared, reading) {
    if (compared.kind === 'plan') return planDocument(compared, reading);
    const { result, said, end } = compared;
    if (result === null) return { lead: nothingCompared(end!) };
    return { ...comparisonDocument(result, reading, said), next: nextStep(result, reading) };
  },
  tests: (compared) => testsOf(compared.kind === 'plan' ? null : compared.result),
  json: ({ result }) => result,
  exitCode,
});

function exitCode(compared: Compared): number {
  if (compared.kind === 'plan') return 0;
  const { result, end } = compared;
  if (end !== null && end.exitCode !== 0) return end.exitCode;
  if (end?.isInterrupted) return INTERRUPTED;
  if (end?.isStopped) return BUDGET_SPENT;
  const outcome = result?.outcome;
  if (outcome === 'regression' || outcome === 'different') return REGRESSION;
  return outcome === 'unknown' ? CANNOT_TELL : 0;
}
