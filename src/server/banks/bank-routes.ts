import { z } from 'zod';
import {
  bankInformation,
  bankList,
  bankPath,
  bankSummary,
  itemDetail,
  itemPage,
  itemQuery,
} from '../../api/banks.ts';
import { LONGEST_NAME } from '../../api/common.ts';
import { calibrationList } from '../../api/refreshes.ts';
import type { Role } from '../../workflow/keys/roles.ts';
import { mayUseBank } from '../caller.ts';
import { type Route, route } from '../route.ts';
import type { ServiceContext } from '../service-context.ts';
import type { BankPart } from './bank-part.ts';
import { calibrationListOf } from './calibration-views.ts';
import { rightsOf } from './item-rights.ts';
import { requireBank } from './known-bank.ts';

const READERS: readonly Role[] = ['administrator', 'runner', 'viewer'];
const TAG = 'Banks';

const chosen = z.object({ calibration: itemQuery.shape.calibration });

export function bankRoutes({
  banks,
  context: { store },
}: {
  readonly banks: BankPart;
  readonly context: Pick<ServiceContext, 'store'>;
}): Route[] {
  return [
    route({
      method: 'GET',
      url: '/v1/banks',
      tag: TAG,
      roles: READERS,
      reply: bankList,
      summary: 'List the banks of this service',
      async handle({ caller }) {
        const names = (await banks.names()).filter((name) => mayUseBank(caller, name));
        const items = [];
        for (const name of names) items.push(await banks.summary(name));
        return { items };
      },
    }),
    route({
      method: 'GET',
      url: '/v1/banks/:bank',
      tag: TAG,
      roles: READERS,
      summary: 'A bank',
      params: bankPath,
      reply: bankSummary,
      async handle({ caller, params: { bank } }) {
        await requireBank(store, caller, bank);
        return banks.summary(bank);
      },
    }),
    route({
      method: 'GET',
      url: '/v1/banks/:bank/items',
      tag: TAG,
      roles: READERS,
      summary: 'List the items of a bank: search, filter, sort',
      description:
        'Parameters are from a calibration on the recorded answers, or from a kept calibration. The first request starts the calibration; until it is done, `calibrating` is true.',
      params: bankPath,
      query: itemQuery,
      reply: itemPage,
      async handle({ caller, params: { bank }, query }) {
        await requireBank(store, caller, bank);
        return banks.items(bank, query, rightsOf(caller));
      },
    }),
    route({
      method: 'GET',
      url: '/v1/banks/:bank/items/:item',
      tag: TAG,
      roles: READERS,
      summary: 'Show an item: its curve, how recorded models answered it, how often it was asked',
      params: bankPath.extend({ item: z.string().min(1).max(LONGEST_NAME) }),
      query: chosen,
      reply: itemDetail,
      async handle({ caller, params: { bank, item }, query: { calibration } }) {
        await requireBank(store, caller, bank);
        return banks.item(bank, item, calibration, rightsOf(caller));
      },
    }),
    route({
      method: 'GET',
      url: '/v1/banks/:bank/information',
      tag: TAG,
      roles: READERS,
      summary:
        'Show where a bank measures precisely: its information over ability, and its recorded models',
      params: bankPath,
      query: chosen,
      reply: bankInformation,
      async handle({ caller, params: { bank }, query: { calibration } }) {
        await requireBank(store, caller, bank);
        return banks.information(bank, calibration);
      },
    }),
    route({
      method: 'GET',
      url: '/v1/banks/:bank/calibrations',
      tag: TAG,
      roles: READERS,
      summary:
        'List the kept calibrations of a bank, newest first, with which one is in force and what was decided',
      params: bankPath,
      reply: calibrationList,
      async handle({ caller, params: { bank } }) {
        await requireBank(store, caller, bank);
        return calibrationListOf(store, bank);
      },
    }),
  ];
}
