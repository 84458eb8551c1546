/**
 * Writes what the trials of `npm start` show, so that it need not run them: `npm run build:trials`, about a minute. Changes of robust tests
 * change them; test/ranking/robust/shipped-trials.test.ts then fails.
 */
import { writeFileSync } from 'node:fs';
import { runTrials } from '../src/ranking/robust/prepare-robust.ts';
import { trialsFile, trialsKey } from '../src/ranking/robust/shipped-trials.ts';
import { startRanking } from './start-ranking.ts';

const { bank, requests } = await startRanking();
const trials = requests.map((request) => [trialsKey(request), runTrials(request)]);
writeFileSync(trialsFile(bank.name), `${JSON.stringify(Object.fromEntries(trials))}\n`);
