import {
  acceptInto,
  addedItems,
  expertQuestion,
  newAnswer,
  newDecision,
  newResolution,
  ownQuestionPath,
  writingDetail,
  writingList,
  writingPath,
  writingQuery,
  writingQuestionPath,
  writingQuestions,
  writingWork,
} from '../../api/writing.ts';
import type { Role } from '../../workflow/keys/roles.ts';
import { type Route, route } from '../route.ts';
import type { ServiceContext } from '../service-context.ts';
import { expertWork } from './expert-work.ts';
import { writingPart } from './writing-part.ts';

const RUNNERS: readonly Role[] = ['administrator', 'runner'];
const TAG = 'writing';

/** Panels of written questions, and the work of their experts. */
export function writingRoutes({ context }: { readonly context: ServiceContext }): Route[] {
  const writing = writingPart(context);
  const expert = expertWork(context);
  return [
    route({
      method: 'GET',
      url: '/v1/writing',
      tag: TAG,
      roles: RUNNERS,
      summary: 'List the panels of written questions, newest first',
      reply: writingList,
      handle: async ({ caller }) => ({ items: await writing.list(caller) }),
    }),
    route({
      method: 'GET',
      url: '/v1/writing/work',
      tag: TAG,
      roles: ['expert'],
      summary: 'List the questions that the expert of the key is to decide about',
      reply: writingWork,
      handle: ({ caller }) => expert.work(caller),
    }),
    route({
      method: 'GET',
      url: '/v1/writing/work/:round/:place',
      tag: TAG,
      roles: ['expert'],
      summary: 'Show a question to its expert; with the key once the expert has answered',
      params: ownQuestionPath,
      reply: expertQuestion,
      handle: ({ caller, params }) => expert.question(caller, params),
    }),
    route({
      method: 'POST',
      url: '/v1/writing/work/:round/:place/answer',
      tag: TAG,
      roles: ['expert'],
      summary: 'Answer a question without its key; the first answer counts',
      params: ownQuestionPath,
      body: newAnswer,
      reply: expertQuestion,
      handle: ({ caller, params, body }) => expert.answer(caller, params, body.answer),
    }),
    route({
      method: 'PUT',
      url: '/v1/writing/work/:round/:place/decision',
      tag: TAG,
      roles: ['expert'],
      summary:
        'Accept or reject an answered question; until the next round a later decision replaces it',
      params: ownQuestionPath,
      body: newDecision,
      reply: expertQuestion,
      handle: ({ caller, params, body }) => expert.decide(caller, params, body),
    }),
    route({
      method: 'GET',
      url: '/v1/writing/:panel',
      tag: TAG,
      roles: RUNNERS,
      summary: 'Show a panel: its rounds, their figures, and how far its experts are',
      params: writingPath,
      reply: writingDetail,
      handle: ({ caller, params }) => writing.detail(caller, params.panel),
    }),
    route({
      method: 'GET',
      url: '/v1/writing/:panel/questions',
      tag: TAG,
      roles: RUNNERS,
      summary: 'List the questions of a panel with their issues and decisions',
      params: writingPath,
      query: writingQuery,
      reply: writingQuestions,
      handle: ({ caller, params, query }) => writing.questions(caller, params.panel, query),
    }),
    route({
      method: 'PUT',
      url: '/v1/writing/:panel/questions/:round/:place/resolution',
      tag: TAG,
      roles: ['administrator'],
      summary: 'Settle two different decisions, or accept a question although two experts did not',
      params: writingQuestionPath,
      body: newResolution,
      reply: writingDetail,
      handle: ({ caller, params, body }) => writing.resolve(caller, params.panel, params, body),
    }),
    route({
      method: 'POST',
      url: '/v1/writing/:panel/items',
      tag: TAG,
      roles: ['administrator'],
      summary: 'Add the accepted questions to a bank, as pretest items',
      params: writingPath,
      body: acceptInto,
      reply: addedItems,
      handle: async ({ caller, params, body }) => {
        const { refused, ...added } = await writing.accept(caller, params.panel, body.bank);
        return { ...added, refused: [...refused] };
      },
    }),
  ];
}
