import { parentPort } from 'node:worker_threads';
import { ThetarankError } from '../../../errors.ts';
import { loadSolver } from '../../../highs-solver.ts';
import { type Preparation, prepare, testOf } from '../../../ranking/live/preparation.ts';
import { scoreOutput } from '../../../scoring/score-output.ts';
import { pathPlaces, playedPath } from './played-path.ts';
import type { EngineReply, EngineTask, EngineTest } from './session-engine-messages.ts';
import { TestPlayer } from './test-player.ts';

/** Preparations that are kept. */
const PREPARATIONS = 6;
/** The most bytes of all tests together, and bytes of a robust test per item of its bank. */
const MEMORY = 256 * 2 ** 20;
const ITEM = 150;

const preparations = new Map<string, Preparation>();
const tests = new Map<number, { readonly player: TestPlayer; readonly items: number }>();
let items = 0;

const solver = await loadSolver();

function preparationOf(key: string): Preparation | undefined {
  const found = preparations.get(key);
  if (found === undefined) return undefined;
  // The least recently used one comes first.
  preparations.delete(key);
  preparations.set(key, found);
  return found;
}

function forget(test: number): void {
  items -= tests.get(test)?.items ?? 0;
  tests.delete(test);
}

/** The test, if it has this number of answers; a new one for 0. */
function playerOf({ test, key, plan }: EngineTest, before: number): TestPlayer | EngineReply {
  const known = tests.get(test);
  if (known?.player.answered === before) {
    tests.delete(test);
    tests.set(test, known);
    return known.player;
  }
  forget(test);
  if (before > 0) return { is: 'missing', what: 'test' };
  const preparation = preparationOf(key);
  if (preparation === undefined) return { is: 'missing', what: 'preparation' };
  const player = new TestPlayer(testOf(preparation, plan, solver), plan.lag);
  const own = preparation.pool.weights.length;
  tests.set(test, { player, items: own });
  items += own;
  while (items * ITEM > MEMORY && tests.size > 1) forget(tests.keys().next().value as number);
  return player;
}

function work(task: EngineTask): EngineReply {
  if (task.do === 'prepare') {
    if (preparationOf(task.key) === undefined) preparations.set(task.key, prepare(task.input));
    if (preparations.size > PREPARATIONS)
      preparations.delete(preparations.keys().next().value as string);
    return { is: 'done' };
  }
  if (task.do === 'read') return { is: 'read', score: scoreOutput(...task.given) };
  if (task.do === 'path') {
    const preparation = preparationOf(task.key);
    if (preparation === undefined) return { is: 'missing', what: 'preparation' };
    const player = new TestPlayer(testOf(preparation, task.plan, solver), task.plan.lag);
    // A look at a robust test recomputes its posterior, so there are fewer looks.
    const places = pathPlaces(task.answers.length, preparation.pool.weights.length * 20);
    const points = [...playedPath(player, task.answers, places)].filter((point) => point !== null);
    return { is: 'path', points };
  }
  const player = playerOf(task, task.before);
  if (!(player instanceof TestPlayer)) return player;
  if (task.do === 'score') return { is: 'score', score: player.test.score() };
  player.play(task.answers);
  const { asked, isOver, reason } = player;
  return { is: 'state', state: { asked, isOver, reason } };
}

function reply(task: EngineTask): EngineReply {
  try {
    return work(task);
  } catch (error) {
    if (task.do === 'play') forget(task.test);
    if (error instanceof ThetarankError)
      return { is: 'error', code: error.code, details: error.details };
    return { is: 'defect', message: error instanceof Error ? error.message : String(error) };
  }
}

parentPort!.on('message', ({ id, task }: { id: number; task: EngineTask }) => {
  parentPort!.postMessage({ id, reply: reply(task) });
});
