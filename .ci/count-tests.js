// node count-tests.js REPORT STATUS: how many tests passed and failed, from the JSON report of vitest and its exit code.
// A test file that did not load counts as a failed test, and so does a run without any test or with another failure.
import { readFileSync } from 'node:fs';

const [, , file, status] = process.argv;
let passed = 0;
let failed = 0;
try {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  for (const { status, assertionResults } of testResults) {
    passed += assertionResults.filter((test) => test.status === 'passed').length;
    const wrong = assertionResults.filter((test) => test.status === 'failed').length;
    failed += status === 'failed' ? Math.max(1, wrong) : wrong;
  }
} catch (error) {
  console.error(`no report of the tests: ${error.message}`);
}
if (failed === 0 && (passed === 0 || status !== '0')) failed = 1;
console.log(`${passed} ${failed}`);
