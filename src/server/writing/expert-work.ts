import type { z } from 'zod';
import type { ExpertQuestion, newDecision, WritingWork } from '../../api/writing.ts';
import { fail } from '../../errors.ts';
import { randomStream, shuffle } from '../../random.ts';
import type { StoredQuestion, WritingRecord } from '../../store/writing/writing-store.ts';
import { refuseDecision } from '../../workflow/writing/refuse-decision.ts';
import type { RoundPlan } from '../../workflow/writing/round-plan.ts';
import { type WritingPanel, writingPanel } from '../../workflow/writing/writing-panel.ts';
import { solutionIssues } from '../../writing/check-question.ts';
import type { Caller } from '../caller.ts';
import type { ServiceContext } from '../service-context.ts';

interface Place {
  readonly round: number;
  readonly place: number;
}

/** What an expert does: answers without the key, then decides. Each sees only the own decisions. */
export function expertWork({ store, events, now }: ServiceContext) {
  const opened = async ({ panel: scope, name }: Caller) => {
    if (scope === null || scope.kind !== 'writing')
      return fail('SCOPE_INSUFFICIENT', {
        reason: 'this key opens no panel of written questions',
        todo: 'Ask whoever invited you for a key of the panel.',
      });
    const panel = await writingPanel(store, scope.id, false);
    if (!panel.configuration.experts.includes(name))
      return fail('SCOPE_INSUFFICIENT', {
        reason: 'the name of this key is not the name of an expert of this panel',
        todo: 'Ask whoever invited you for a key with the name of an expert.',
      });
    return { panel, record: await store.writing.record(panel.id), expert: name };
  };

  /** The questions of the last ready round, in an order of the expert's own. */
  const workOf = ({ panel, record, expert }: Opened) => {
    const last = record.rounds.findLast(({ readyAt }) => readyAt !== null)?.round;
    const all = record.questions.filter(
      ({ round, drawn, failed }) => round === last && drawn && !failed,
    );
    return shuffle(
      all,
      randomStream(panel.configuration.seed, 'writing', 'order', expert, last ?? 0),
    );
  };

  const questionAt = (own: Opened, { round, place }: Place): StoredQuestion => {
    const found = workOf(own).find((one) => one.round === round && one.place === place);
    return (
      found ??
      fail('WRITING_REFUSED', {
        panel: own.panel.id,
        reason: `question ${place} of round ${round} is not to be decided now. Load the page again`,
      })
    );
  };

  /** How the writer was asked for a question. */
  const slotOf = ({ record }: Opened, { round, place }: Place) => {
    const plan = record.rounds.find((one) => one.round === round)?.plan as RoundPlan | undefined;
    return plan?.slots.find((slot) => slot.place === place);
  };
  const changeOf = (own: Opened, at: Place) => {
    if (at.round === 1) return null;
    const isNew = (slotOf(own, at)?.rejected ?? null) === null;
    return isNew ? ('replaced' as const) : ('rewritten' as const);
  };
  const objectionsTo = (own: Opened, at: Place) => {
    const rejected = slotOf(own, at)?.rejected ?? null;
    if (rejected === null) return null;
    return { reasons: [...rejected.reasons], comments: [...rejected.comments] };
  };

  const shown = async (own: Opened, question: StoredQuestion): Promise<ExpertQuestion> => {
    const { round, place } = question;
    const { type, stem, options, key, explanation, evidence } = question.question!;
    const kept = own.record.decisions.find(
      (one) => one.round === round && one.place === place && one.expert === own.expert,
    );
    const common = { round, place, type, stem, options };
    if (kept === undefined) return { ...common, answer: null, revealed: null };
    const passage = (await store.writing.passages(own.panel.id))[question.passage];
    return {
      ...common,
      answer: [...kept.answer],
      revealed: {
        right: solutionIssues(question.question!, kept.answer).length === 0,
        ...{ key: [...key], explanation, evidence, passage: passage.text, source: passage.name },
        issues: [...question.issues],
        objections: objectionsTo(own, question),
        decision:
          kept.decision === null
            ? null
            : {
                ...kept.decision,
                reasons: [...kept.decision.reasons],
                relevant: [...kept.decision.relevant],
              },
      },
    };
  };

  return {
    async work(caller: Caller): Promise<WritingWork> {
      const own = await opened(caller);
      const stateOf = ({ round, place }: Place) => {
        const kept = own.record.decisions.find(
          (one) => one.round === round && one.place === place && one.expert === own.expert,
        );
        if (kept === undefined) return 'new' as const;
        return kept.decision === null ? ('answered' as const) : ('decided' as const);
      };
      const questions = workOf(own).map(({ round, place }, k) => ({
        ...{ round, place, number: k + 1 },
        state: stateOf({ round, place }),
        change: changeOf(own, { round, place }),
      }));
      return {
        title: own.panel.title,
        round: own.record.rounds.findLast(({ readyAt }) => readyAt !== null)?.round ?? null,
        language: own.panel.configuration.language,
        closed: own.panel.closedAt !== null,
        decided: questions.filter(({ state }) => state === 'decided').length,
        questions,
      };
    },

    async question(caller: Caller, at: Place): Promise<ExpertQuestion> {
      const own = await opened(caller);
      return shown(own, questionAt(own, at));
    },

    /** The first answer counts: after it the key is shown. */
    async answer(caller: Caller, at: Place, answer: readonly string[]): Promise<ExpertQuestion> {
      const own = await opened(caller);
      const question = questionAt(own, at);
      requireAnswer(question, answer);
      const { round, place } = at;
      const refusal = await store.writing.answer(own.panel.id, {
        ...{ round, place, expert: own.expert, answer, answeredAt: now() },
      });
      if (refusal !== null) refuseDecision(own.panel.id, at, refusal);
      const record = await store.writing.record(own.panel.id);
      return shown({ ...own, record }, question);
    },

    async decide(
      caller: Caller,
      at: Place,
      decision: z.output<typeof newDecision>,
    ): Promise<ExpertQuestion> {
      const own = await opened(caller);
      const question = questionAt(own, at);
      requireDecision(decision);
      const { round, place } = at;
      const relevant = question.issues.map((_, k) => decision.relevant[k] === true);
      const refusal = await store.writing.decide(own.panel.id, {
        ...{ round, place, expert: own.expert, decidedAt: now() },
        decision: { ...decision, reasons: [...new Set(decision.reasons)], relevant },
      });
      if (refusal !== null) refuseDecision(own.panel.id, at, refusal);
      const { id, bank } = own.panel;
      events.emit({ type: 'panel', panel: id, bank, expert: own.expert });
      const record = await store.writing.record(own.panel.id);
      return shown({ ...own, record }, question);
    },
  };
}

