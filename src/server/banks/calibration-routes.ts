import { z } from 'zod';
import { calibrationDetail, calibrationParameters } from '../../api/banks.ts';
import { fail } from '../../errors.ts';
import type { StoredCalibration } from '../../store/store.ts';
import type { Role } from '../../workflow/keys/roles.ts';
import { type Caller, mayUseBank } from '../caller.ts';
import { type Route, route } from '../route.ts';
import type { ServiceContext } from '../service-context.ts';
import { calibrationDetailOf, keptCalibration, parametersText } from './calibration-part.ts';

const READERS: readonly Role[] = ['administrator', 'runner', 'viewer'];
const TAG = 'Calibrations';
const path = z.object({
  calibration: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
});

export function calibrationRoutes({
  context: { store },
}: {
  readonly context: Pick<ServiceContext, 'store'>;
}): Route[] {
  /** For a key, calibrations of other banks do not exist. */
  const find = async (caller: Caller, number: number): Promise<StoredCalibration> => {
    const found = await keptCalibration(store, number);
    if (mayUseBank(caller, found.bank)) return found;
    return fail('NAME_UNKNOWN', { kind: 'calibration', name: String(number), nearest: null });
  };
  return [
    route({
      method: 'GET',
      url: '/v1/calibrations/:calibration',
      tag: TAG,
      roles: READERS,
      summary: 'Show a calibration: how it was made, its fit, its participants',
      params: path,
      reply: calibrationDetail,
      handle: async ({ caller, params }) =>
        calibrationDetailOf(await find(caller, params.calibration)),
    }),
    route({
      method: 'GET',
      url: '/v1/calibrations/:calibration/parameters',
      tag: TAG,
      roles: READERS,
      summary: 'Get the item parameters of a calibration as JSON',
      params: path,
      reply: calibrationParameters,
      async handle({ caller, params }) {
        const { id, bank, items, parameters } = await find(caller, params.calibration);
        const { a, b, c, d } = parameters;
        const columns = { a: Array.from(a), b: Array.from(b), c: Array.from(c), d: Array.from(d) };
        return { calibration: id, bank, items: [...items], ...columns };
      },
    }),
    route({
      method: 'GET',
      url: '/v1/calibrations/:calibration/parameters.csv',
      tag: TAG,
      roles: READERS,
      summary: 'Get the item parameters as CSV, as `thetarank calibrate show --out` writes them',
      params: path,
      reply: null,
      types: ['text/csv'],
      async handle({ caller, params }) {
        const found = await find(caller, params.calibration);
        return {
          type: 'text/csv; charset=utf-8',
          body: parametersText(found),
          file: `${found.bank}-calibration-${found.id}.csv`,
        };
      },
    }),
  ];
}
