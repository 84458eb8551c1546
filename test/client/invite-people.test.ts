import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addSessionCommand } from '../../src/cli/session/session.ts';
import { invitePeople } from '../../src/client/invite-people.ts';
import { serviceClient } from '../../src/client/service-client.ts';
import type { Invitation } from '../../src/files/people/invitations-file.ts';
import { readPeople } from '../../src/files/people/people-file.ts';
import { temporaryFolder } from '../files/temporary.ts';
import { type TestService, testService } from '../server/service.ts';
import { addPersonBank } from '../server/sessions/person/person-case.ts';

describe('people to invite', () => {
  const folder = temporaryFolder();
  const people = (text: string) => {
    const file = join(folder, 'people');
    writeFileSync(file, text);
    return readPeople(file);
  };

  test('stand one per line, or in a table with extra time', () => {
    expect(people('Eva Müller\r\n\n  P-2 \r\n')).toEqual([
      { name: 'Eva Müller', extraMinutes: 0 },
      { name: 'P-2', extraMinutes: 0 },
    ]);
    expect(people('\uFEFFward,name,minutes\nA,P-1,\nB,"P-2",7.5\n')).toEqual([
      { name: 'P-1', extraMinutes: 0 },
      { name: 'P-2', extraMinutes: 7.5 },
    ]);
  });

  test.each([
    ['', 'found no name'],
    // Files of questions.
    ['id,stem,key\nq-1,What?,A\n', 'line 1.*without a column name'],
    ['{"id": "q-1"}\n', 'line 1.*without a column name'],
    ['a\nb\na\n', 'line 3.*name "a" again \\(first: line 1\\)'],
    ['name,minutes\na,-5\n', 'line 2, column minutes.*found "-5"'],
    ['name,minutes\na,soon\n', 'line 2, column minutes.*found "soon"'],
    ['name\n""\n', 'line 2.*found an empty cell'],
  ])('are refused where they cannot be told: %j', (text, message) => {
    expect(() => people(text)).toThrow(new RegExp(message));
  });
});