interface Opened {
  readonly panel: WritingPanel;
  readonly record: WritingRecord;
  readonly expert: string;
}

/** @throws REQUEST_INVALID for letters that the question does not have */
function requireAnswer({ question }: StoredQuestion, answer: readonly string[]): void {
  const { options, type } = question!;
  const letters = Object.keys(options ?? {});
  const isFit =
    options === null
      ? answer.length === 1
      : answer.every((letter) => letters.includes(letter)) &&
        new Set(answer).size === answer.length &&
        (type !== 'single' || answer.length === 1) &&
        (type !== 'sequencing' || answer.length === letters.length);
  if (isFit) return;
  fail('REQUEST_INVALID', {
    field: 'answer',
    found: 'an answer that the question cannot have',
    accepted:
      options === null
        ? 'one text'
        : type === 'single'
          ? 'one letter of an option'
          : type === 'multiple'
            ? 'letters of options, each once'
            : 'the letters of all options in their order',
  });
}

/** @throws REQUEST_INVALID for a rejection without a reason, or an acceptance with one */
function requireDecision({ accepts, reasons, comment }: z.output<typeof newDecision>): void {
  if (accepts && reasons.length > 0)
    fail('REQUEST_INVALID', {
      field: 'reasons',
      found: 'reasons of an accepted question',
      accepted: 'an empty list if the question is accepted',
    });
  if (!accepts && reasons.length === 0)
    fail('REQUEST_INVALID', {
      field: 'reasons',
      found: 'no reason',
      accepted: 'at least one reason if the question is rejected',
    });
  if (reasons.includes('other') && comment === '')
    fail('REQUEST_INVALID', {
      field: 'comment',
      found: 'no comment',
      accepted: 'words that say what is wrong, for the reason other',
    });
}
