import { BANK, type Chapter } from '../case.ts';

const SERVICE = '--url http://127.0.0.1:3000';
const SESSION = { bank: 'mine', examinee: 'by-http', strategy: 'robust', items: 8, seed: 1 };

/** The service, the commands that talk to it, and replies of its main routes. */
export const SERVICE_CHAPTER: Chapter = {
  name: 'service',
  cases: [
    ...BANK,
    { name: 'keep-fit', args: 'calibrate fit --bank mine --irt-model 2pl --keep', isQuiet: true },
    { name: 'accept-fit', args: 'calibrate accept 1', isQuiet: true },
    { name: 'key', args: 'keys add --role administrator --name Ada --json' },
    { name: 'serve', isServer: true, args: 'serve --port 3000 --log-level silent' },
    { name: 'openapi', args: 'GET /openapi.json' },
    ...reads({
      me: '/v1/me',
      banks: '/v1/banks',
      bank: '/v1/banks/mine',
      items: '/v1/banks/mine/items?limit=3',
      item: '/v1/banks/mine/items/q04',
      information: '/v1/banks/mine/information',
      calibrations: '/v1/banks/mine/calibrations',
      calibration: '/v1/calibrations/1',
      'calibration-csv': '/v1/calibrations/1/parameters.csv',
      humans: '/v1/banks/mine/humans',
      review: '/v1/banks/mine/review',
      models: '/v1/models',
      'unknown-bank': '/v1/banks/none',
      'unknown-path': '/v1/none',
    }),
    {
      name: 'session-new',
      args: `session new --bank mine --examinee alba --items 8 --seed 1 ${SERVICE}`,
    },
    { name: 'session-items', args: `session items {session} ${SERVICE}` },
    { name: 'session-items-json', args: `session items {session} --prompts --json ${SERVICE}` },
    {
      name: 'session-answer',
      files: { 'first.jsonl': '{"item":"q01","score":1}\n' },
      args: `session answer {session} first.jsonl ${SERVICE}`,
    },
    { name: 'session-pause', args: `session pause {session} ${SERVICE}` },
    { name: 'session-resume', args: `session resume {session} --json ${SERVICE}` },
    { name: 'session-result', args: `session result {session} ${SERVICE}` },
    { name: 'session-end', args: `session end {session} ${SERVICE}` },
    { name: 'session-watch', args: `session watch {session} ${SERVICE}` },
    { name: 'session-result-json', args: `session result {session} --json ${SERVICE}` },
    {
      name: 'session-invite-dry-run',
      files: { 'names.txt': 'Anna\nBen\n' },
      args: `session invite --bank mine --names names.txt --items 8 --out links.csv --dry-run ${SERVICE}`,
    },
    { name: 'post-session', args: 'POST /v1/sessions', body: SESSION },
    {
      name: 'post-session-wrong',
      args: 'POST /v1/sessions',
      body: { ...SESSION, items: 0, colour: 'red' },
    },
    ...reads({
      session: '/v1/sessions/{session}',
      'session-next': '/v1/sessions/{session}/items',
      trace: '/v1/sessions/{session}/trace',
      sessions: '/v1/sessions',
      leaderboards: '/v1/leaderboards',
      leaderboard: '/v1/leaderboards/mine',
      comparisons: '/v1/comparisons?bank=mine&a=oak-1&b=oak-2',
      annotations: '/v1/annotations',
      writing: '/v1/writing',
      ratings: '/v1/ratings',
      jobs: '/v1/jobs',
      keys: '/v1/keys',
      studies: '/v1/studies',
      workers: '/v1/workers',
      instances: '/v1/instances',
      health: '/health',
    }),
  ],
};

function reads(paths: Readonly<Record<string, string>>) {
  return Object.entries(paths).map(([name, path]) => ({ name, args: `GET ${path}` }));
}
