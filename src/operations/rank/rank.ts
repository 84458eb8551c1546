import { join } from 'node:path';
import { NOT_CONVERGED } from '../exit-codes.ts';
import { operation } from '../operation.ts';
import { keptRunText } from '../synthesize/report.ts';
import { writeLive } from './live-files.ts';
import { liveDocument } from './live-report.ts';
import { isLive, rankOptions, refuseHalves } from './options.ts';
import { writeRanking } from './ranking-files.ts';
import { recordedDocument } from './recorded-report.ts';
import { estimateRanking, rankLive, type TestedModels } from './run-live.ts';
import { type RankedModels, rankRecorded } from './run-recorded.ts';

/** Models tested adaptively and ranked, recorded ones or models behind endpoints. */
export const rank = operation({
  name: 'rank',
  summary:
    'Test each model with a few items and rank the models: recorded ones, each on a calibration without it, or models behind endpoints (--model).',
  help: `
Examples:
  thetarank rank --bank mmlu-pro
  thetarank rank --bank mmlu-pro --items 100 --models gemma-7b,Yi-34B --json
  thetarank rank --bank swebench-verified --items 50 --by-tag
  thetarank rank --bank swebench-verified --costs costs.csv --max-cost 75usd
  thetarank rank --responses answers.csv --items 100 --out results --report ranking.html
  thetarank rank --responses graded.csv --strategy graded --items 40
  thetarank rank --bank mmlu-pro --model my-checkpoint@http://localhost:8000/v1 --items 243
  thetarank rank --bank my-bank --model my-checkpoint@http://localhost:8000/v1 --calibration 1
  thetarank rank --bank my-bank --model my-checkpoint@http://localhost:8000/v1 --items 500 --reuse
  thetarank rank --bank my-bank --model base@http://localhost:8000/v1 -T variant=letter -T shots=5
  thetarank rank --bank mmlu-pro --model gpt-x@https://api.openai.com/v1 -M key-variable=OPENAI_API_KEY -M price=0.15:0.60 --budget 5usd

See also: thetarank order (ask until the order of models is decided), thetarank place (a model from the log of a harness).`,
  options: rankOptions,
  database: 'existing',
  outputs: ['json', 'report'],
  estimate: { run: estimateRanking, report: () => ({}) },
  async run(options, context): Promise<RankedModels | TestedModels> {
    refuseHalves(options);
    return isLive(options) ? rankLive(options, context) : rankRecorded(options, context);
  },
  json: resultOf,
  report(ranked, reading) {
    if (ranked.kind === 'recorded')
      return recordedDocument(ranked, reading.options.target ?? 'recorded', reading);
    const { result, isEmpty, people, said } = ranked;
    if (isEmpty) return {};
    return liveDocument(result, { people, said, byTag: reading.options.byTag }, reading);
  },
  async write(ranked, { options: { out, outputs = false } }, { store }) {
    if (out === undefined) return [];
    if (ranked.kind === 'recorded') return writeRanking(out, ranked.result, resultOf(ranked));
    const { result } = ranked;
    await store((open) => writeLive(out, result, open.answers(result.run), outputs));
    return ['leaderboard.csv', 'result.json', 'answers.jsonl'].map((file) => join(out, file));
  },
  exitCode(ranked) {
    if (ranked.kind === 'live') return ranked.exitCode;
    return ranked.result.converged ? 0 : NOT_CONVERGED;
  },
  unfinished: (ranked) => (ranked.kind === 'live' ? ranked.failure : null),
  again: (ranked, where) =>
    ranked.kind === 'live'
      ? keptRunText({ run: ranked.result.run }, where)
      : 'Rank again with another --out, or with --json.',
});

/** What is printed as JSON: sessions stand in a file of their own. */
function resultOf({ result, people }: RankedModels | TestedModels): object {
  const { sessions: _, ...summary } = { sessions: [], ...result };
  return people === null ? summary : { ...summary, humans: people };
}
