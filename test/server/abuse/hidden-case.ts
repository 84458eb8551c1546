import { contentHash } from '../../../item-bank/items/content-hash.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import type { StoredPanel } from '../../../src/store/panels/panels.ts';
import type { Store } from '../../../src/store/store.ts';
import { AT } from '../../store/store-case.ts';
import { GOLDEN, gradesOf, PANEL as RATING, seedPanel } from '../ratings/rating-case.ts';
import { type TestService, testService } from '../service.ts';
import { addPersonBank, fitting, HIDDEN, invite } from '../sessions/person/person-case.ts';

/** What nobody but organisers may see; every one of them is in the store. */
const NEVER =
  /SECRET-(?:MODEL|JUDGE|JUDGEMENT|WRITER|AUDITOR|VOTER|PANEL|RATER|NOTE|COMMENT|EXAMINEE|ADMIN)|"ben"|\bben:|EXPLANATION-OF-THE-BANK|TAG-OF-THE-BANK|SOURCE-OF-THE-BANK|<think>/;
/** Texts of each panel and session: for its own keys alone. */
const TEXTS = {
  rating: /This is text \d|Reference \d|First reference|Second reference/,
  annotation: /LABELLED-QUESTION/,
  writing: /WRITTEN-STEM|WRITTEN-KEY|WRITTEN-PASSAGE/,
  person: /Question \d+: which one|KEY-OF-THE-BANK/,
} as const;
type Work = keyof typeof TEXTS;

/** Somebody with a key that opens one piece of work. */
export interface Reader {
  readonly name: string;
  readonly key: string | undefined;
  readonly work: Work | null;
  /** What its work shows before anything is done, and at the end. */
  readonly shows: readonly [before: RegExp, after: RegExp] | null;
  /** What it must not see; `after` when its own work is done. */
  readonly hidden: { readonly before: readonly RegExp[]; readonly after: readonly RegExp[] };
}

export interface HiddenCase {
  readonly service: TestService;
  readonly readers: readonly Reader[];
  readonly administrator: string;
  /** Every id that there is, by the name of the parameter in paths. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** Does about half of all work, then all of it. */
  goOn(share: number): Promise<void>;
}

function othersThan(work: Work | null): RegExp[] {
  const others = (Object.keys(TEXTS) as Work[]).filter((one) => one !== work);
  return [NEVER, ...others.map((one) => TEXTS[one])];
}

