import { bankPath } from '../../api/banks.ts';
import { bankHumans, humansQuery, type ShownBaseline } from '../../api/humans.ts';
import { baselineOf } from '../../workflow/bank/humans/baseline-of.ts';
import type { BankHumans } from '../../workflow/bank/humans/read-humans.ts';
import { requireBank } from '../banks/known-bank.ts';
import { type Route, route } from '../route.ts';
import type { ServiceContext } from '../service-context.ts';
import type { HumansPart } from './humans-part.ts';
import { keptResults } from './kept-results.ts';

/** The accuracy of people over HTTP. */
export function humansRoutes({
  humans,
  context: { store },
}: {
  readonly humans: HumansPart;
  readonly context: Pick<ServiceContext, 'store'>;
}): Route[] {
  const kept = keptResults<BankHumans, ReturnType<typeof baselineOf>>();
  return [
    route({
      method: 'GET',
      url: '/v1/banks/:bank/humans',
      tag: 'Banks',
      roles: ['administrator', 'runner', 'viewer'],
      summary: 'Show what people score on a bank, overall and by tag, and a model beside them',
      description:
        'Of the accuracy and the respondents of each item that counts, as they were imported. docs/humans.md explains the intervals.',
      params: bankPath,
      query: humansQuery,
      reply: bankHumans,
      async handle({ caller, params: { bank }, query: { model, strata, weights, clusterBy } }) {
        await requireBank(store, caller, bank);
        const own = await humans.of(bank);
        if (own === null) return { bank, baseline: null, recordedModels: [], tagWords: null };
        const wanted = {
          ...{ weights, clusterBy },
          models: model === undefined ? [] : [model],
          strata: strata
            ?.split(',')
            .map((part) => part.trim())
            .filter((part) => part !== ''),
        };
        const { baseline, words } = kept(own, JSON.stringify(wanted), () =>
          baselineOf(bank, own, wanted),
        );
        // A baseline is read-only, a reply need not be.
        const shown = baseline as ShownBaseline;
        return { bank, baseline: shown, recordedModels: [...own.models], tagWords: words };
      },
    }),
  ];
}
