import { expect, test } from 'vitest';
import { ENGLISH } from '../../../src/languages/words.ts';
import {
  type PageModel,
  type RankingPage,
  rankingDocument,
} from '../../../src/operations/rank/ranking-document.ts';
import { documentPage } from '../../../src/report/page.ts';

const model = (name: string, score: number, half: number): PageModel => ({
  model: name,
  score,
  low: score - half,
  high: score + half,
  expected: { score, low: score - 2 * half, high: score + 2 * half },
  verified: true,
  alarm: null,
  ability: score / 50 - 1,
  se: 0.2,
  items: 40,
  right: 21,
  shareRight: 52.5,
  shareExpected: 51.25,
  residual: 0.1,
  ownRandom: null,
  tags: {},
  actual: null,
  answered: 1,
});
const PAGE: RankingPage = {
  title: 'Ranking',
  isRecorded: false,
  asked: 'chosen',
  facts: [['bank', 'mine']],
  target: 'recorded',
  tested: [model('weak', 40, 4), model('strong', 70, 4), model('close', 68, 4)],
  recorded: [{ model: 'old', actual: 55 }],
  notes: ['What to know.'],
};
const rankingPage = (page: RankingPage) =>
  documentPage(rankingDocument(page, { reader: 'others', t: ENGLISH }));

/** The text of each cell, by row, of the table with a caption. */
function cells(html: string, caption: string): string[][] {
  const table = html.slice(html.indexOf(`>${caption}<`));
  const rows = table.slice(0, table.indexOf('</table>')).match(/<tr[\s\S]*?<\/tr>/g) ?? [];
  return rows.map((row) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, text]) =>
      text.replaceAll(/<[^>]+>/g, '').trim(),
    ),
  );
}

test('models are ranked by score, with the ranks that their intervals allow, beside recorded ones', async () => {
  const html = await rankingPage(PAGE);
  const [, ...rows] = cells(html, 'Tested models');
  expect(rows.map(([name, rank, range]) => [name, rank, range])).toEqual([
    ['strong', '1', '1–2'],
    ['close', '2', '1–2'],
    ['weak', '3', '3–3'],
  ]);
  expect(html).toMatch(/strong has .* 3 tested models: 70\.0 .*\b1 of the others/);
  // The forest plot has all of them in one order.
  const names = [...html.matchAll(/<li[^>]*><span>(strong|close|old|weak)</g)].map(
    ([, name]) => name,
  );
  expect(names).toEqual(['strong', 'close', 'old', 'weak']);
});

test('who beats whom: probabilities of a pair add up to 1', async () => {
  const [, ...rows] = cells(await rankingPage(PAGE), 'Probability that the row beats the column');
  expect(rows.map(([name]) => name)).toEqual(['1. strong', '2. close', '3. weak']);
  const shares = rows.map(([, ...row]) => row.map((cell) => Number.parseFloat(cell)));
  expect(shares[0][1] + shares[1][0]).toBeCloseTo(100, 6);
  expect(shares[0][1]).toBeGreaterThan(60);
  expect(shares[0][0]).toBeNaN();
});

test('expected scores have their own intervals, and scores by tag too', async () => {
  const own = model('one', 60, 5);
  const score = { score: 30, low: 20, high: 40, verified: false };
  const tags = { topic: { law: { ...score, expected: { score: 30, low: 10, high: 50 } } } };
  const page = { ...PAGE, tested: [{ ...own, tags }] };
  expect(cells(await rankingPage(page), 'Tested models')[1]).toContain('55.0 – 65.0');
  const expected = await rankingPage({ ...page, target: 'expected' });
  expect(cells(expected, 'Tested models')[1]).toContain('50.0 – 70.0');
  const [[, law], [, lawScore]] = cells(
    expected,
    'Expected scores by topic, in points, with 90% intervals',
  );
  expect([law, lawScore]).toEqual(['law', '30.0 (10.0 – 50.0 ?)']);
  expect(expected).not.toContain('Who beats whom');
});

test('names are text, whatever they hold, and many models have no table of pairs', async () => {
  const evil = '<script>x</script> onload=';
  const tested = Array.from({ length: 40 }, (_, i) => model(`${evil}${i}`, 30 + i, 3));
  const html = await rankingPage({ ...PAGE, tested, recorded: [{ model: evil, actual: 20 }] });
  expect(html).not.toContain('<script');
  expect(html).toContain('is left out');
});

test('scores of some items are marked, or left out where they are of less than half', async () => {
  const recorded = [
    { model: 'most', actual: 60, answered: 0.8 },
    { model: 'few', actual: 99, answered: 0.1 },
  ];
  const partly = { ...model('partly', 50, 4), actual: 49, answered: 0.7, verified: false };
  const html = await rankingPage({ ...PAGE, tested: [partly, model('weak', 20, 2)], recorded });
  expect(html).toContain('60.0 *');
  expect(html).not.toContain('few<');
  expect(cells(html, 'Tested models')[1]).toEqual(expect.arrayContaining(['50.0 *', '49.0 *']));
  expect(html).toContain('do not compare their ranks.');
  expect(html).toContain('&gt; 99%');
});

test('a model has its place among the recorded ones, and alone it has no rank', async () => {
  const placed = { place: 4, bestPlace: 2, worstPlace: 6, places: 12 };
  const one = { ...PAGE, tested: [{ ...model('one', 60, 5), ...placed }], caution: 'SIMULATED.' };
  const html = await rankingPage(one);
  expect(html).toMatch(/SIMULATED\. .* 60\.0 points.* place 4 of 12; .* 2 to 6\./);
  const [head, row] = cells(html, 'Tested models');
  expect(head.join()).not.toContain('rank');
  expect(row).toContain('4 of 12 (2–6)');
});

test('the lead ranks no models that answered different items', () => {
  const lead = (answered: number) => {
    const tested = [model('a', 100, 0), model('b', 60, 0), model('c', 20, 0)];
    const page = { ...PAGE, tested: tested.map((own) => ({ ...own, answered })) };
    return rankingDocument(page, { reader: 'caller', t: ENGLISH }).lead;
  };
  expect(lead(1)).toContain('90% confidence');
  expect(lead(0.2)).not.toContain('confidence');
  expect(lead(0.2)).toContain('*');
});
