import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pending, SessionSummary } from '../api/sessions.ts';
import { fail } from '../errors.ts';
import type { Clock } from '../examinee/services.ts';
import { type Harness, inspectIds, lmEvalSamples } from './harness-names.ts';
import { readAnswers } from './read-answers.ts';
import { filledIn, logsBelow, runHarness } from './run-harness.ts';
import type { ServiceClient } from './service-client.ts';
import type { SessionCalls } from './session-calls.ts';

export interface LoopOptions {
  readonly harness: Harness;
  /** Program and arguments, with placeholders. */
  readonly command: readonly string[];
  /** Where each round has a folder. */
  readonly folder: string;
  readonly metric?: string | undefined;
  readonly filter?: string | undefined;
  /** Called before each round and after the last. */
  readonly onRound?: (round: number, pending: Pending) => void;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

/** How often a service is asked for items that it is still choosing, in ms. */
const LOOK_AGAIN = 500;
const LOGS: Readonly<Record<Harness, RegExp>> = {
  'lm-eval': /^samples_.+\.jsonl$/,
  inspect: /\.(?:eval|json)$/i,
  jsonl: /\.jsonl$/i,
};

/**
 * Runs a harness on the items of a session, round after round, until the session asks no more: each round all items that are
 * in flight, `lag` of them at most. Answers are handed in after each round, so that whatever ends the loop, the same command
 * goes on.
 * @throws HARNESS_FAILED, HARNESS_INCOMPLETE, as the session's calls
 */
export async function loopSession(
  client: ServiceClient,
  calls: SessionCalls,
  { id, bank }: Pick<SessionSummary, 'id' | 'bank'>,
  options: LoopOptions,
): Promise<Pending> {
  const { harness, command, folder, clock, onRound, signal } = options;
  let pending = await calls.items(id, false);
  for (let round = 1; pending.state === 'open'; ) {
    signal?.throwIfAborted();
    const items = pending.items.map(({ item }) => item);
    if (items.length === 0) {
      await clock.sleep(LOOK_AGAIN, signal);
      pending = await calls.items(id, false);
      continue;
    }
    onRound?.(round, pending);
    mkdirSync(folder, { recursive: true });
    // A new one each time: logs of a round that was broken off are not read again.
    const own = mkdtempSync(join(folder, `round-${String(round).padStart(3, '0')}-`));
    const out = join(own, 'out');
    mkdirSync(out);
    const [samples, prompts] = [join(own, 'samples.json'), join(own, 'items.jsonl')];
    const uses = (name: string) => command.some((word) => word.includes(name));
    const ids = harness === 'inspect' ? await inspectIds(client, bank, items) : items;
    if (uses('{samples}')) writeFileSync(samples, JSON.stringify(lmEvalSamples(bank, items)));
    if (uses('{items}')) writeFileSync(prompts, await promptLines(calls, id, items));
    const places = { '{samples}': samples, '{ids}': ids.join(','), '{items}': prompts };
    await runHarness(filledIn(command, { ...places, '{out}': out }), signal);
    const logs = logsBelow(out, (name) => LOGS[harness].test(name));
    const answers =
      logs.length === 0
        ? []
        : (await readAnswers(logs, { ...options, bank, wanted: new Set(items) })).answers;
    const answered = new Set(answers.map(({ item }) => item));
    const missing = items.filter((item) => !answered.has(item));
    if (answers.length > 0) pending = await calls.answer(id, answers);
    if (missing.length > 0)
      fail('HARNESS_INCOMPLETE', {
        missing: missing.length,
        items: items.length,
        item: missing[0],
        folder: out,
      });
    round++;
  }
  return pending;
}

/** Items with their messages, a line each. @throws as the service, for a bank without text */
async function promptLines(
  calls: SessionCalls,
  id: string,
  items: readonly string[],
): Promise<string> {
  const asked = new Set(items);
  const all = (await calls.items(id, true)).items.filter(({ item }) => asked.has(item));
  return all.map(({ item, prompt }) => `${JSON.stringify({ item, prompt })}\n`).join('');
}
