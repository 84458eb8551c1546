import { fail } from '../../../errors.ts';
import type { PreparationInput, TestPlan } from '../../../ranking/live/preparation.ts';
import type { OutputReader } from '../../../run/score-replies.ts';
import { scoreOutput } from '../../../scoring/score-output.ts';
import { askedThread } from '../../../threads/asked-thread.ts';
import type { HostedTest } from './hosted-test.ts';
import type { EngineReply, EngineTask, EngineTest } from './session-engine-messages.ts';
import type { PlayedAnswer, TestState } from './test-player.ts';

/** Outputs of at most this many characters are read at once, which takes a few ms. */
const SHORT = 10_000;

/** A thread for expensive work: robust tests with their preparation, expensive adaptive tests, and long outputs. */
export interface SessionEngine {
  /** Prepares tests under a key, once. @throws as `prepare` */
  prepare(key: string, input: PreparationInput): Promise<void>;
  /**
   * A test of a preparation. The thread may forget both, and then gets them again.
   * @param input the preparation's
   * @throws as `testOf`
   */
  test(key: string, input: PreparationInput, plan: TestPlan): Promise<HostedTest>;
  /** As `scoreOutput`: short outputs on this thread, at once. */
  readonly read: OutputReader;
  close(): Promise<void>;
}

type Reply<K extends EngineReply['is']> = Extract<EngineReply, { readonly is: K }>;

export function sessionEngine(): SessionEngine {
  const thread = askedThread<EngineTask, EngineReply>(import.meta.url, 'session-engine-worker');
  let tests = 0;

  const done = async <K extends EngineReply['is']>(
    task: EngineTask,
    ...kinds: readonly K[]
  ): Promise<Reply<K>> => {
    const reply = await thread.ask(task);
    if (reply.is === 'error') fail(reply.code, reply.details as never);
    if (reply.is === 'defect') throw new Error(reply.message);
    if (!(kinds as readonly string[]).includes(reply.is))
      throw new Error(`the thread of robust tests says "${reply.is}" to "${task.do}"`);
    return reply as Reply<K>;
  };
  const prepared = (key: string, input: PreparationInput) =>
    done({ do: 'prepare', key, input }, 'done');

  return {
    prepare: async (key, input) => void (await prepared(key, input)),

    async test(key, input, plan) {
      const own: EngineTest = { test: ++tests, key, plan };
      const all: PlayedAnswer[] = [];
      const again = async () => {
        await prepared(key, input);
        return done({ do: 'play', ...own, before: 0, answers: all }, 'state');
      };
      const play = async (before: number, answers: readonly PlayedAnswer[]) => {
        const reply = await done({ do: 'play', ...own, before, answers }, 'state', 'missing');
        return reply.is === 'missing' ? (await again()).state : reply.state;
      };
      let state: TestState = await play(0, []);
      const hosted: HostedTest = {
        get state() {
          return state;
        },
        async play(answers) {
          const before = all.length;
          all.push(...answers);
          state = await play(before, answers);
        },
        async score() {
          const task = { do: 'score', ...own, before: all.length } as const;
          const reply = await done(task, 'score', 'missing');
          if (reply.is === 'score') return reply.score;
          await again();
          return (await done({ ...task, before: all.length }, 'score')).score;
        },
        async path(answers) {
          const task = { do: 'path', ...own, answers } as const;
          const reply = await done(task, 'path', 'missing');
          if (reply.is === 'path') return [...reply.points];
          await prepared(key, input);
          return [...(await done(task, 'path')).points];
        },
      };
      return hosted;
    },

    read(item, output, how) {
      const length = typeof output === 'string' ? output.length : output.join('').length;
      if (length <= SHORT) return scoreOutput(item, output, how);
      return done({ do: 'read', given: [item, output, how] }, 'read').then(({ score }) => score);
    },

    close: () => thread.close(),
  };
}
