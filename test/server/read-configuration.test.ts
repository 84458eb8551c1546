import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { serviceJsonSchema } from '../../src/server/configuration-schema.ts';
import { isMetadataHost } from '../../src/server/models/metadata-host.ts';
import { readServiceConfiguration } from '../../src/server/read-configuration.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-configuration-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'service.yaml');

function read(text: string) {
  writeFileSync(file, text);
  return readServiceConfiguration(file, '/data');
}

const MODEL = `models:
  - name: one
    baseUrl: http://localhost:8000/v1
    model: m
`;

test('without a file all is as nobody said otherwise', () => {
  expect(readServiceConfiguration(undefined, '/data')).toMatchObject({
    models: [],
    allowedHosts: [],
    studies: null,
    data: '/data',
    bodyLimit: 4 * 1024 * 1024,
    jobs: 1,
    trustProxy: false,
    openMetrics: false,
  });
});

test('paths are relative to the file; hosts are those of the models', () => {
  const configuration = read(
    `${MODEL}syntheses: { debate: plans/debate.yaml }\nstudies: studies\ndata: /elsewhere\nlimits: { jobs: 3 }\n`,
  );
  expect(configuration).toMatchObject({
    allowedHosts: ['localhost:8000'],
    studies: join(folder, 'studies'),
    data: '/elsewhere',
    jobs: 3,
  });
  expect(configuration.syntheses.get('debate')).toBe(join(folder, 'plans/debate.yaml'));
  expect(configuration.models[0]).toMatchObject({ name: 'one', timeoutSeconds: 600 });
});

describe('errors name the line', () => {
  test.each([
    [
      'limits:\n  jbos: 2\n',
      /line \d, limits: found the unknown key "jbos"; .*did you mean jobs\?$/,
    ],
    ['limits:\n  jobs: 0\n', /line 2, limits\.jobs: found 0; accepted: a number of at least 1/],
    ['models: [\n', /line \d: found a \[ that is not closed/],
    [`${MODEL}${MODEL.slice(8)}`, /line 5, models\[1\]\.name: found "one" a second time/],
    [
      MODEL.replace('http://localhost:8000/v1', 'ftp://x'),
      /line 3, models\[0\]\.baseUrl: found "ftp:\/\/x"; accepted: an http or https address/,
    ],
    [
      `${MODEL}allowedHosts: [example.com]\n`,
      /line 3, models\[0\]\.baseUrl: found localhost:8000; accepted: a host in allowedHosts, with its port .* add localhost:8000/,
    ],
    [
      MODEL.replace('localhost:8000', '169.254.169.254'),
      /line 3, .*found 169\.254\.169\.254 \(the metadata address of a cloud/,
    ],
  ])('%j', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('a key in the wrong place is not repeated', () => {
    expect(() => read(MODEL.replace('model: m', 'model: m\n    keyVariable: sk-secret-1'))).toThrow(
      /^(?!.*sk-secret).*models\[0\]\.keyVariable/,
    );
  });
});

test('addresses of metadata are known however they are written', () => {
  for (const host of [
    '169.254.169.254',
    '[::ffff:169.254.169.254]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    'metadata.google.internal',
    '100.100.100.200',
    '2852039166',
    '0xa9fea9fe',
  ])
    expect([host, isMetadataHost(new URL(`http://${host}/`).hostname)]).toEqual([host, true]);
  for (const host of ['localhost', '10.0.0.1', 'metadata.example.com', '[::1]'])
    expect([host, isMetadataHost(new URL(`http://${host}/`).hostname)]).toEqual([host, false]);
});

test('docs/schema/service.schema.json is what scripts/service-schema.ts writes', () => {
  const published = new URL('../../docs/schema/service.schema.json', import.meta.url);
  expect(readFileSync(published, 'utf8')).toBe(serviceJsonSchema());
});