export async function hiddenCase(): Promise<HiddenCase> {
  const service = await testService({ configuration: { jobs: 0 } });
  const { store } = service.parts.context;
  const administrator = await keyOf(service, { role: 'administrator', name: 'SECRET-ADMIN' });
  await addPersonBank(store);
  await seedPanel(store);
  await seedPanel(store, ['SECRET-RATER-1', 'SECRET-RATER-2'], 'SECRET-PANEL');
  await addAnnotation(store);
  await addWriting(store);
  // A robust test has scores by tag.
  const own = await invite(service, { items: 12, feedback: 'result', strategy: 'robust' });
  const foreign = await invite(service, { items: 6, examinee: 'SECRET-EXAMINEE' });
  const sessions = [own.id, foreign.id];

  const expert = (panel: string, name: string) => keyOf(service, { role: 'expert', panel, name });
  const rating = await expert(RATING, 'anna');
  const annotation = await expert('labels', 'anna');
  const writing = await expert('questions', 'anna');
  const revoked = await expert(RATING, 'anna');
  await service.parts.keys.revoke(revoked.split('_')[1]);
  const ben = await Promise.all([RATING, 'labels', 'questions'].map((one) => expert(one, 'ben')));

  const plain = (work: Work | null) => ({ before: othersThan(work), after: othersThan(work) });
  const readers: Reader[] = [
    {
      ...{ name: 'rater', key: rating, work: 'rating', hidden: plain('rating') },
      shows: [/This is text \d/, /Second reference/],
    },
    {
      ...{ name: 'annotator', key: annotation, work: 'annotation' },
      shows: [/LABELLED-QUESTION/, /"done":[123]/],
      hidden: {
        before: [...othersThan('annotation'), /LABELLED-KEY/],
        after: [...othersThan('annotation'), /LABELLED-KEY/],
      },
    },
    {
      ...{ name: 'writing expert', key: writing, work: 'writing' },
      shows: [/WRITTEN-STEM/, /WRITTEN-KEY/],
      // The key is shown when the expert has answered.
      hidden: {
        before: [...othersThan('writing'), /WRITTEN-KEY|WRITTEN-PASSAGE/],
        after: othersThan('writing'),
      },
    },
    {
      ...{ name: 'person', key: own.key, work: 'person' },
      shows: [/Question \d+: which one/, /"score"/],
      hidden: {
        before: [...othersThan('person'), /KEY-OF-THE-BANK/],
        after: [...othersThan('person'), /KEY-OF-THE-BANK/],
      },
    },
    { name: 'revoked', key: revoked, work: null, shows: null, hidden: plain(null) },
    { name: 'nobody', key: undefined, work: null, shows: null, hidden: plain(null) },
  ];

  const keys = (await service.ask('GET', '/v1/keys', administrator)).body.items;
  const panels = [RATING, 'SECRET-PANEL', 'labels', 'questions'];
  return {
    ...{ service, readers, administrator },
    ids: {
      panel: panels,
      annotation: panels,
      session: sessions,
      bank: ['exam', 'cases', 'labelled'],
      item: ['item-3', 'q0', 'labelled-0'],
      place: ['0', '1', '4', '9'],
      entry: ['1', '2', '3'],
      round: ['1', '2'],
      calibration: ['1'],
      run: ['1'],
      id: [...sessions, ...panels, ...keys.map(({ id }: { id: string }) => id).slice(0, 4), '1'],
    },
    async goOn(share) {
      await Promise.all([
        rate(service, rating, GOLDEN.anna, share, null),
        rate(service, ben[0], GOLDEN.ben, share, 'SECRET-COMMENT'),
      ]);
      await label(service, annotation, share, '');
      await label(service, ben[1], share, 'SECRET-NOTE');
      await decideAll(service, writing, share, 'clear');
      await decideAll(service, ben[2], share, 'SECRET-COMMENT');
      for (const one of [own, foreign]) await take(service, one.id, one.key, share);
    },
  };
}

async function keyOf(service: TestService, body: object): Promise<string> {
  const scope = { banks: null, session: null, leaderboard: null, panel: null, days: null };
  return (await service.parts.keys.make({ ...scope, ...body } as never, null)).key;
}

const PANEL_OF_TEST = { madeBy: null, createdAt: AT, closedAt: null } as const;

/** Three questions that two models labelled differently. */
async function addAnnotation(store: Store): Promise<void> {
  const items = [0, 1, 2].map((k): Item => {
    const item = {
      ...{ id: `labelled-${k}`, version: 1, status: 'active' as const, type: 'open' as const },
      ...{ language: 'en', stem: `LABELLED-QUESTION ${k}`, key: ['LABELLED-KEY'], tags: {} },
      ...{ source: HIDDEN.source, licence: 'CC0-1.0', hash: '' },
    };
    return { ...item, hash: contentHash(item) };
  });
  await store.addItems({ name: 'labelled', title: 'labelled', builtin: null }, items, AT);
  const values = ['heat', 'light'].map((id) => ({ id, name: { en: id, zh: id } }));
  const votes = (['heat', 'light'] as const).map((label, k) => ({
    ...{ model: `SECRET-VOTER-${k}`, repeat: 0, kind: 'label' as const, label },
  }));
  const panel: StoredPanel = {
    ...{ ...PANEL_OF_TEST, id: 'labels', kind: 'annotation', bank: 'labelled', title: 'Labels' },
    configuration: {
      ...{ run: 1, bank: 'labelled', items: 3, models: ['SECRET-VOTER-0', 'SECRET-VOTER-1'] },
      ...{ repeats: 1, taxonomy: 'topics', leastShare: 1, auditShare: 0, seed: 1 },
      ...{ withKey: false, blind: false, expertsPerEntry: 2 },
      levels: [
        {
          ...{ id: 'topic', tag: 'topic', name: { en: 'Topic' }, mayFitNone: false },
          ...{ noneTag: null, parent: null, values },
        },
      ],
    } as never,
  };
  await store.annotations.put(
    panel,
    items.map((item) => ({
      ...{ item: item.id, level: 'topic', agreed: null, reason: 'disagreement' as const },
      ...{ doubt: 0.5, isQueued: true, votes },
    })) as never,
  );
}

