import { Command } from 'commander';
import { expect, test } from 'vitest';
import { modelArgOption } from '../../src/cli/options/named-values.ts';
import { endpointSettings } from '../../src/operations/asking/model-args.ts';

function read(...settings: string[]) {
  const command = new Command().exitOverride().configureOutput({ writeErr() {} });
  command.addOption(modelArgOption());
  return command
    .parse(
      settings.flatMap((one) => ['-M', one]),
      { from: 'user' },
    )
    .opts().modelArg;
}

test('settings of models are read from their texts', () => {
  const given = ['temperature=0.6', 'max-tokens=100', 'key-variable=KEY=1', 'price=0.15:0.60'];
  const more = ['timeout=1.5', 'retries=0', 'stream=yes', 'rpm=3', 'extra-body={"top_k": 20}'];
  expect(endpointSettings(read(...given, ...more, 'rpm=4'), 16)).toEqual({
    keyVariable: 'KEY=1',
    price: { prompt: 0.15, completion: 0.6 },
    extraBody: { top_k: 20 },
    stream: true,
    retries: 0,
    requestsPerMinute: 4,
    timeoutSeconds: 1.5,
    sampling: { maxTokens: 100, temperature: 0.6 },
    concurrency: 64,
  });
  // That of the endpoint is not sent.
  expect(endpointSettings(read('temperature=default'), 100)).toEqual({
    sampling: { maxTokens: 2048 },
    concurrency: 100,
  });
});

test.each([
  ...['temperature=11', 'temperature=-1', 'temperature=', 'max-tokens=0', 'max-tokens=1.5'],
  ...['price=1', 'price=1:2:3', 'price=1:', 'price=-1:2', 'timeout=0', 'timeout=86401'],
  ...['retries=101', 'retries=-1', 'stream=maybe', 'extra-body=3', 'extra-body=[1]', 'rpm=0x10'],
  ...['temperature', 'tempratur=1'],
])('%s is refused', (setting) => {
  expect(() => read(setting)).toThrow(
    expect.objectContaining({ code: 'commander.invalidArgument' }),
  );
});
