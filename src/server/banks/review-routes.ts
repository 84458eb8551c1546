import { z } from 'zod';
import { bankPath } from '../../api/banks.ts';
import { LONGEST_NAME } from '../../api/common.ts';
import {
  newDecision,
  reviewChange,
  reviewEffects,
  reviewItem,
  reviewLog,
  reviewLogQuery,
  reviewPage,
  reviewQuery,
  trialQuery,
} from '../../api/review.ts';
import type { Role } from '../../workflow/keys/roles.ts';
import { type Route, route } from '../route.ts';
import type { ServiceContext } from '../service-context.ts';
import { rightsOf } from './item-rights.ts';
import { requireBank } from './known-bank.ts';
import { reviewPart } from './review-part.ts';

const READERS: readonly Role[] = ['administrator', 'runner', 'viewer'];
/** Who may write banks. */
const OWNERS: readonly Role[] = ['administrator'];
const TAG = 'Review';
const CREATED = 201;

/** Suspected items of banks, and decisions about them. */
export function reviewRoutes({ context }: { readonly context: ServiceContext }): Route[] {
  const review = reviewPart(context);
  const { store } = context;
  return [
    route({
      method: 'GET',
      url: '/v1/banks/:bank/review',
      tag: TAG,
      roles: READERS,
      summary: 'List the suspected items of a bank, most suspicious first, with the decisions',
      params: bankPath,
      query: reviewQuery,
      reply: reviewPage,
      async handle({ caller, params: { bank }, query }) {
        await requireBank(store, caller, bank);
        return review.queue(bank, query, rightsOf(caller));
      },
    }),
    route({
      method: 'GET',
      url: '/v1/banks/:bank/review/items/:item',
      tag: TAG,
      roles: READERS,
      summary: 'Show an item to a reviewer: why it is suspected, its text, and what models chose',
      params: bankPath.extend({ item: z.string().min(1).max(LONGEST_NAME) }),
      reply: reviewItem,
      async handle({ caller, params: { bank, item } }) {
        await requireBank(store, caller, bank);
        return review.item(bank, item, rightsOf(caller));
      },
    }),
    route({
      method: 'GET',
      url: '/v1/banks/:bank/review/log',
      tag: TAG,
      roles: READERS,
      summary: 'List the decisions about items of a bank, newest first, with those that are undone',
      params: bankPath,
      query: reviewLogQuery,
      reply: reviewLog,
      async handle({ caller, params: { bank }, query }) {
        await requireBank(store, caller, bank);
        return review.log(bank, query, rightsOf(caller));
      },
    }),
    route({
      method: 'GET',
      url: '/v1/banks/:bank/review/effects',
      tag: TAG,
      roles: READERS,
      summary: 'Show what all decisions together change, compared with the bank as it was imported',
      params: bankPath,
      reply: reviewEffects,
      async handle({ caller, params: { bank } }) {
        await requireBank(store, caller, bank);
        return review.effects(bank) as Promise<z.input<typeof reviewEffects>>;
      },
    }),
    route({
      method: 'POST',
      url: '/v1/banks/:bank/review/decisions',
      tag: TAG,
      roles: OWNERS,
      status: CREATED,
      summary: 'Decide about an item: it is right, it has another key, or it is retired',
      description:
        'Recorded answers with known letters are scored again by a new key; others count as missing. Retired items are no longer asked, calibrated or counted. Results of finished tests do not change.',
      params: bankPath,
      query: trialQuery,
      body: newDecision,
      reply: reviewChange,
      async handle({ caller, params: { bank }, query: { dryRun }, body }) {
        await requireBank(store, caller, bank);
        return review.decide(bank, body, caller, dryRun);
      },
    }),
    route({
      method: 'POST',
      url: '/v1/banks/:bank/review/decisions/:number/undo',
      tag: TAG,
      roles: OWNERS,
      status: CREATED,
      summary: 'Undo a decision, or the undoing of one: the state before it is restored exactly',
      params: bankPath.extend({ number: z.coerce.number().int().min(1) }),
      query: trialQuery,
      reply: reviewChange,
      async handle({ caller, params: { bank, number }, query: { dryRun } }) {
        await requireBank(store, caller, bank);
        return review.decide(bank, { undoes: number }, caller, dryRun);
      },
    }),
  ];
}