/** Three written questions of one round. */
async function addWriting(store: Store): Promise<void> {
  const model = (name: string) => ({ name, url: 'http://127.0.0.1:1/v1', model: name });
  const panel: StoredPanel = {
    ...{ ...PANEL_OF_TEST, id: 'questions', kind: 'writing', bank: null, title: 'New questions' },
    configuration: {
      ...{ language: 'en', types: ['open'], questions: 3, seed: 1, guideline: null },
      ...{ writer: model('SECRET-WRITER'), auditor: model('SECRET-AUDITOR') },
      ...{ experts: ['anna', 'ben'], sample: null, rounds: 3, acceptShare: 0.9 },
      ...{ licence: 'CC0-1.0', sources: [{ file: 'a.txt', sha256: '0'.repeat(64) }] },
    } as never,
  };
  const slots = [1, 2, 3].map((place) => ({ place, passage: 0, type: 'open', rejected: null }));
  const passages = [{ name: 'a.txt:1-2', text: 'WRITTEN-PASSAGE' }];
  await store.writing.begin(panel, passages, { slots, feedback: null }, AT);
  await store.writing.finishRound(
    'questions',
    1,
    [1, 2, 3].map((place) => ({
      ...{ round: 1, place, passage: 0, issues: [], failed: false, drawn: true },
      question: {
        ...{ type: 'open', stem: `WRITTEN-STEM ${place}`, options: null, key: ['WRITTEN-KEY'] },
        ...{ explanation: 'WRITTEN-KEY, because', evidence: 'WRITTEN-PASSAGE' },
      },
    })),
    { longestKeys: null, positions: null },
    AT,
  );
}

async function rate(
  service: TestService,
  key: string,
  table: typeof GOLDEN.anna,
  share: number,
  comment: string | null,
): Promise<void> {
  for (let place = 0; place < 10 * share; place++) {
    const body = { grades: gradesOf(table, place), comment };
    await done(service.ask('PUT', `/v1/ratings/${RATING}/work/${place}`, key, body));
  }
}

async function label(service: TestService, key: string, share: number, note: string) {
  for (let entry = 1; entry <= Math.ceil(3 * share); entry++)
    await done(
      service.ask('PUT', `/v1/annotations/labels/work/${entry}`, key, { label: 'heat', note }),
    );
}

async function decideAll(service: TestService, key: string, share: number, comment: string) {
  const { questions } = (await service.ask('GET', '/v1/writing/work', key)).body;
  for (const { round, place } of questions.slice(0, Math.ceil(3 * share))) {
    const path = `/v1/writing/work/${round}/${place}`;
    await service.ask('POST', `${path}/answer`, key, { answer: ['WRITTEN-KEY'] });
    const decision = { accepts: true, reasons: [], comment, relevant: [] };
    await done(service.ask('PUT', `${path}/decision`, key, decision));
  }
}

async function take(service: TestService, id: string, key: string, share: number): Promise<void> {
  const path = `/v1/sessions/${id}`;
  await service.ask('POST', `${path}/begin`, key);
  for (let k = 0; k < 60 * share; k++) {
    const { question } = (await service.ask('GET', `${path}/test`, key)).body;
    if (question === null || question === undefined) return;
    await done(service.ask('POST', `${path}/responses`, key, fitting(question)));
  }
}

async function done(asked: ReturnType<TestService['ask']>): Promise<void> {
  const { status, body } = await asked;
  if (status >= 300) throw new Error(JSON.stringify(body));
}
