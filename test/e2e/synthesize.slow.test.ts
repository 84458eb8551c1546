import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '../../item-bank/items/item.ts';
import { readResponses } from '../../src/files/responses/read-responses.ts';
import { synthesisReport } from '../../src/operations/synthesize/report.ts';
import { randomStream } from '../../src/random.ts';
import type { Answerer } from '../../src/stand-in/answerer.ts';
import { simulate } from '../../src/stand-in/answerers/simulate.ts';
import { indexQuestions } from '../../src/stand-in/questions/question-index.ts';
import { standIn } from '../../src/stand-in/stand-in.ts';
import { standInItems } from '../../src/stand-in/stand-in-items.ts';
import { openStore } from '../../src/store/open-store.ts';
import { NO_SESSION } from '../../src/workflow/synthesis/synthesis-outcome.ts';
import { ALL as ALL_TYPES } from '../prompt/items.ts';
import { keepExam, keptRuns, recordOf } from './live/bank.ts';
import { start, thetarank } from './live/command.ts';
import { writeExam } from './live/exam.ts';

/** A synthesis against simulated models that debate, with a tenth of all requests going wrong. */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-synthesize-'));
const ITEMS = 60;
/** Three models: 3 generations, 6 debates, 6 reflections. */
const CALLS = 15;
const ALL = CALLS * ITEMS;
const KILLS = 3;
const CONCURRENCY = 24;
const exam = writeExam(folder, 'synthesize', ITEMS, {}, 4);
const abilities = new Map(Object.entries({ strong: 1.5, middle: 0, weak: -1.2 }));
// Few of those that make the gate ask less at a time: each would halve what is in flight.
const faults = { '429': 0.01, '500': 0.03, cut: 0.03, garbage: 0.03 };

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The stand-in in this process; `onAsked` is told of every question that is answered, `asked` counts them. */
async function serve(items?: readonly Item[]) {
  const questions = await indexQuestions(items ?? (await standInItems(exam.items)));
  const simulated = simulate({ abilities, seed: 1, debate: { persuasion: 2 } }, questions);
  const served = { url: '', asked: 0, onAsked: () => {}, close: () => server.close() };
  const counting: Answerer = {
    models: simulated.models,
    answer(question) {
      served.asked++;
      served.onAsked();
      return simulated.answer(question);
    },
  };
  const server = standIn({ answerers: [counting], faults, seed: 7 });
  served.url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`;
  return served;
}

/** A database and a configuration of its own. */
async function prepare(name: string, url: string, items?: readonly Item[]) {
  const database = join(folder, `${name}.db`);
  const config = join(folder, `${name}.yaml`);
  if (items === undefined) await keepExam(exam, database);
  else {
    const store = await openStore(database, { clock: () => new Date(0) });
    const at = new Date(0).toISOString();
    await store.addItems({ name: 'sums', title: 'All types', builtin: null }, items, at);
    await store.close();
  }
  const models = [...abilities.keys()].map((model) => `  - name: ${model}\n`).join('');
  const price = 'price: { prompt: 1, completion: 2 }';
  writeFileSync(
    config,
    `defaults: { baseUrl: "${url}", sampling: { temperature: 0.7, maxTokens: 512 }, ${price} }\nmodels:\n${models}`,
  );
  const fixed = ['calibrate', 'synthesize', '--bank', 'sums', '--config', config];
  const how = ['--database', database, '--concurrency', `${CONCURRENCY}`, '--json'];
  return { database, args: (...more: string[]) => [...fixed, ...how, ...more] };
}

describe.concurrent('with 10% faults', () => {
  let undisturbed: Promise<{ record: ReturnType<typeof recordOf>; responses: string }>;

  /** The run that nothing disturbs, and what comes of it. */
  async function runUndisturbed() {
    const served = await serve();
    const { database, args } = await prepare('undisturbed', served.url);
    const out = join(folder, 'undisturbed');
    const dry = await thetarank(
      args(
        '--dry-run',
        '--items-per-participant',
        '20',
        '--budget',
        '1000usd,10ktok',
        '--budget',
        '1h',
      ),
    );
    expect(dry, dry.stderr).toMatchObject({ status: 0 });
    const expected = JSON.parse(dry.stdout);
    expect(expected.budgets.map((one: { suffices: string }) => one.suffices)).toEqual(
      // No bound is known before the end: what fails may be charged for.
      ['probably', 'no', 'probably'],
    );
    expect(dry.stderr).toContain('10,000 tokens is not');
    expect(expected.design.answers).toBe(9 * 20);
    expect(expected.precision.loss).toBeGreaterThan(0.5);
    expect(served.asked).toBe(0);

    // A budget ends it with all that was paid kept; then it goes on without.
    const poor = await thetarank(args('--budget', '0.05usd'));
    expect(poor.status, poor.stderr).toBe(4);
    const part = JSON.parse(poor.stdout);
    expect(part.complete).toBe(false);
    // Retries that may be charged for come on top once they are known.
    expect(part.cost).toBeLessThan(0.06);
    expect(part.asked).toBeGreaterThan(20);
    expect((await keptRuns(database))[0].answers).toBe(part.asked);

    expect(poor.stderr).toContain('$0.0500 is spent');
    const unfinished = await thetarank(['runs', 'show', '1', '--database', database]);
    expect(unfinished.stdout).toContain(`not finished: ${part.asked} answers kept`);
    // As does one of tokens, of the whole run.
    const few = await thetarank(args('--resume', '--budget', '60ktok'));
    expect(few.status, few.stderr).toBe(4);
    const some = JSON.parse(few.stdout);
    expect(some.asked).toBeGreaterThan(20);
    expect(some.budgets).toMatchObject([{ kind: 'tokens', limit: 60_000, isSpent: true }]);
    const kept = (await keptRuns(database))[0].kept;
    const tokens = kept
      .filter(({ cached }) => !cached)
      .reduce((sum, one) => sum + one.tokens.prompt + one.tokens.completion, 0);
    expect(some.budgets[0].used).toBe(tokens);
    expect(tokens).toBeLessThanOrEqual(60_000);
    expect(tokens).toBeGreaterThan(55_000);

    const whole = await thetarank(args('--resume', '--out', out));
    // The answers of nine participants to ten items need not be enough for a fit that converges.
    expect(whole, whole.stderr).toMatchObject({ status: expect.toBeOneOf([0, 3]) });
    expect(JSON.parse(whole.stdout)).toMatchObject({ complete: true, calls: { missing: 0 } });
    const result = JSON.parse(whole.stdout);
    await served.close();
    expect(result).toMatchObject({
      complete: true,
      asked: ALL - part.asked - some.asked,
      calls: { kept: ALL },
    });
    const [run] = await keptRuns(database);
    expect(run.kept).toHaveLength(ALL);
    const shown = await thetarank(['runs', 'show', '1', '--database', database]);
    expect(shown.stdout).toContain(synthesisReport({ ...result, ...NO_SESSION }, null, '').lead!);
    const asJson = await thetarank(['runs', 'show', '1', '--database', database, '--json']);
    // The calibration is kept on its own.
    const { calibration, batch, ...asked } = result;
    expect(batch).toBeNull();
    expect(JSON.parse(asJson.stdout)).toEqual(asked);
    expect(calibration).toMatchObject({ number: 1, items: ITEMS, isPartial: false });
    const listed = await thetarank(['runs', 'list', '--database', database]);
    expect(listed.stdout).toMatch(/middle, strong, weak .* synthesis\n/);
    const cost = run.kept.reduce((sum, answer) => sum + answer.cost, 0);
    // Failures of all sessions are in it, as they are where runs are listed.
    expect(result.cost).toBeGreaterThanOrEqual(cost - 1e-9);
    expect(run.cost).toBeCloseTo(result.cost, 9);

    const of = new Map(run.kept.map((answer) => [`${answer.examinee}/${answer.item}`, answer]));
    const { matrix, families } = readResponses(join(out, 'responses.csv'));
    expect(matrix.examinees).toHaveLength(9);
    expect(matrix.items).toEqual(exam.ids);
    expect(families).toEqual(matrix.examinees.map((name) => name.split(' ')[0]));
    for (const [p, name] of matrix.examinees.entries())
      for (const [j, item] of matrix.items.entries())
        expect(matrix.scores[p * ITEMS + j]).toBe(of.get(`${name}/${item}`)!.score);
    // The pair with most to learn, counted here once more.
    const pair = result.participants.find(
      ({ participant }: { participant: string }) => participant === 'weak > strong > weak',
    );
    const better = exam.ids.filter(
      (item) => of.get(`weak > strong > weak/${item}`)!.score > of.get(`weak/${item}`)!.score,
    );
    expect(pair.debate.wrongToRight).toBe(better.length);
    expect(better.length).toBeGreaterThan(5);
    return {
      record: recordOf(run.kept),
      responses: readFileSync(join(out, 'responses.csv'), 'utf8'),
    };
  }

  beforeAll(() => {
    undisturbed = runUndisturbed();
    undisturbed.catch(() => {});
  });

  test('a synthesis completes within its budget, and the fit can read its answers', async () => {
    const { record } = await undisturbed;
    expect(record).toHaveLength(ALL);
  });

  test('killed and gone on with, its record is the same, and nothing kept is asked again', async () => {
    const served = await serve();
    const { database, args } = await prepare('killed', served.url);
    const out = join(folder, 'killed');
    const random = randomStream(20261122, 'synthesize', 'kills');
    let before = 0;
    for (let k = 0; k < KILLS; k++) {
      const session = start(args('--resume', '--out', out));
      const due = served.asked + Math.round((ALL / (KILLS + 1)) * (0.8 + 0.4 * random()));
      served.onAsked = () => {
        if (served.asked === due)
          void delay(random() * 6).then(() => session.child.kill('SIGKILL'));
      };
      const { status, stderr } = await session.ended;
      expect(status, stderr).toBeNull();
      const [run] = await keptRuns(database);
      expect(run.answers).toBeGreaterThan(before);
      before = run.answers;
    }
    served.onAsked = () => {};
    const asked = served.asked;
    const last = await thetarank(args('--resume', '--out', out));
    expect(last, last.stderr).toMatchObject({ status: 0 });
    expect(JSON.parse(last.stdout)).toMatchObject({ complete: true, asked: ALL - before });
    await served.close();
    // Faults that come after the answer was made are asked again, as are those in flight at a kill.
    expect(served.asked - asked).toBeLessThan(1.2 * (ALL - before));
    const runs = await keptRuns(database);
    expect(runs).toHaveLength(1);
    const { record, responses } = await undisturbed;
    expect(recordOf(runs[0].kept)).toEqual(record);
    expect(readFileSync(join(out, 'responses.csv'), 'utf8')).toBe(responses);
  });

  test('items of all types, cases in several questions', async () => {
    const served = await serve(ALL_TYPES);
    const { database, args } = await prepare('types', served.url, ALL_TYPES);
    const whole = await thetarank(args());
    // The answers of nine participants to ten items need not be enough for a fit that converges.
    expect(whole, whole.stderr).toMatchObject({ status: expect.toBeOneOf([0, 3]) });
    expect(JSON.parse(whole.stdout)).toMatchObject({ complete: true, calls: { missing: 0 } });
    // Fewer items of the same run: all is kept already.
    const more = await thetarank(args('--resume', '--items', '2', '--items-per-participant', '2'));
    expect(JSON.parse(more.stdout), more.stderr).toMatchObject({ complete: true, asked: 0 });
    await served.close();
    const [{ kept }] = await keptRuns(database);
    expect(kept).toHaveLength(CALLS * ALL_TYPES.length);
    for (const item of ALL_TYPES)
      for (const { examinee, output, extracted, place } of kept.filter(
        (answer) => answer.item === item.id,
      )) {
        expect(place).toBe(ALL_TYPES.indexOf(item) + 1);
        if (item.type !== 'case') continue;
        // A case is criticised as a whole, in a text; it is answered question by question.
        const isDebate = examinee.split(' > ').length === 2;
        if (isDebate) expect(extracted).toBeNull();
        else expect(JSON.parse(output)).toHaveLength(item.key.length);
      }
  });
});
