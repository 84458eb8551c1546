import { dirname, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { RunningService } from '../../server/service.ts';
import { defaultLocation, isPostgres } from '../../store/location.ts';
import { outsideSpans } from '../../tracing/span.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseArgument,
  databaseLocation,
  withStore,
} from '../options/database-option.ts';
import { wholeNumber } from '../options/options.ts';
import { printText } from '../output/typed-commands.ts';
import { readVersion } from '../version.ts';
import { refuseToListen } from './listen.ts';
import { serviceLog } from './service-log.ts';
import { untilSignal } from './until-signal.ts';

interface ServeOptions extends DatabaseOptions {
  readonly host: string;
  readonly port: number;
  readonly config?: string;
  readonly logLevel: 'info' | 'warn' | 'error' | 'silent';
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  thetarank serve
  thetarank serve --port 8080 --database postgres://thetarank@db/thetarank --config service.yaml
  thetarank serve --host 0.0.0.0 --config service.yaml 2>> service.log

The first start creates an administrator's key and prints it once; the database keeps only its hash. Create further keys
in the dashboard, over HTTP, or with: thetarank keys add.
The log goes to standard error, one line of JSON per request, without question text and keys. SIGTERM and Ctrl+C let
running requests finish; a second one ends the service at once.`;

/** `thetarank serve`: the service over HTTP. */
export function addServeCommand(program: Command): void {
  addDatabaseOption(
    program
      .command('serve')
      .description('Serve adaptive tests, banks and leaderboards over HTTP, with a dashboard.')
      .option('--port <number>', 'port to listen on; 0 picks a free one', wholeNumber(0), 3000)
      .option('--host <address>', 'address to listen on', '127.0.0.1'),
  )
    .option('--config <file>', 'YAML: models, limits and folders (docs/schema/service.schema.json)')
    .addOption(
      new Option('--log-level <level>', 'what is logged')
        .choices(['info', 'warn', 'error', 'silent'])
        .default('info'),
    )
    .option('--json', 'print one line of JSON when ready')
    .addHelpText('after', EXAMPLES)
    .action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  const { host, port, config, logLevel } = options;
  // Here: no other command needs a server.
  const { readServiceConfiguration } = await import('../../server/read-configuration.ts');
  const { startService } = await import('../../server/service.ts');
  const configuration = {
    ...readServiceConfiguration(config, dataFolder(options), process.env),
    database: databaseLocation(options),
  };
  await withStore(options, async (store) => {
    const logged = serviceLog(logLevel);
    let service: RunningService;
    try {
      const version = readVersion();
      // Each request and each job begins a trace of its own, instead of all being part of one command.
      service = await outsideSpans(() =>
        startService({ store, configuration, host, port, version, log: logged.log }),
      );
    } catch (error) {
      return refuseToListen(error, host, port);
    }
    // Before the line that says it is ready: who reads it may end it at once.
    const stopped = untilSignal(logged.flush);
    const { url, firstKey } = service;
    if (options.json)
      console.log(JSON.stringify({ url, firstKey: firstKey?.key ?? null, pid: process.pid }));
    else printText(ready(service, host, databaseArgument(store.location)));
    await stopped;
    await service.close();
    logged.flush();
  });
}

/** The folder for files of jobs if the configuration names none: next to the database. */
function dataFolder(options: DatabaseOptions): string {
  const location = databaseLocation(options);
  const file = isPostgres(location) ? defaultLocation(process.env) : location;
  return join(dirname(resolve(file)), 'service');
}

function ready({ url, firstKey }: RunningService, host: string, database: string): string {
  const isHere = ['localhost', '::1'].includes(host) || host.startsWith('127.');
  return [
    `thetarank at ${url} (described at ${url}/docs)`,
    ...(isHere
      ? []
      : [
          `Warning: the service can be reached by anyone who can reach ${host}, and keys are sent unencrypted. Put a proxy with TLS in front of it.`,
        ]),
    ...(firstKey === null
      ? [`Keys: thetarank keys list${database}`]
      : ['The key of the first administrator, shown only this once:', `  ${firstKey.key}`]),
    firstKey === null
      ? `Next: open ${url} and enter a key`
      : `Next: curl -H "Authorization: Bearer $KEY" ${url}/v1/me, or open ${url} and enter it`,
    'Ctrl+C ends it.',
  ].join('\n');
}
