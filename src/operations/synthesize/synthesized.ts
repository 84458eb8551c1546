import { z } from 'zod';
import { span } from '../../tracing/span.ts';
import { sourceOfRun } from '../../workflow/synthesis/fit/synthesis-source.ts';
import { NOT_CONVERGED } from '../exit-codes.ts';
import { wholeNumber } from '../fields.ts';
import { operation } from '../operation.ts';
import { calibrateAnswers } from './calibrate.ts';
import { SYNTHESIS_FILES, synthesisJson, writeSynthesis } from './files.ts';
import { synthesisFit, synthesisFolder } from './fit/options.ts';
import { keptRunText, synthesisReport } from './report.ts';

/** A calibration on the answers of a synthesis that was made before. */
export const calibrateSynthesized = operation({
  name: 'calibrate synthesized',
  summary:
    'Calibrate a bank on the answers of an earlier run of calibrate synthesize, without new calls.',
  help: `
Examples:
  thetarank calibrate synthesized --run 3 --out synthesized
  thetarank calibrate synthesized --run 3 --partial --by participants --json`,
  options: z.object({
    run: wholeNumber(1).describe('number of the run (thetarank runs list)'),
    out: synthesisFolder(SYNTHESIS_FILES),
    ...synthesisFit,
  }),
  database: 'existing',
  outputs: ['json'],
  run: ({ run, out, ...how }, context) =>
    context.store(async (store) => {
      const { steps } = context;
      let isBegun = false;
      const source = await span('read', {}, () =>
        sourceOfRun(store, run, {
          isPartial: how.partial,
          onAnswer(all) {
            if (!isBegun) steps.start(all, `reading run ${run}`);
            isBegun = true;
            steps.advance();
          },
        }),
      ).finally(() => steps.stop());
      const all = { ...how, fit: true, partial: true, isRequired: true, out };
      return calibrateAnswers(store, source, source.result, all, context);
    }),
  json: ({ result, calibrated }) => synthesisJson(result, calibrated),
  exitCode: ({ calibrated }) => (calibrated?.report.converged === false ? NOT_CONVERGED : 0),
  again: ({ result }, where) => keptRunText(result, where),
  report: ({ result, calibrated }, { where }) => synthesisReport(result, calibrated, where),
  write: async ({ result, source, calibrated }, { options: { out } }) =>
    out === undefined ? [] : writeSynthesis(out, result, source, calibrated),
});
