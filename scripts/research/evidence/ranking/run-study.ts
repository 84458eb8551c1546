// Runs one study, in a process of its own: `node run-study.ts STUDY FILE KEY`, with the study as JSON. Writes FILE, whole
// or not at all, and says on standard output after each step of work how many are done, of how many, doing what.

import { writeSync } from 'node:fs';
import { postHocSteps, writeFileWhole } from '../../../../src/index.ts';
import { postHocTests, reportOf } from '../../../../src/study.ts';
import { codeKey } from '../code-key.ts';
import type { StudyResult } from './run-studies.ts';
import { requestOf, type Study } from './studies.ts';

const [text, file, key] = process.argv.slice(2);
// Results of two versions must not get onto one page.
if (codeKey() !== key) throw new Error('the code has changed since the run began: start it again');
const study = JSON.parse(text) as Study;
const request = requestOf(study);
const parent = process.ppid;
const steps = postHocSteps(request);
let done = 0;
const tests = postHocTests(request, (doing) => {
  // Whoever ends the run means this process too.
  if (process.ppid !== parent) process.exit(1);
  writeSync(1, `${JSON.stringify({ done: ++done, steps, doing })}\n`);
});
const result: StudyResult = { study, report: reportOf(request, tests), tests };
writeFileWhole(file, JSON.stringify(result));
