import { once } from 'node:events';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { readSecrets } from '../../examinee/endpoint/configuration/secrets.ts';
import { listedModels } from '../../examinee/endpoint/request/listed-models.ts';
import type { Clock } from '../../examinee/services.ts';
import { plainText } from '../../plain-text.ts';
import { shellWord } from '../../shell-word.ts';
import type { Checkpoint } from './checkpoint.ts';
import { filledCommand } from './command-template.ts';
import { type ProcessGroup, processGroup } from './process-group.ts';

/** How checkpoints are served. */
export interface ServeRules {
  /** Words with places, of `commandTemplate`. */
  readonly command: readonly string[];
  readonly port: number;
  /** How long a server may take to answer, in milliseconds. */
  readonly patienceMs: number;
  /** A folder for the output of servers, one file per checkpoint. */
  readonly logs?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A checkpoint that a server answers for. */
export interface ServedCheckpoint {
  /** Where it is asked, and how the server calls it. */
  readonly endpoint: EndpointConfiguration;
  stop(): Promise<void>;
}

/** Time between two looks whether a server answers, in milliseconds. */
const LOOK = 200;
/** Characters of a server's last line in an error. */
const LONGEST_LINE = 300;

/** The address of servers on this machine, as runs keep it: the port does not tell tests apart. */
export const LOCAL_ADDRESS = 'http://127.0.0.1/v1';

function localAddress(port: number): string {
  return `http://127.0.0.1:${port}/v1`;
}

/**
 * Starts the server of a checkpoint and waits until it lists its models.
 * @param endpoint its key and headers are sent with the request for the list
 * @throws SERVE_FAILED if the port is taken, the server ends, or it does not answer in time; the reason of `signal`
 */
export async function serveCheckpoint(
  { name, path }: Checkpoint,
  endpoint: EndpointConfiguration,
  rules: ServeRules,
): Promise<ServedCheckpoint> {
  const { port, clock, logs } = rules;
  const places = { '{path}': path ?? name, '{name}': name, '{port}': String(port) };
  const words = filledCommand(rules.command, places);
  // Without its other words: they may be keys.
  const command = `${shellWord(basename(words[0]))}, which serves ${name}`;
  if (!(await isFree(port)))
    fail('SERVE_FAILED', {
      command,
      reason: `port ${port} is in use, perhaps by the server of an earlier test`,
      last: '',
    });
  const log = logs === undefined ? undefined : join(logs, `${encodeURIComponent(name)}.log`);
  const server = processGroup(words, clock, log);
  try {
    const ids = await answering(server, endpoint, rules, command);
    const model = modelOf(ids, { name, path }, command);
    return {
      endpoint: { ...endpoint, baseUrl: localAddress(port), model },
      stop: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Waits for the list of models of a server. */
async function answering(
  server: ProcessGroup,
  endpoint: EndpointConfiguration,
  { port, patienceMs, env, clock, signal }: ServeRules,
  command: string,
): Promise<readonly string[]> {
  const secrets = readSecrets(endpoint, env);
  const started = clock.now();
  const failed = (reason: string) =>
    fail('SERVE_FAILED', {
      command,
      reason,
      last: plainText(server.lastLine()).slice(-LONGEST_LINE),
    });
  for (let why = ''; ; ) {
    signal.throwIfAborted();
    const ended = server.ended();
    if (ended !== null) failed(`${ended.reason}${ended.wasStarted ? ' before it answered' : ''}`);
    const found = await listedModels(localAddress(port), secrets, env);
    if ('ids' in found && found.ids.length > 0) return found.ids;
    why = 'ids' in found ? found.why : found.fault.reason;
    if (clock.now() - started >= patienceMs)
      failed(`it did not list its models within ${Math.round(patienceMs / 1000)} s (${why})`);
    await clock.sleep(LOOK, signal);
  }
}

/** The model to ask: of that name or path, or the only one. */
function modelOf(ids: readonly string[], { name, path }: Checkpoint, command: string): string {
  const own = [name, path].find((id) => id !== null && ids.includes(id)) ?? null;
  if (own !== null) return own;
  if (ids.length === 1) return ids[0];
  return fail('SERVE_FAILED', {
    command,
    reason: `it lists ${ids.length} models, none of them as ${name} or ${path}`,
    last: '',
  });
}

/** Whether nothing listens on a port: another server would pass for that of the checkpoint. */
async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    if (probe.listening) await new Promise((resolve) => probe.close(resolve));
  }
}
