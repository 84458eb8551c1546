import {
  ratingComments as commentsReply,
  newRater,
  newRatingPanel,
  ratingDetail,
  ratingList,
  ratingPath,
  ratingReportReply,
  ratingSources,
} from '../../api/ratings.ts';
import { BUILTIN_RUBRICS } from '../../prompt/judge/rubrics.ts';
import type { Role } from '../../workflow/keys/roles.ts';
import { addRater } from '../../workflow/ratings/add-rater.ts';
import { createPanel } from '../../workflow/ratings/create-panel.ts';
import { panelDetail, panelSummaries } from '../../workflow/ratings/panel-views.ts';
import { ratingComments } from '../../workflow/ratings/rating-comments.ts';
import { ratingCsv } from '../../workflow/ratings/rating-csv.ts';
import { bankOfRun, rateableRuns, runSource } from '../../workflow/ratings/run-source.ts';
import { requireBank } from '../banks/known-bank.ts';
import { mayUseBank } from '../caller.ts';
import type { Parts } from '../parts.ts';
import { type Route, route } from '../route.ts';
import { mayReadPanel, panelOfReader } from './known-panel.ts';
import { ratingReports } from './rating-reports.ts';
import { sent } from './sent.ts';

const READERS: readonly Role[] = ['administrator', 'runner', 'viewer'];
const MAKERS: readonly Role[] = ['administrator', 'runner'];
const TAG = 'Ratings';
const CREATED = 201;
const ID_BYTES = 8;

/** Rating panels: made, read and closed. None of these replies has texts of answers or questions. */
export function ratingRoutes({ context, closing }: Pick<Parts, 'context' | 'closing'>): Route[] {
  const { store, events } = context;
  const reportOf = ratingReports(store, closing);
  const changed = (panel: { readonly id: string; readonly bank: string | null }) =>
    events.emit({ type: 'panel', panel: panel.id, bank: panel.bank });
  return [
    route({
      method: 'GET',
      url: '/v1/ratings',
      tag: TAG,
      roles: READERS,
      summary: 'List the panels of experts who rate answers, newest first',
      reply: ratingList,
      async handle({ caller }) {
        const panels = await store.panels.list('rating');
        return {
          items: await panelSummaries(
            store,
            panels.filter((panel) => mayReadPanel(caller, panel)),
          ),
        };
      },
    }),
    route({
      method: 'GET',
      url: '/v1/rating-sources',
      tag: TAG,
      roles: MAKERS,
      summary: 'List the runs whose answers can be rated, newest first',
      reply: ratingSources,
      async handle({ caller }) {
        const runs = await rateableRuns(store);
        return {
          items: sent(runs.filter(({ bank }) => mayUseBank(caller, bank))),
          rubrics: [...BUILTIN_RUBRICS],
        };
      },
    }),
    route({
      method: 'POST',
      url: '/v1/ratings',
      tag: TAG,
      roles: MAKERS,
      status: CREATED,
      summary: 'Make a panel of experts who rate answers of a run',
      description:
        'Answers are drawn so that models and items are represented equally. Each answer is rated by `perAnswer` raters, and each pair of raters has about the same number of answers in common. Then create a key of the role expert for each rater, with exactly the name given here.',
      body: newRatingPanel,
      reply: ratingDetail,
      async handle({ caller, body }) {
        const bank = await bankOfRun(store, body.run, (own) => mayUseBank(caller, own));
        await requireBank(store, caller, bank);
        const panel = await createPanel(
          store,
          bank,
          (wants) => runSource(store, body.run, wants),
          { ...body, title: body.title ?? `Answers to ${bank}`, ownRubrics: [] },
          {
            id: context.randomBytes(ID_BYTES).toString('hex'),
            madeBy: caller.id,
            createdAt: context.now(),
          },
        );
        changed(panel);
        return sent(await panelDetail(store, panel));
      },
    }),
    route({
      method: 'GET',
      url: '/v1/ratings/:panel',
      tag: TAG,
      roles: READERS,
      summary: 'Show a panel: its raters, how far they are, and how their answers overlap',
      params: ratingPath,
      reply: ratingDetail,
      async handle({ caller, params }) {
        return sent(await panelDetail(store, await panelOfReader(store, caller, params.panel)));
      },
    }),
    route({
      method: 'GET',
      url: '/v1/ratings/:panel/report',
      tag: TAG,
      roles: READERS,
      summary: 'Show how far raters agree with each other and with judging models, by aspect',
      params: ratingPath,
      reply: ratingReportReply,
      async handle({ caller, params }) {
        const panel = await panelOfReader(store, caller, params.panel);
        return sent(await reportOf(panel));
      },
    }),
    route({
      method: 'GET',
      url: '/v1/ratings/:panel/comments',
      tag: TAG,
      roles: MAKERS,
      summary: 'List what raters said beside their grades, oldest first',
      params: ratingPath,
      reply: commentsReply,
      async handle({ caller, params }) {
        const { id } = await panelOfReader(store, caller, params.panel);
        return sent({ items: await ratingComments(store, id) });
      },
    }),
    route({
      method: 'GET',
      url: '/v1/ratings/:panel/export',
      tag: TAG,
      roles: READERS,
      summary: 'Get the ratings as CSV, as the command judges reads it',
      params: ratingPath,
      reply: null,
      types: ['text/csv'],
      async handle({ caller, params }) {
        const { id } = await panelOfReader(store, caller, params.panel);
        const body = ratingCsv(await store.ratings.answers(id), await store.ratings.latest(id));
        return { type: 'text/csv; charset=utf-8', body, file: `ratings-${id}.csv` };
      },
    }),
    route({
      method: 'POST',
      url: '/v1/ratings/:panel/raters',
      tag: TAG,
      roles: MAKERS,
      status: CREATED,
      summary: 'Add a rater; the answers of the others stay as they are',
      params: ratingPath,
      body: newRater,
      reply: ratingDetail,
      async handle({ caller, params, body }) {
        const panel = await panelOfReader(store, caller, params.panel);
        await addRater(store, panel, body.name, body.answers);
        changed(panel);
        return sent(await panelDetail(store, panel));
      },
    }),
    ...(['close', 'reopen'] as const).map((act) =>
      route({
        method: 'POST',
        url: `/v1/ratings/:panel/${act}`,
        tag: TAG,
        roles: MAKERS,
        summary:
          act === 'close'
            ? 'Close a panel: it takes no more ratings'
            : 'Reopen a closed panel: raters can go on, and change their ratings',
        params: ratingPath,
        reply: ratingDetail,
        async handle({ caller, params }) {
          const { id } = await panelOfReader(store, caller, params.panel);
          if (act === 'close') await store.panels.close(id, context.now());
          else await store.panels.reopen(id);
          const panel = await panelOfReader(store, caller, id);
          changed(panel);
          return sent(await panelDetail(store, panel));
        },
      }),
    ),
  ];
}
