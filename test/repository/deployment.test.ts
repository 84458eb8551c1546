import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../../src/cli/commands.ts';
import { addNamedCommand } from '../../src/cli/named-command.ts';
import { readServiceConfiguration } from '../../src/server/read-configuration.ts';
import { temporaryFolder } from '../files/temporary.ts';

/** The examples of how to run the service and its workers, as far as they can be checked without running them. */
const EXAMPLES = join(import.meta.dirname, '../../docs/examples');
const read = (file: string) => readFileSync(join(EXAMPLES, file), 'utf8');
const folder = temporaryFolder();

interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: readonly string[];
  readonly configs?: readonly { readonly source: string }[];
  readonly deploy?: { readonly replicas: number };
}
interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly configs: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, null>>;
}
const compose: Compose = parse(read('docker-compose.yml'), { merge: true });

/** The options of `serve` that a command line names must be options of it. */
async function expectServe(words: readonly string[]): Promise<void> {
  const program = new Command('thetarank');
  await addNamedCommand(program, COMMANDS, ['serve']);
  const known = program.commands[0].options.map(({ long }) => long);
  for (const word of words) if (word.startsWith('--')) expect(known).toContain(word);
}

/** Whether a program runs here; with its arguments, that it does what the test needs. */
const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

describe('docker-compose.yml', () => {
  const { services } = compose;

  test('has a database, two instances, two workers and a proxy', () => {
    expect(Object.keys(services)).toEqual(['postgres', 'serve-1', 'serve-2', 'worker', 'proxy']);
    expect(services.worker.deploy?.replicas).toBe(2);
    expect(services.worker.command).toEqual(['worker']);
  });

  test('the instances are the same, on the same database as the workers', async () => {
    expect(services['serve-1']).toEqual(services['serve-2']);
    const [name, ...words] = services['serve-1'].command ?? [];
    expect(name).toBe('serve');
    await expectServe(words);
    for (const own of ['serve-1', 'worker'])
      expect(services[own].environment?.THETARANK_DATABASE).toMatch(
        /^postgres:\/\/[^:]+@postgres\//,
      );
  });

  test('what others wait for has a health check; each word of it is a text', () => {
    for (const { healthcheck, depends_on = {} } of Object.values(services)) {
      for (const word of healthcheck?.test ?? []) expect(word).toBeTypeOf('string');
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(condition).toBe('service_healthy');
        expect(services[name].healthcheck).toBeDefined();
      }
    }
    expect(services['serve-1'].healthcheck?.test.join(' ')).toContain('/ready');
  });

  test('passwords come from the environment, and nothing else is secret in it', () => {
    const values = Object.values(services).flatMap(({ environment = {} }) =>
      Object.entries(environment),
    );
    const passwords = values.filter(([name]) => /PASSWORD/.test(name));
    expect(passwords.length).toBeGreaterThan(1);
    for (const [, value] of passwords) expect(value).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
  });

  test('its files, volumes and configurations are there', () => {
    for (const { build, volumes = [], configs = [] } of Object.values(services)) {
      if (build !== undefined)
        expect(existsSync(join(EXAMPLES, build.context, build.dockerfile))).toBe(true);
      for (const volume of volumes)
        expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
      for (const { source } of configs)
        expect(existsSync(join(EXAMPLES, compose.configs[source].file))).toBe(true);
    }
    for (const instance of ['serve-1', 'serve-2'])
      expect(read('nginx.conf')).toContain(`server ${instance}:3000`);
  });

  test('the configuration of the service is valid', () => {
    const configuration = readServiceConfiguration(join(EXAMPLES, 'service.yaml'), folder);
    expect(configuration).toMatchObject({ data: '/data', trustProxy: true, drainSeconds: 5 });
  });

  // No daemon is needed for it.
  const hasCompose = runs('docker', 'compose', 'version');
  test.skipIf(!hasCompose)(
    `docker compose config${hasCompose ? '' : ' (skipped: the compose plugin of docker is not installed)'}`,
    () => {
      const args = ['compose', '--file', join(EXAMPLES, 'docker-compose.yml'), 'config', '--quiet'];
      const env = { ...process.env, POSTGRES_PASSWORD: 'for-this-test' };
      const { status, stderr } = spawnSync('docker', args, { env, encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    },
  );
});

describe.each(['thetarank.service', 'thetarank-worker@.service'])('%s', (unit) => {
  const text = read(unit);

  test('starts a command with options that it has', async () => {
    const [, line] = /^ExecStart=\/usr\/local\/bin\/thetarank (.*)$/m.exec(text) ?? [];
    const [name, ...words] = line.split(' ');
    expect(name).toBe(unit === 'thetarank.service' ? 'serve' : 'worker');
    if (name === 'serve') await expectServe(words);
  });

  test('ends the service by SIGTERM and waits for longer than that may take', () => {
    expect(text).not.toMatch(/^KillSignal=/m);
    expect(text).toMatch(/^KillMode=mixed$/m);
    expect(text).toMatch(/^TimeoutStopSec=(60|10min)$/m);
  });

  const hasSystemd = runs('systemd-analyze', '--version');
  test.skipIf(!hasSystemd)(
    `systemd-analyze verify${hasSystemd ? '' : ' (skipped: systemd is not installed)'}`,
    () => {
      // The program need not be installed here. A template is checked as one of its instances.
      const file = join(folder, unit.replace('@.', '@1.'));
      cpSync(join(EXAMPLES, unit), file);
      writeFileSync(file, text.replace('=/usr/local/bin/thetarank', `=${process.execPath}`));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], {
        encoding: 'utf8',
      });
      // It ends with 0 although it ignores what it does not know.
      expect([status, stderr]).toEqual([0, '']);
    },
  );
});
