import { z } from 'zod';
import { readParameters } from '../../files/items/read-parameters.ts';
import { plural } from '../../numbers.ts';
import { keepParameters } from '../../workflow/calibration/keep-fit.ts';
import { bankName } from '../fields.ts';
import { operation } from '../operation.ts';

export const calibrateKeep = operation({
  name: 'calibrate keep',
  summary:
    'Keep the item parameters of a file as a numbered calibration of a bank, for other commands.',
  help: `
Example:
  thetarank calibrate keep parameters.csv --bank my-bank`,
  options: z.object({
    file: z
      .string()
      .describe('parameters, CSV: item,a,b and optionally c,d,se_a,se_b,se_c,flag')
      .meta({ isArgument: true, file: 'in' }),
    bank: bankName.describe('a bank of the database'),
  }),
  database: 'created',
  outputs: ['json'],
  async run({ file, bank }, { store }) {
    const { items, parameters, standardErrors = null, flags } = readParameters(file);
    const values = { items, parameters, standardErrors };
    const ofItems = flags ?? items.map(() => []);
    const calibration = await store((open) => keepParameters(open, bank, values, ofItems));
    return { calibration, bank, items: items.length };
  },
  report: ({ calibration, bank, items }, { where }) => ({
    lead: `Calibration ${calibration} of ${bank}: parameters of ${plural(items, 'item')} kept.`,
    next: `thetarank rank --bank ${bank} --calibration ${calibration} --model NAME@ADDRESS${where}`,
  }),
});
