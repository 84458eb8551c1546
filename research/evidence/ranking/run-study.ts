// Runs one study, in a process of its own: `node run-study.ts STUDY FILE KEY`, with the study as JSON. Writes FILE completely
// or not at all. After each step of work, prints the number of finished steps, of all steps, and the name of the step.

import { writeSync } from 'node:fs';
import { postHocSteps, writeFileWhole } from 'thetarank';
import { postHocTests, reportOf } from 'thetarank/study';
import { codeKey } from '../code-key.ts';
import type { StudyResult } from './run-studies.ts';
import { requestOf, type Study } from './studies.ts';

const [text, file, key] = process.argv.slice(2);
// Results of two versions must not be mixed on one page.
if (codeKey() !== key) throw new Error('the code has changed since the run began: start it again');
const study = JSON.parse(text) as Study;
const request = requestOf(study);
const parent = process.ppid;
const steps = postHocSteps(request);
let done = 0;
const tests = postHocTests(request, (doing) => {
  // A signal to the run is meant for this process too.
  if (process.ppid !== parent) process.exit(1);
  writeSync(1, `${JSON.stringify({ done: ++done, steps, doing })}\n`);
});
const result: StudyResult = { study, report: reportOf(request, tests), tests };
writeFileWhole(file, JSON.stringify(result));
