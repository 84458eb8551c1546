import { describe, expect, test } from 'vitest';
import type { CellResult, MonteCarloReport } from '../../../../sim/monte-carlo/study.ts';
import { ENGLISH } from '../../../../src/languages/words.ts';
import { studyDocument } from '../../../../src/operations/simulate/monte-carlo/report.ts';
import { studyWarnings } from '../../../../src/operations/simulate/monte-carlo/study-warnings.ts';
import { documentPage } from '../../../../src/report/page.ts';
import { documentText } from '../../../../src/report/text.ts';
import { run, studyOf } from '../../../sim/monte-carlo/study-of.ts';

const study = await run(studyOf({ lags: [1, 2], replications: 1 }));
const [plain] = study.cells;
const told = (report: MonteCarloReport, reader: 'caller' | 'others') =>
  studyDocument(report, { reader, t: ENGLISH });
const studyText = (report: MonteCarloReport) => documentText(told(report, 'caller'));
const known = (value: number) => ({ value, se: null });
const short = (share: number): CellResult => ({ ...plain, exhausted: known(share) });
const searched = (converged: number): CellResult => ({
  ...plain,
  search: { converged: known(converged), rounds: known(9), greatest: known(0.2551) },
});
const warnings = (...cells: CellResult[]) => studyWarnings(cells, ({ lag }) => `lag ${lag}`);

describe('warnings of a study', () => {
  test('are empty if all tests and searches went as designed', () => {
    expect(warnings(plain, searched(1))).toEqual([]);
    expect(studyText(study)).not.toContain('CUT SHORT');
    expect(studyText(study)).not.toContain('out of items');
  });

  test('say which share of the tests ended for lack of items, of three cells by name', () => {
    const [found, ...none] = warnings(short(0.4821), short(0.00001), plain, short(1), short(1));
    expect(none).toEqual([]);
    expect(found).toMatch(/ 48\.2% .*\(lag 1\); .* 0\.1% .*\(lag 1\); 100\.0% .*; and 1 more/);
  });

  test('say where Sympson-Hetter missed its rate, and by how much', () => {
    expect(warnings(searched(0.2))[0]).toMatch(/ 20\.0% .* 0\.255 .*\(lag 1\)/);
  });

  test('stand in the text and on the page', async () => {
    const report = {
      ...study,
      cells: [{ ...study.cells[0], exhausted: known(0.5) }, study.cells[1]],
    };
    expect(studyText(report)).toContain('TESTS CUT SHORT');
    expect(studyText(report)).toContain('out of items');
    expect(await documentPage(told(report, 'others'))).toContain('TESTS CUT SHORT');
  });
});
