import type { z } from 'zod';
import { BANK_NAME } from '../../../item-bank/bank-name.ts';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import type {
  newResolution,
  WritingDetail,
  WritingQuestion,
  WritingSummary,
  writingQuery,
} from '../../api/writing.ts';
import { fail } from '../../errors.ts';
import { type AddedItems, addAccepted } from '../../workflow/writing/accept-written.ts';
import { refuseDecision } from '../../workflow/writing/refuse-decision.ts';
import {
  asWriting,
  type WritingPanel,
  writingPanel,
} from '../../workflow/writing/writing-panel.ts';
import {
  type CurrentQuestion,
  type WritingState,
  writingState,
} from '../../workflow/writing/writing-state.ts';
import { QUESTION_STATES } from '../../writing/verdict.ts';
import { type Caller, mayUseBank } from '../caller.ts';
import { offsetOf } from '../http/offset-cursor.ts';
import type { ServiceContext } from '../service-context.ts';

/** Writing panels for those who run them. Runners see those of their banks. */
export function writingPart({ store, events, now }: ServiceContext) {
  const isOpenTo = (caller: Caller, { bank }: Pick<WritingPanel, 'bank'>) =>
    caller.role === 'administrator' ||
    (bank === null ? caller.banks === null : mayUseBank(caller, bank));
  const opened = async (caller: Caller, id: string) => {
    const panel = await writingPanel(store, id, false);
    if (!isOpenTo(caller, panel))
      fail('NAME_UNKNOWN', { kind: 'writing panel', name: id, nearest: null });
    return { panel, state: await stateOf(panel) };
  };
  const stateOf = async ({ id, configuration }: WritingPanel) =>
    writingState(await store.writing.record(id), configuration);
  const changed = ({ id, bank }: WritingPanel) => events.emit({ type: 'panel', panel: id, bank });

  return {
    async list(caller: Caller): Promise<WritingSummary[]> {
      const panels = (await store.panels.list('writing'))
        .map(asWriting)
        .filter((panel) => isOpenTo(caller, panel));
      return Promise.all(panels.map(async (panel) => summaryOf(panel, await stateOf(panel))));
    },

    async detail(caller: Caller, id: string): Promise<WritingDetail> {
      const { panel, state } = await opened(caller, id);
      return detailOf(panel, state);
    },

    async questions(caller: Caller, id: string, query: z.output<typeof writingQuery>) {
      const { panel, state } = await opened(caller, id);
      const all = (query.round === undefined ? state.current : state.questions).filter(
        (one) =>
          (query.round === undefined || one.round === query.round) &&
          (query.state === undefined || one.state === query.state),
      );
      const passages = await store.writing.passages(panel.id);
      const from = offsetOf(query.cursor);
      const end = from + query.limit;
      return {
        items: all.slice(from, end).map((one) => questionOf(one, passages[one.passage].name)),
        next: end < all.length ? String(end) : null,
        total: all.length,
      };
    },

    /** Settles a conflict, or accepts a question that two experts did not accept. */
    async resolve(
      caller: Caller,
      id: string,
      { round, place }: { readonly round: number; readonly place: number },
      { accepts, comment }: z.output<typeof newResolution>,
    ): Promise<WritingDetail> {
      const { panel, state } = await opened(caller, id);
      const found = state.current.find((one) => one.round === round && one.place === place);
      const refuse = (reason: string) => fail('WRITING_REFUSED', { panel: id, reason });
      if (found === undefined)
        return refuse(`question ${place} of round ${round} is not a current one`);
      if (found.state === 'failed') refuse('there is no question that could be accepted');
      if (found.state === 'waiting')
        refuse('the experts have not decided yet; a third decision comes after both of theirs');
      const refusal = await store.writing.resolve(id, {
        round,
        place,
        accepts,
        comment,
        by: caller.name,
        at: now(),
      });
      if (refusal !== null) refuseDecision(id, { round, place }, refusal);
      changed(panel);
      return detailOf(panel, await stateOf(panel));
    },

    /** @throws OPTION_INVALID for the name of a built-in bank, WRITING_REFUSED */
    async accept(caller: Caller, id: string, bank: string): Promise<AddedItems> {
      const { panel } = await opened(caller, id);
      if (isBuiltinBank(bank) || !BANK_NAME.test(bank))
        fail('REQUEST_INVALID', {
          field: 'bank',
          found: isBuiltinBank(bank) ? 'a built-in bank' : 'a name that a bank cannot have',
          accepted: 'the name of a bank of your own: lower-case letters, digits and hyphens',
        });
      const added = await addAccepted(store, panel, bank, now());
      changed(panel);
      return added;
    },
  };
}

function summaryOf(panel: WritingPanel, state: WritingState): WritingSummary {
  const { id, title, bank, createdAt, closedAt, configuration } = panel;
  return {
    ...{ id, title, bank, createdAt, closedAt },
    ...{ language: configuration.language, questions: configuration.questions },
    ...{ rounds: state.rounds.length, acceptance: state.acceptance, step: state.step },
  };
}

function detailOf(panel: WritingPanel, state: WritingState): WritingDetail {
  const { writer, auditor, types, sample, acceptShare, rounds, licence, sources, guideline } =
    panel.configuration;
  return {
    ...summaryOf(panel, state),
    ...{ writer: writer.name, auditor: auditor.name, types: [...types], sample, acceptShare },
    ...{ mostRounds: rounds, licence, guideline, conflicts: state.conflicts },
    sources: sources.map(({ file }) => file),
    experts: state.experts.map((one) => ({ ...one })),
    figures: state.rounds.map((one) => ({ ...one, kinds: one.kinds.map((kind) => ({ ...kind })) })),
    states: QUESTION_STATES.map((name) => ({
      state: name,
      questions: state.current.filter((one) => one.state === name).length,
    })),
  };
}

function questionOf(one: CurrentQuestion, source: string): WritingQuestion {
  const { round, place, type, state, question, issues, decisions, resolution } = one;
  return {
    ...{ round, place, type, state, source, issues: [...issues] },
    stem: question?.stem ?? null,
    options: question?.options ?? null,
    key: [...(question?.key ?? [])],
    explanation: question?.explanation ?? '',
    evidence: question?.evidence ?? '',
    decisions: decisions.map((own) => ({ ...own, reasons: [...own.reasons] })),
    resolution,
  };
}