describe('session invite', () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  let service: TestService;
  let url: string;
  let key: string;
  beforeAll(async () => {
    service = await testService();
    await addPersonBank(service.parts.context.store);
    url = await service.app.listen({ port: 0, host: '127.0.0.1' });
    key = await service.key('runner');
    vi.stubEnv('THETARANK_URL', `${url}/`);
    vi.stubEnv('THETARANK_KEY', key);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service.close();
  });

  const notes: string[] = [];
  const invite = async (...args: string[]): Promise<string> => {
    const program = new Command('thetarank').exitOverride();
    addSessionCommand(program);
    const said: string[] = [];
    const spies = [
      vi.spyOn(console, 'log').mockImplementation((text) => void said.push(`${text}\n`)),
      vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0),
      vi.spyOn(process.stderr, 'write').mockImplementation((text) => notes.push(String(text)) > 0),
    ];
    try {
      await program.parseAsync(['node', 'thetarank', 'session', 'invite', ...args]);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    return said.join('');
  };
  const linksOf = (file: string) => {
    const [head, ...rows] = readFileSync(file, 'utf8').trim().split('\n');
    expect(head).toBe('name,session,link');
    return rows.map((row) => row.split(','));
  };

  test('makes a test and a link for each, which opens it; those added later get theirs', async () => {
    writeFileSync(at('people.csv'), 'name,minutes\nP-1,\nP-2,15\n');
    const common = ['--bank', 'exam', '--form', 'representative', '--items', '5'];
    const args = [...common, '--time-limit', '45', '--out', at('links.csv'), '--names'];
    const said = await invite(...args, at('people.csv'));
    expect(said).toContain('2 people invited.');
    expect(said).toContain('only this machine');
    expect(said).not.toContain('/#/enter/');
    expect(statSync(at('links.csv')).mode & 0o777).toBe(0o600);
    const dry = await invite(...args, at('people.csv'), '--dry-run', '--out', at('dry.csv'));
    expect(dry).toContain('2 people would be invited to a test of exam: P-1, P-2');
    expect(existsSync(at('dry.csv'))).toBe(false);
    const links = linksOf(at('links.csv'));
    const forms: unknown[] = [];
    for (const [k, [name, id, link]] of links.entries()) {
      const [address, own] = link.split('/#/enter/');
      expect(address).toBe(url);
      const { body } = await service.ask('GET', `/v1/sessions/${id}/test`, own);
      expect(body).toMatchObject({
        ...{ examinee: name, form: 'fixed', length: 5, timeLimit: [45, 60][k], begun: false },
        feedback: 'result',
      });
      const { configuration } = (await service.parts.context.store.serviceSessions.byId(id))!;
      forms.push((configuration as { form: { items: string[] } }).form.items);
    }
    expect(forms[0]).toHaveLength(5);
    expect(forms[1]).toEqual(forms[0]);

    writeFileSync(at('more.csv'), 'name\nP-1\nP-2\nP-3\n');
    const more = JSON.parse(await invite(...args, at('more.csv'), '--json'));
    expect(more).toMatchObject({ invited: 1, before: 2, file: at('links.csv') });
    expect(JSON.stringify(more)).not.toContain('/#/enter/');
    const now = linksOf(at('links.csv'));
    expect(now.slice(0, 2)).toEqual(links);
    expect(now[2][0]).toBe('P-3');
    expect(more.people[2]).toEqual({ name: 'P-3', session: now[2][1] });
  });

  test('asks everybody the same representative questions by default', async () => {
    writeFileSync(at('default.txt'), 'D-1\n');
    const common = ['--bank', 'exam', '--items', '12', '--names', at('default.txt')];
    const configurationOf = async (...args: string[]) => {
      await invite(...common, ...args);
      const [[, id]] = linksOf(args[1]);
      return (await service.parts.context.store.serviceSessions.byId(id))!.configuration;
    };
    const usual = await configurationOf('--out', at('usual.csv'));
    expect(usual).toMatchObject({ strategy: 'fixed', form: { draw: 'representative' } });
    const adaptive = await configurationOf('--out', at('adaptive.csv'), '--strategy', 'paper');
    expect(adaptive).toMatchObject({ strategy: 'paper', form: null });
  });

  test('asks the items of a file, in their order', async () => {
    writeFileSync(at('names.txt'), 'P-9\n');
    writeFileSync(at('items.txt'), 'item-7\nitem-2\nitem-11\n');
    const files = ['--names', at('names.txt'), '--form', at('items.txt'), '--out', at('own.csv')];
    await invite('--bank', 'exam', ...files);
    const [[, id]] = linksOf(at('own.csv'));
    const { configuration } = (await service.parts.context.store.serviceSessions.byId(id))!;
    expect(configuration).toMatchObject({
      strategy: 'fixed',
      form: { items: ['item-7', 'item-2', 'item-11'], draw: null },
    });
    const failing = (...args: string[]) =>
      expect(invite('--bank', 'exam', ...files, ...args)).rejects;
    await failing('--items', '4').toThrow('has 3 items; leave --items out');
    await failing('--strategy', 'robust').toThrow('--strategy');
    await failing('--form', 'represntative').toThrow('accepted: representative, random, or a file');
  });

  test('an error before the first person comes without progress', async () => {
    writeFileSync(at('two.txt'), 'A-1\nA-2\n');
    notes.length = 0;
    const none = invite('--bank', 'none', '--names', at('two.txt'), '--out', at('none.csv'));
    await expect(none).rejects.toThrow('none');
    expect(notes.join('')).not.toContain('%');
  });

  test('stops at an error with what it has; the same call goes on, and makes no session twice', async () => {
    const people = ['K-1', 'K-2', 'K-3'].map((name) => ({ name, extraMinutes: 0 }));
    const invitations = new Map<string, Invitation>();
    let kept = '';
    let requests = 0;
    const call = (most: number) =>
      invitePeople(
        serviceClient({
          url,
          key,
          async send(address, init) {
            if (++requests > most) throw new TypeError('fetch failed');
            return fetch(address, init);
          },
        }),
        {
          ...{ people, days: 30, address: url, invitations },
          request: { bank: 'exam', strategy: 'paper', items: 5 },
          onStep: () => {
            kept = JSON.stringify([...invitations.values()]);
          },
          onInvited: () => {},
        },
      );
    // The fourth request is the key of the second person.
    await expect(call(3)).rejects.toThrow('fetch failed');
    const before = JSON.parse(kept);
    expect(before.map(({ name, link }: Invitation) => [name, link !== ''])).toEqual([
      ['K-1', true],
      ['K-2', false],
    ]);
    requests = 0;
    await call(9);
    expect(requests).toBe(3);
    const after: Invitation[] = JSON.parse(kept);
    expect(after.map(({ name }) => name)).toEqual(['K-1', 'K-2', 'K-3']);
    expect(after.slice(0, 2).map(({ session }) => session)).toEqual(
      before.map(({ session }: Invitation) => session),
    );
    expect(after.every(({ link }) => link.startsWith(`${url}/#/enter/tr_`))).toBe(true);
  });
});
