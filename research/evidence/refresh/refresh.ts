import { join } from 'node:path';
import { wasmEngine } from 'thetarank';
import { replicateDrift } from 'thetarank/study';
import { study, table } from '../../study.ts';
import { builtinBank, readCsv } from '../recorded-data.ts';
import { CELLS, seedOf } from './cells.ts';
import { refreshPage } from './page.ts';
import { realDrift } from './real-drift.ts';

export const refresh = study({
  question:
    'Does a refreshed calibration find items that drifted, keep its scale, and predict newer models better? On simulated drift, and on the bank ikp by dates of release. About half an hour on an idle core.',
  page: 'refresh.md',
  tables({ data }) {
    const engine = wasmEngine(1);
    return {
      real: table(['ikp'], 1, () => {
        const rows = readCsv(join(data, 'matrices/ikp/examinees.csv'));
        const released = new Map(rows.map(({ examinee, released }) => [examinee, released]));
        return realDrift(builtinBank('ikp', data), released, engine);
      }),
      drift: table(
        CELLS,
        ({ runs }) => runs,
        ({ name, design }, run) => replicateDrift(seedOf(name, run), design, engine),
      ),
    };
  },
  write: ({ real, drift }) =>
    refreshPage([
      ...real.flatMap(({ results }) => results.map((rows) => ({ real: rows }))),
      ...drift.flatMap(({ cell: { name }, results }) =>
        results.map((outcome, k) => ({ cell: name, run: k + 1, outcome })),
      ),
    ]),
});
