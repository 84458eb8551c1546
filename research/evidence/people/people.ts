import { PERSON_KINDS, PersonStudy } from 'thetarank/study';
import { study, table } from '../../study.ts';
import { builtinBank } from '../recorded-data.ts';
import { CELLS, MODEL_BANKS, MODEL_LENGTHS } from './cells.ts';
import { type PeopleRow, peoplePage } from './page.ts';

export const people = study({
  question:
    'Do intervals of people who take tests hold, by how they are tested? Simulated people on built-in banks, and recorded models on the same forms. Ten minutes.',
  page: 'people.md',
  settings: { people: 100 },
  tables({ people, data }) {
    const studies = new Map<string, PersonStudy>();
    const studyOf = (name: (typeof MODEL_BANKS)[number]) => {
      const bank = builtinBank(name, data);
      const own = studies.get(name) ?? new PersonStudy(bank, bank.families ?? null);
      studies.set(name, own);
      return own;
    };
    return {
      rows: table(CELLS, 1, (cell) =>
        PERSON_KINDS.filter((kind) => studyOf(cell.bank).has(kind)).map((kind): PeopleRow => {
          const tests = Array.from({ length: people }, (_, n) =>
            studyOf(cell.bank).person(kind, n, cell.items, cell.methods),
          );
          return { kind, byMethod: cell.methods.map((_, m) => tests.map((own) => own[m])) };
        }),
      ),
      models: table(
        MODEL_BANKS.flatMap((bank) => MODEL_LENGTHS.map((items) => ({ bank, items }))),
        1,
        ({ bank, items }) => studyOf(bank).models(items),
      ),
    };
  },
  write: ({ rows, models }, { people }) =>
    peoplePage(
      rows.map(({ cell, results: [kinds] }) => ({ cell, kinds })),
      models.map(({ cell, results: [found] }) => ({ ...cell, ...found })),
      people,
    ),
});
