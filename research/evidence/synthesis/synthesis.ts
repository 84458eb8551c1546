import { synthesisStudy } from 'thetarank/study';
import { study, table } from '../../study.ts';
import { synthesisPage } from './page.ts';
import { PERSUASIONS, SHARINGS } from './settings.ts';

export const synthesis = study({
  question:
    'Do parameters from synthesized participants predict models that were not seen, in worlds of the stand-in? Some ten minutes on two threads.',
  page: 'synthesis.md',
  settings: { seeds: 20, items: 500 },
  tables: ({ seeds, items }) => ({
    cells: table(SHARINGS, 1, (sharing) =>
      synthesisStudy(
        { seed: 'synthesis', seeds, items, persuasions: PERSUASIONS, sharings: [sharing] },
        () => {},
      ),
    ),
  }),
  write: ({ cells }, { seeds }) =>
    synthesisPage(
      cells.flatMap(({ results }) => results.flat()),
      seeds,
    ),
});
