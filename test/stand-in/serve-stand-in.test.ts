import { expect, test } from 'vitest';
import { fixedLetter } from '../../src/stand-in/answerers/fixed-letter.ts';
import { serveStandIn } from '../../src/stand-in/serve-stand-in.ts';

test('a served stand-in answers at its url until it is closed', async () => {
  const { url, close } = await serveStandIn({ answerers: [fixedLetter(['m'], 1)] });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  const listed = await (await fetch(`${url}/models`)).json();
  expect(listed).toMatchObject({ data: [{ id: 'm' }] });
  await close();
  await expect(fetch(`${url}/models`)).rejects.toThrow();
});
