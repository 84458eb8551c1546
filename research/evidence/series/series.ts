import { COURSES, relativesOf, SeriesStudy } from 'thetarank/study';
import { study, table } from '../../study.ts';
import { builtinBank } from '../recorded-data.ts';
import { seriesPage } from './page.ts';
import { BANKS, designOf, MOST_FAMILIES } from './setting.ts';

export const series = study({
  question:
    'How well does a series estimate the checkpoints of a training run, compared with testing each alone? On checkpoints between recorded relatives, their family left out. About half an hour.',
  page: 'series.md',
  tables({ data }) {
    const studyOf = studies(data);
    return {
      series: table(
        BANKS.flatMap((bank) =>
          relativesOf(builtinBank(bank, data))
            .slice(0, MOST_FAMILIES)
            .flatMap(({ family }) => COURSES.map((course) => ({ bank, family, course }))),
        ),
        1,
        ({ bank, family, course }) => studyOf(bank, family).run(course, 1, course === 'rise'),
      ),
    };
  },
  write: ({ series }) =>
    seriesPage(series.map(({ cell: { bank }, results: [row] }) => ({ bank, row }))),
});

/** The study of a family; all families of a bank have the widths of its first one. Keeps those of one bank. */
function studies(data: string) {
  let own = { bank: '', byFamily: new Map<string, SeriesStudy>() };
  return (name: (typeof BANKS)[number], family: string): SeriesStudy => {
    if (own.bank !== name) own = { bank: name, byFamily: new Map() };
    const bank = builtinBank(name, data);
    const [first, ...others] = relativesOf(bank);
    const design = designOf(bank.responses.items.length);
    const made = (of: string, make: () => SeriesStudy) => {
      const known = own.byFamily.get(of) ?? make();
      own.byFamily.set(of, known);
      return known;
    };
    const widths = made(first.family, () => new SeriesStudy(bank, first, design));
    const relatives = others.find((other) => other.family === family);
    return relatives === undefined
      ? widths
      : made(family, () => new SeriesStudy(bank, relatives, design, widths));
  };
}
