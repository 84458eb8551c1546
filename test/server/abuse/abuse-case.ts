import { contentHash } from '../../../item-bank/items/content-hash.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import type { Role } from '../../../src/workflow/keys/roles.ts';
import { AT } from '../../store/store-case.ts';
import { type TestService, testService } from '../service.ts';
import type { Known } from './fuzzed-values.ts';

/** What is in the banks, so that it is seen wherever it comes out. */
export const SECRETS = {
  question: 'QUESTION-OF-THE-BANK',
  answer: 'ANSWER-KEY-OF-THE-BANK',
  parameter: '1.2345678',
  foreign: 'OF-ANOTHER-BANK',
} as const;

/** Somebody who sends requests, good or bad. */
export interface Sender {
  readonly name: string;
  readonly role: Role | null;
  readonly key: string | null;
  /** Whether its key is one that must be refused. */
  readonly isRefused: boolean;
  readonly sees: {
    readonly questions: boolean;
    readonly answers: boolean;
    readonly parameters: boolean;
    readonly foreign: boolean;
  };
}

export interface AbuseCase {
  readonly service: TestService;
  readonly senders: readonly Sender[];
  /** What means something to this service. */
  readonly known: Known;
  /** Opens a leaderboard for anybody. */
  readonly link: string;
  /** Secrets of keys that were given away. */
  readonly keys: readonly string[];
}

const NOTHING = { questions: false, answers: false, parameters: false, foreign: false };
const ALL = { questions: true, answers: true, parameters: true, foreign: true };
const ITEMS = 24;

