import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/**
 * Small pictures as Chromium's canvas encodes them, with their sizes. `node test/golden/pictures/make.ts` writes pictures.json; the path of
 * Chromium is that of the tests of the dashboard.
 */
const SIZES: readonly (readonly [string, number, number])[] = [
  ['png', 3, 2],
  ['png', 300, 1],
  ['jpeg', 17, 9],
  ['jpeg', 640, 3],
  ['webp', 5, 4],
  ['webp', 300, 2],
];

const browser = await chromium.launch({ executablePath: process.argv[2] ?? '/usr/bin/chromium' });
const page = await browser.newPage();
const pictures = [];
for (const [kind, width, height] of SIZES)
  for (const quality of kind === 'webp' ? [0.5, 1] : [0.5]) {
    const script = `(() => {
      const canvas = document.createElement('canvas');
      canvas.width = ${width};
      canvas.height = ${height};
      const context = canvas.getContext('2d');
      context.fillStyle = 'rgb(200 40 90)';
      context.fillRect(0, 0, ${width}, ${height});
      return canvas.toDataURL('image/${kind}', ${quality});
    })()`;
    pictures.push({ kind, width, height, url: await page.evaluate(script) });
  }
const made = { program: `Chromium ${browser.version()}, canvas.toDataURL`, pictures };
writeFileSync(join(import.meta.dirname, 'pictures.json'), `${JSON.stringify(made, null, 2)}\n`);
await browser.close();
