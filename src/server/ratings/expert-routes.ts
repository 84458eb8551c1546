import {
  keptRating,
  languageQuery,
  newRating,
  ratedAnswer,
  ratingPath,
  ratingPlacePath,
  ratingWork,
} from '../../api/ratings.ts';
import { fail } from '../../errors.ts';
import type { Assignment } from '../../store/ratings/rating-types.ts';
import type { Role } from '../../workflow/keys/roles.ts';
import { configurationOf, rubricIn, shownRubric } from '../../workflow/ratings/rating-panel.ts';
import { requireGrades } from '../../workflow/ratings/rubric-grades.ts';
import { type Route, route } from '../route.ts';
import type { ServiceContext } from '../service-context.ts';
import { panelOfExpert } from './known-panel.ts';
import { sent } from './sent.ts';

const ROLES: readonly Role[] = ['expert'];
const TAG = 'Ratings';

/** What the experts of a rating panel do. They see answers without their models, and nothing of other raters or judges. */
export function ratingExpertRoutes({ context }: { readonly context: ServiceContext }): Route[] {
  const { store, events } = context;
  return [
    route({
      method: 'GET',
      url: '/v1/ratings/:panel/work',
      tag: TAG,
      roles: ROLES,
      summary: 'Show an expert the own work: the rubric, and which answers are rated',
      params: ratingPath,
      query: languageQuery,
      reply: ratingWork,
      async handle({ caller, params, query: { language } }) {
        const panel = await panelOfExpert(store, caller, params.panel);
        const own = await store.ratings.assignments(panel.id, caller.name);
        const rated = await ratedBy(panel.id, caller.name);
        const rubric = rubricIn(configurationOf(panel), language);
        return {
          ...{ title: panel.title, rater: caller.name, closed: panel.closedAt !== null },
          rated: own.map(({ answer }) => rated.has(answer)),
          rubric: {
            language: rubric.language,
            ...shownRubric(rubric),
          },
        };
      },
    }),
    route({
      method: 'GET',
      url: '/v1/ratings/:panel/work/:place',
      tag: TAG,
      roles: ROLES,
      summary: 'Show an expert one answer to rate, with the own rating',
      params: ratingPlacePath,
      reply: ratedAnswer,
      async handle({ caller, params }) {
        const panel = await panelOfExpert(store, caller, params.panel);
        const { own, at } = await assigned(panel.id, caller.name, params.place);
        const shown = await store.ratings.shown(panel.id, own[at].answer);
        const last = (await store.ratings.history(panel.id, own[at].answer, caller.name)).at(-1);
        return sent({ place: params.place, ...shown!, rating: last ?? null });
      },
    }),
    route({
      method: 'PUT',
      url: '/v1/ratings/:panel/work/:place',
      tag: TAG,
      roles: ROLES,
      summary: 'Rate an answer, or change the own rating of it',
      description:
        'All aspects of the rubric are needed. Earlier ratings stay in the history; the last one counts. A closed panel refuses ratings.',
      params: ratingPlacePath,
      body: newRating,
      reply: keptRating,
      async handle({ caller, params, body }) {
        const panel = await panelOfExpert(store, caller, params.panel);
        const { own, at } = await assigned(panel.id, caller.name, params.place);
        const grades = requireGrades(rubricIn(configurationOf(panel), 'en'), body.grades);
        const comment = body.comment?.trim() || null;
        const { answer } = own[at];
        const rating = { panel: panel.id, answer, rater: caller.name, grades, comment };
        const revision = await store.ratings.rate({ ...rating, at: context.now() });
        if (revision === null) return fail('PANEL_CLOSED', { panel: panel.id });
        events.emit({ type: 'panel', panel: panel.id, bank: panel.bank, expert: caller.name });
        const rated = await ratedBy(panel.id, caller.name);
        const open = own.filter((one) => !rated.has(one.answer)).map(({ place }) => place);
        const next = open.find((place) => place > params.place) ?? open[0] ?? null;
        return { place: params.place, revision, rated: own.length - open.length, next };
      },
    }),
  ];

  async function ratedBy(panel: string, rater: string): Promise<Set<number>> {
    return new Set((await store.ratings.latest(panel, rater)).map(({ answer }) => answer));
  }

  /** @throws NAME_UNKNOWN for a place that the rater does not have */
  async function assigned(
    panel: string,
    rater: string,
    place: number,
  ): Promise<{ own: readonly Assignment[]; at: number }> {
    const own = await store.ratings.assignments(panel, rater);
    const at = own.findIndex((one) => one.place === place);
    if (at === -1)
      fail('NAME_UNKNOWN', { kind: 'answer to rate', name: String(place), nearest: null });
    return { own, at };
  }
}
