import { study, table } from '../../study.ts';
import { builtinBank } from '../recorded-data.ts';
import { watchPage } from './page.ts';
import { KINDS, replicateKind } from './replicate.ts';
import { BANKS } from './setting.ts';

export const watch = study({
  question:
    'Do the intervals of changes between checkpoints hold, by watch and by series, and how often does --fail-if err? On recorded models that lose points. About five minutes.',
  page: 'watch.md',
  tables: ({ data }) => ({
    outcomes: table(
      BANKS.flatMap((bank) => KINDS.map((kind) => ({ bank, kind }))),
      1,
      ({ bank, kind }) => replicateKind(builtinBank(bank, data), kind),
    ),
  }),
  write: ({ outcomes }) => watchPage(outcomes.flatMap(({ results }) => results.flat())),
});
