import { percent, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { Told } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import { shellWord } from '../../shell-word.ts';
import type { AddedItems } from '../../workflow/writing/accept-written.ts';
import type { WritingPanel } from '../../workflow/writing/writing-panel.ts';
import type { WritingState } from '../../workflow/writing/writing-state.ts';
import type { Acceptance } from '../../writing/acceptance.ts';

/** A panel in words: its rounds, what auditor and experts found, how far the experts are, and what to do next. @param added what its bank got now */
export function writingText(
  panel: WritingPanel,
  state: WritingState,
  next: string,
  added: AddedItems | null = null,
): Told {
  return {
    lead: `Writing panel ${panel.id}: ${plainText(panel.title)}`,
    sections: [
      ...roundSection(state),
      ...kindSection(state),
      { paragraphs: [...facts(panel, state), ...(added === null ? [] : [addedText(added)])] },
    ],
    next,
  };
}

/** What a bank got. */
export function addedText({ bank, added, known }: AddedItems) {
  return `${plural(added, 'pretest item')} added to ${bank}${known > 0 ? `; ${known} were there already` : ''}.`;
}

function roundSection({ rounds }: WritingState): NonNullable<Told['sections']> {
  const ready = rounds.filter(({ readyAt }) => readyAt !== null);
  if (ready.length === 0) return [];
  const share = (value: number | null) => (value === null ? null : percent(value));
  const counts = ['round', 'questions', 'failed', 'flagged', 'decided', 'accepted'];
  const figures = ['auditor: precision', 'recall', 'κ of experts'];
  const rows = ready.map((one) => [
    ...[one.round, one.questions, one.failed, one.flagged, one.decided, one.accepted],
    one.rate && shareText(one.rate),
    ...[share(one.precision), share(one.recall), one.kappa?.toFixed(2) ?? null],
  ]);
  return [{ table: plainTable([...counts, 'rate [95%]', ...figures], rows, figures) }];
}

/** Faults by round: what the feedback changed. */
function kindSection({ rounds }: WritingState): NonNullable<Told['sections']> {
  const decided = rounds.filter((one) => one.decided > 0);
  const kinds = [...new Set(decided.flatMap((one) => one.kinds.map(({ kind }) => kind)))];
  if (kinds.length === 0) return [];
  const columns = decided.map(({ round }) => `round ${round}`);
  const rows = kinds.map((kind) => [
    kind,
    ...decided.map((one) => {
      const own = one.kinds.find((figures) => figures.kind === kind);
      return own === undefined ? '0, 0 / 0' : `${own.raised}, ${own.relevant} / ${own.named}`;
    }),
  ]);
  const first = 'issue (auditor raised, relevant / experts named)';
  return [{ table: plainTable([first, ...columns], rows, columns) }];
}

function facts({ configuration }: WritingPanel, state: WritingState): string[] {
  const { acceptance, experts, conflicts, current } = state;
  if (acceptance === null) return [];
  const failed = current.filter((one) => one.state === 'failed').length;
  const overridden = current.filter((one) => one.state === 'overridden').length;
  const wanted = percent(configuration.acceptShare);
  const by = configuration.sample === null ? 'share' : 'lower bound';
  return [
    `Accepted by two experts: ${shareText(acceptance)} of ${plural(configuration.questions, 'question')}${acceptance.low === acceptance.high ? '' : ' (95% interval)'}; the ${by} must reach ${wanted}.`,
    `Decided in the last round: ${experts.map(({ expert, decided, questions }) => `${plainText(expert)} ${decided} of ${questions}`).join(', ')}.`,
    ...waitingText(state),
    ...(failed > 0 ? [`${plural(failed, 'question')} could not be read or used.`] : []),
    ...(conflicts > 0
      ? [
          `${plural(conflicts, 'question')} with different decisions. An administrator may settle them in the dashboard; otherwise they count as not accepted.`,
        ]
      : []),
    ...(overridden > 0 ? [`${plural(overridden, 'question')} accepted by an administrator.`] : []),
  ];
}

function shareText({ share, low, high }: Acceptance): string {
  if (low === high) return percent(share);
  return `${percent(share)} [${percent(low)}, ${percent(high)}]`;
}

/** Whose decisions are awaited, and about how many questions. */
function waitingText({ step, experts }: WritingState): string[] {
  const open = experts.filter(({ decided, questions }) => decided < questions);
  if (step !== 'deciding' || open.length === 0) return [];
  const each = open.map(
    ({ expert, decided, questions }) =>
      `${plainText(expert)} (${plural(questions - decided, 'question')})`,
  );
  return [`Waiting for ${each.join(' and ')}.`];
}

/** What to do next, as a command. @param acceptedIn a bank that has the accepted questions already */
export function nextStep(
  { id, bank, configuration }: WritingPanel,
  { step, experts }: WritingState,
  database: string,
  acceptedIn: string | null,
): string {
  const go = `thetarank write --continue ${id}${database}`;
  switch (step) {
    case 'asking':
      return `${go}, which asks what is missing`;
    case 'deciding': {
      const [open] = experts.filter(({ decided, questions }) => decided < questions);
      const name = shellWord((open ?? experts[0]).expert);
      return `give each expert a key: thetarank keys add --role expert --panel ${id} --name ${name}${database}, and thetarank serve${database}. When they have decided: ${go}`;
    }
    case 'next-round':
      return `${go}, which writes the rejected questions again with the experts' feedback`;
    case 'done':
    case 'out-of-rounds': {
      const why =
        step === 'done'
          ? ''
          : ` (the share is too low, and round ${configuration.rounds} was the last; more with --rounds in a new panel)`;
      if (acceptedIn !== null)
        return `thetarank bank show ${shellWord(acceptedIn)}${database}, which has the accepted questions${why}`;
      return `thetarank write accept ${id} --to ${shellWord(bank ?? 'BANK')}${database}${why}`;
    }
  }
}