/** A service with two banks, sessions of both, and keys of every kind. */
export async function abuseCase(): Promise<AbuseCase> {
  // No job begins: each would be a process of its own.
  const service = await testService({ configuration: { jobs: 0, sessionsInMemory: 20 } });
  const { store } = service.parts.context;
  for (const [bank, mark] of [
    ['exam', 'item'],
    ['other', 'alien'],
  ]) {
    const items = Array.from({ length: ITEMS }, (_, k) => openItem(`${mark}-${k}`));
    await store.addItems(
      { name: bank, title: bank === 'exam' ? 'An exam' : SECRETS.foreign, builtin: null },
      items,
      AT,
    );
    await store.putCalibration(calibrationOf(bank, items), AT);
  }
  const administrator = await service.key('administrator');
  const begun = async (bank: string, examinee: string, calibration: number, extra = {}) => {
    const body = {
      bank,
      examinee,
      strategy: 'adaptive',
      adaptive: {},
      items: 8,
      calibration,
      scoring: 'service',
      ...extra,
    };
    const reply = await service.ask('POST', '/v1/sessions', administrator, body);
    if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
    return reply.body.id as string;
  };
  // Two of another bank that are finished: there is a leaderboard, and something to compare.
  const done = [await begun('other', 'carol', 2), await begun('other', 'dave', 2)];
  for (const id of done) await finish(service, administrator, id);
  const { items: boards } = (await service.ask('GET', '/v1/leaderboards', administrator)).body;
  const own = await begun('exam', 'ann', 1);
  const foreign = await begun('other', SECRETS.foreign, 2);
  const person = await begun('exam', 'person', 1, { person: true, timeLimit: 60 });
  await service.ask('POST', `/v1/sessions/${person}/begin`, administrator);

  const good = async (
    name: string,
    role: Role,
    sees: Sender['sees'],
    scope = {},
  ): Promise<Sender> => ({
    name,
    role,
    key: await service.key(role, scope),
    isRefused: false,
    sees,
  });
  const bad = (name: string, key: string | null): Sender => ({
    name,
    role: null,
    key,
    isRefused: true,
    sees: NOTHING,
  });
  const [expired, revoked] = [
    await service.key('administrator', { days: 0.001 }),
    await service.key('administrator'),
  ];
  const leaderboard = boards[0].id;
  const [link, expiredLink, revokedLink] = [
    await service.key('link', { leaderboard }),
    await service.key('link', { leaderboard, days: 0.001 }),
    await service.key('link', { leaderboard }),
  ];
  for (const key of [revoked, revokedLink]) await service.parts.keys.revoke(key.split('_')[1]);
  service.pass(120_000);
  const flipped =
    administrator.slice(0, 30) + (administrator[30] === 'a' ? 'b' : 'a') + administrator.slice(31);
  const senders = [
    await good('administrator', 'administrator', ALL),
    await good(
      'runner of one bank',
      'runner',
      { ...NOTHING, questions: true, parameters: true },
      { banks: ['exam'] },
    ),
    await good(
      'viewer of one bank',
      'viewer',
      { ...NOTHING, parameters: true },
      { banks: ['exam'] },
    ),
    await good('examinee', 'examinee', { ...NOTHING, questions: true }, { session: own }),
    await good('person', 'examinee', { ...NOTHING, questions: true }, { session: person }),
    bad('nobody', null),
    bad('expired', expired),
    bad('revoked', revoked),
    bad('tampered', flipped),
    bad('odd', 'tr_x_y_z'),
    bad('link in the header', link),
  ];
  const disposable = (await service.key('viewer')).split('_')[1];
  return {
    service,
    senders,
    known: {
      bank: ['exam', 'exam', 'other', 'nothing'],
      session: [own, own, person, person, foreign, done[0], null],
      item: ['item-1', 'item-2', 'alien-1', 'nothing'],
      calibration: [1, 1, 2, 99, null],
      examinee: ['bob', 'model-1'],
      '*': ['strategy', 'adaptive', 'calibration'],
      strategy: ['adaptive', 'adaptive', 'adaptive', 'random', 'paper', 'robust'],
      items: [1, 5, 24, 99],
      adaptive: [{}, {}, {}, null],
      scoring: ['service', 'caller'],
      model: [null, null, 'nothing'],
      role: ['viewer', 'runner', 'examinee', 'link'],
      leaderboard: [{ id: leaderboard }, { id: 'nothing' }, null],
      link: [
        ...[link, expiredLink, revokedLink, administrator].flatMap((key) =>
          ['', '.svg', '.json', '.csv'].map((ending) => `${key}${ending}`),
        ),
        'nothing',
      ],
      name: ['somebody'],
      id: [disposable, 'nothing', ...boards.map(({ id }: { id: string }) => id)],
      a: [...done, foreign],
      b: [...done, own],
      score: [0, 1, 0.5],
      place: [1, 1, 2, 99],
      turn: [0, 1],
      minutes: [0, 15],
      limit: [1, 10],
    },
    link,
    keys: [
      administrator,
      link,
      expiredLink,
      revokedLink,
      expired,
      revoked,
      ...senders.flatMap(({ key, isRefused }) => (key && !isRefused ? [key] : [])),
    ],
  };
}

/** Answers what a session asks, until it asks nothing. */
async function finish(service: TestService, key: string, id: string): Promise<void> {
  for (;;) {
    const { items } = (await service.ask('GET', `/v1/sessions/${id}/items`, key)).body;
    if (items.length === 0) return;
    const answers = [{ item: items[0].item, output: 'nothing' }];
    const reply = await service.ask('POST', `/v1/sessions/${id}/answers`, key, { answers });
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  }
}

function openItem(id: string): Item {
  const content = {
    type: 'open' as const,
    stem: `${SECRETS.question} ${id}`,
    key: [`${SECRETS.answer} ${id}`],
    language: 'en',
  };
  const item = {
    id,
    version: 1,
    status: 'active' as const,
    tags: { subject: 's' },
    source: 'made for a test',
    licence: 'CC0-1.0',
    ...content,
  };
  return { ...item, hash: contentHash(item) };
}

function calibrationOf(bank: string, items: readonly Item[]) {
  const n = items.length;
  const values = (of: (k: number) => number) => Float64Array.from({ length: n }, (_, k) => of(k));
  return {
    bank,
    bankVersion: 1,
    method: 'integrated',
    options: {},
    parent: null,
    examinees: ['model-1'],
    items: items.map(({ id }) => id),
    parameters: itemParameters({
      a: values(() => Number(SECRETS.parameter)),
      b: values((k) => k / 8 - 1.5),
    }),
    standardErrors: null,
  };
}
