// node count-tests.js REPORT STATUS: how many tests passed and failed, from the JSON report of vitest and its exit code.
// A test file that did not load counts as a failed test, and so does a run without any test or with another failure.
// Skipped tests are listed on standard error; their names say why they are skipped.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [, , file, status] = process.argv;
let passed = 0;
let failed = 0;
const skipped = [];
try {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  for (const { name, status, assertionResults } of testResults) {
    for (const test of assertionResults)
      if (test.status === 'skipped') skipped.push(`${relative('.', name)}: ${test.fullName}`);
    passed += assertionResults.filter((test) => test.status === 'passed').length;
    const wrong = assertionResults.filter((test) => test.status === 'failed').length;
    failed += status === 'failed' ? Math.max(1, wrong) : wrong;
  }
} catch (error) {
  console.error(`no report of the tests: ${error.message}`);
}
if (failed === 0 && (passed === 0 || status !== '0')) failed = 1;
console.error([`${skipped.length} tests skipped`, ...skipped].join('\n  '));
console.log(`${passed} ${failed}`);
