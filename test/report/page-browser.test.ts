import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { documentPage } from '../../src/report/page.ts';
import { temporaryFolder } from '../files/temporary.ts';
import { findBrowser, openPage } from './browser.ts';

const browser = findBrowser();
const folder = temporaryFolder();
const svg = (width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="200" viewBox="0 0 ${width} 200"><text>a</text></svg>`;
const texts = Array.from({ length: 3 }, (_, k) => ({ name: `a choice with a long name ${k}` }));
const numbers = Array.from({ length: 9 }, (_, k) => ({ name: `measure ${k}`, numeric: true }));

const html = await documentPage({
  title: 'A study',
  lead: 'An answer with averylongwordthatdoesnotfitintooneLineOfAPhoneAtAll-and-goes-on-for-a-while.',
  facts: [['a name of a fact', 'its value']],
  sections: [
    {
      heading: 'Charts',
      charts: [
        { svg: svg(400), title: 'narrow', caption: 'one' },
        { svg: svg(900), title: 'broad' },
      ],
    },
    {
      heading: 'Many columns',
      table: {
        caption: 'numbers',
        columns: [{ name: 'cell' }, ...numbers],
        rows: [['x', ...numbers.map((_, k) => k * 1234.5)]],
      },
    },
    {
      heading: 'Many texts',
      table: { caption: 'texts', columns: texts, rows: [['one', 'two', 'three']] },
    },
  ],
  next: '`thetarank simulate monte-carlo a-very-long-name-of-a-design-file-that-goes-on.yaml --out study`',
});

test.skipIf(browser === undefined)(
  `on a phone nothing is wider than the screen but tables in their boxes, and text is not small${browser === undefined ? ' (skipped: no Chromium here)' : ''}`,
  async () => {
    const file = join(folder, 'page.html');
    writeFileSync(file, html);
    const page = await openPage(browser!, pathToFileURL(file).href);
    try {
      for (const [width, scheme] of [
        [360, 'light'],
        [360, 'dark'],
        [1280, 'light'],
      ] as const) {
        await page.send('Emulation.setDeviceMetricsOverride', {
          width,
          height: 800,
          deviceScaleFactor: 1,
          mobile: width < 500,
        });
        await page.send('Emulation.setEmulatedMedia', {
          features: [{ name: 'prefers-color-scheme', value: scheme }],
        });
        // Laid out again at the next frame.
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        const smallest = await page.evaluate<number>(
          `Math.min(...[...document.querySelectorAll('p, dt, dd, th, td, li, caption, figcaption')].map((e) => parseFloat(getComputedStyle(e).fontSize)))`,
        );
        expect(smallest).toBeGreaterThanOrEqual(16);
        // Charts are shrunk to the screen, however wide they are drawn.
        const charts = await page.evaluate<number[]>(
          `[...document.querySelectorAll('.chart')].map((e) => e.scrollWidth - e.clientWidth)`,
        );
        expect(charts).toEqual([0, 0]);
        const [ink, paper] = await page.evaluate<[string, string]>(
          `['color', 'backgroundColor'].map((name) => getComputedStyle(document.body)[name])`,
        );
        const light = (colour: string) => Number(/\d+/.exec(colour)![0]);
        expect(light(paper) > light(ink)).toBe(scheme === 'light');
      }
      // Cells of many texts stand below each other on a phone, and beside each other on a screen.
      const tops = `new Set([...document.querySelectorAll('.stacked td')].map((e) => e.offsetTop)).size`;
      expect(await page.evaluate(tops)).toBe(1);
      await page.send('Emulation.setDeviceMetricsOverride', {
        width: 360,
        height: 800,
        deviceScaleFactor: 1,
        mobile: true,
      });
      expect(await page.evaluate(tops)).toBe(2);
      const { data } = await page.send('Page.printToPDF', { preferCSSPageSize: true });
      const pdf = Buffer.from(data as string, 'base64').toString('latin1');
      // A4: 210 × 297 mm in points.
      expect(pdf).toMatch(/MediaBox ?\[0 0 59[45]\.?\d* 84[12]/);
    } finally {
      await page.close();
    }
  },
);
