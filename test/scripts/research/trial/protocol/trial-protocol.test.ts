import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  checkProtocol,
  keepProtocol,
} from '../../../../../scripts/research/trial/protocol/keep-protocol.ts';
import { trialConfiguration } from '../../../../../scripts/research/trial/protocol/trial-configuration.ts';
import {
  protocolHash,
  trialProtocol,
} from '../../../../../scripts/research/trial/protocol/trial-protocol.ts';
import { chooseRecorded } from '../../../../../scripts/research/trial/protocol/trial-recorded.ts';

const SECRET = 'host-nobody-knows';
const value = {
  defaults: { baseUrl: `http://${SECRET}:1/v1`, sampling: { temperature: 0.7 } },
  pools: [{ name: 'A', models: [{ name: 'ant' }, { name: 'bee' }] }],
  heldOut: [{ name: 'koi' }, { name: 'lark' }, { name: 'mole' }],
};
const summary = {
  name: 'bank',
  version: 1,
  title: '',
  builtin: null,
  items: 3,
  examinees: 0,
  fingerprint: 'f',
  createdAt: '',
  changedAt: '',
};
const bank = { summary, fingerprint: 'all', ids: ['x', 'y', 'z'], recorded: [] };
const protocolOf = (more: object = {}, other: object = {}) =>
  trialProtocol(trialConfiguration({ ...value, ...more }, 'trial.yaml'), { ...bank, ...other });
const protocol = protocolOf();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thetarank-protocol-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a protocol', () => {
  test('changes with every field that matters, and with no other', () => {
    const { defaults } = value;
    const hash = protocolHash(protocol);
    for (const other of [
      protocolOf({ seed: 2 }),
      protocolOf({ samples: 4 }),
      protocolOf({ rung: '2pl' }),
      protocolOf({ form: { length: 41 } }),
      protocolOf({ prompt: { language: 'zh' } }),
      protocolOf({ prompt: { variant: 'answer-only' } }),
      protocolOf({ mode: 'cmb' }),
      protocolOf({ defaults: { ...defaults, sampling: { temperature: 0.6 } } }),
      protocolOf({ defaults: { ...defaults, systemPrompt: 'Be brief.' } }),
      protocolOf({ heldOut: [...value.heldOut, { name: 'newt' }] }),
      protocolOf({}, { ids: ['x', 'y'] }),
      protocolOf({}, { fingerprint: 'other' }),
      protocolOf({}, { recorded: [{ name: 'recorded-20', examinees: ['a'] }] }),
    ])
      expect(protocolHash(other)).not.toBe(hash);
    const price = { prompt: 1, completion: 1 };
    const rest = { price, timeoutSeconds: 5, concurrency: 3, keyVariable: 'KEY' };
    expect(protocolHash(protocolOf({ defaults: { ...defaults, ...rest } }))).toBe(hash);
  });

  test('names models and settings, and no address', () => {
    const text = JSON.stringify(protocol);
    expect(text).not.toContain(SECRET);
    expect(protocol).toMatchObject({
      primary: { calibration: 'synthesized', beside: 'samples', measure: 'logLikelihood' },
      items: ['x', 'y', 'z'],
    });
  });

  test('is fixed in a folder: it is gone on with, and no other one', () => {
    expect(checkProtocol(folder, protocol, true)).toBe(false);
    expect(checkProtocol(folder, protocol, false)).toBe(false);
    keepProtocol(folder, protocol, '2026-11-22T00:00:00Z');
    expect(checkProtocol(folder, protocol, true)).toBe(true);
    expect(() => checkProtocol(folder, protocol, false)).toThrow('--resume goes on with it');
    expect(() => checkProtocol(folder, protocolOf({ seed: 2, samples: 4 }), true)).toThrow(
      'was fixed with another pools, seed; make them the same',
    );
  });

  test('that was changed by hand is refused', () => {
    const file = join(folder, 'protocol.json');
    keepProtocol(folder, protocol, 'now');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"samples": 3', '"samples": 4'));
    expect(() => checkProtocol(folder, protocol, true)).toThrow('not the one of its sha256');
    writeFileSync(file, '{"sha256": 1}');
    expect(() => checkProtocol(folder, protocol, true)).toThrow('found other JSON');
    writeFileSync(file, '{');
    expect(() => checkProtocol(folder, protocol, true)).toThrow('found no JSON');
  });
});

describe('recorded models', () => {
  const examinees = [
    ...Array.from({ length: 50 }, (_, i) => `${String.fromCharCode(97 + (i % 26))}x-${i}`),
    ...['Koi-7b', 'org/Lark-2', 'alias', 'gap'],
  ];
  const items = ['z', 'w', 'x', 'y'];
  const scores = new Float32Array(examinees.length * 4).fill(1);
  scores.fill(Number.NaN, 53 * 4 + 2);
  scores[53 * 4] = Number.NaN;
  const families = examinees.map((name) => (name === 'alias' ? 'talpa' : name));
  const responses = { examinees, items, scores };
  const recorded = { responses };
  const mole = { name: 'mole', family: 'Talpa' };
  const heldOut = [...value.heldOut.slice(0, 2), mole];
  const trial = trialConfiguration({ ...value, heldOut }, 'trial.yaml');

  test('are of no held-out family, by their names and as the bank says, and have answered', () => {
    const [few, many] = chooseRecorded({ recorded, families }, ['x', 'y', 'z'], trial);
    expect([few.name, many.name]).toEqual(['recorded-20', 'recorded-45']);
    expect(new Set(many.examinees).size).toBe(45);
    expect(many.examinees.slice(0, 20)).toEqual(few.examinees);
    expect(many.examinees).not.toEqual([...many.examinees].sort());
    for (const seed of Array(40).keys())
      for (const name of chooseRecorded({ recorded, families }, ['x', 'y', 'z'], {
        ...trial,
        seed,
      })[1].examinees)
        expect(['Koi-7b', 'org/Lark-2', 'alias', 'gap']).not.toContain(name);
  });

  test('are empty if too few models are recorded', () => {
    const few = { responses: { ...responses, examinees: examinees.slice(0, 19) } };
    expect(chooseRecorded({ recorded: few, families: null }, ['x'], trial)).toEqual([]);
  });
});
