import { SUSPECT_KINDS, type SuspectKind } from '../../../item-bank/audit/suspect.ts';
import { correlation, count, decimal, percent, plural } from '../../numbers.ts';
import { textTable } from '../../report/text-table.ts';
import { type BankAudit, LEFT_OUT_FROM } from '../../workflow/bank/audit/audit-bank.ts';
import { oneLine } from './import-report.ts';

/** Suspects printed, and other entries per kind. */
export const SHOWN = 20;
const NAMED = 5;
/** Models named whose scores move most. */
const MOVED = 5;
/** Below this, places of keys are not as likely as each other. */
const RARE = 0.001;

/** The audit for a terminal: suspects first. @param texts question text by item, where it was asked for */
export function auditReport(
  audit: BankAudit,
  shown: number,
  texts: ReadonlyMap<string, string>,
): string {
  return [
    ...checkLines(audit),
    ...suspectLines(audit, shown, texts),
    ...kindLines(audit),
    ...bankNotes(audit),
    ...rankingLines(audit),
  ].join('\n');
}

function checkLines(audit: BankAudit): string[] {
  const { items, withoutText, retired, invalid, duplicates, tags } = audit;
  const rest = (total: number) => (total > NAMED ? ` … and ${count(total - NAMED)} more` : '');
  const texts = items - withoutText;
  const lines = [
    withoutText === items && items > 0
      ? `${plural(items, 'item')} without question text: only answers are audited.`
      : `${plural(items, 'item')}: ${count(texts - invalid.count - duplicates.count)} valid, ${count(invalid.count)} invalid, ${count(duplicates.count)} with the content of an earlier item.${withoutText > 0 ? ` ${count(withoutText)} have no question text.` : ''}${retired > 0 ? ` ${count(retired)} retired, left out of what follows.` : ''}`,
  ];
  if (invalid.count > 0) lines.push('Invalid:');
  for (const { id, reason } of invalid.first.slice(0, NAMED))
    lines.push(`  ${oneLine(`${id}: ${reason}`)}`);
  if (invalid.count > NAMED) lines.push(` ${rest(invalid.count)}`);
  if (tags.count > 0) lines.push('Tag values that are not in the taxonomy:');
  for (const { id, reason } of tags.first.slice(0, NAMED))
    lines.push(`  ${oneLine(`${id}: ${reason}`)}`);
  if (tags.count > NAMED) lines.push(` ${rest(tags.count)}`);
  if (duplicates.count > 0) {
    const pairs = duplicates.first.slice(0, NAMED).map(({ id, of }) => `${id} (as ${of})`);
    lines.push(`Same content: ${oneLine(pairs.join(', '))}${rest(duplicates.count)}`);
  }
  return lines;
}

/** What the answers are, in one sentence. */
export function answersText({ models, answers, letters, unknown }: BankAudit): string {
  const skipped =
    unknown > 0
      ? ` ${plural(unknown, 'answer')} to items that are not in the bank ${unknown === 1 ? 'was' : 'were'} skipped.`
      : '';
  if (models === 0)
    return `No answers: keys are not audited. Add them: --responses FILE.${skipped}`;
  const share =
    letters === answers
      ? 'all with the option chosen'
      : letters === 0
        ? 'scores only'
        : `${percent(letters / answers)} with the option chosen`;
  return `Answers: ${count(answers)} of ${plural(models, 'model')}, ${share}.${models < 5 ? ' Fewer than five models: keys are not audited.' : ''}${skipped}`;
}

function suspectLines(
  audit: BankAudit,
  shown: number,
  texts: ReadonlyMap<string, string>,
): string[] {
  const { suspects } = audit;
  const first = suspects.slice(0, shown);
  const lines = [answersText(audit)];
  if (suspects.length === 0) return [...lines, '', 'No suspects.'];
  lines.push(
    '',
    `Doubtful, for you to look at: ${plural(suspects.length, 'item')}${first.length < suspects.length ? `, the first ${first.length}` : ''}`,
    textTable(
      [
        { head: 'item' },
        { head: 'probability', align: 'right' },
        { head: 'suggested key' },
        { head: 'first reason' },
      ],
      first.map(({ item, probability, suggestedKey, reasons }) => [
        item,
        decimal(probability, 2),
        suggestedKey?.join('') ?? '–',
        `${oneLine(reasons[0].text)}${reasons.length > 1 ? ` (+${reasons.length - 1})` : ''}`,
      ]),
    ),
  );
  for (const { item } of first) {
    const text = texts.get(item);
    if (text !== undefined) lines.push('', text);
  }
  return lines;
}

function kindLines({ kinds }: BankAudit): string[] {
  const entries = Object.entries(kinds) as [SuspectKind, number][];
  return entries.length === 0
    ? []
    : [
        '',
        'By kind:',
        ...entries.map(([kind, number]) => `  ${count(number)}: ${kind}: ${SUSPECT_KINDS[kind]}`),
      ];
}

/** What the audit says of the bank as a whole, a sentence each. */
export function bankNotes(audit: BankAudit): string[] {
  const { keyPositions: places, positionBias, dependence, exposure } = audit;
  const notes: string[] = [];
  if (places !== null && places.p < RARE) {
    const most = places.letters.reduce((best, own) =>
      own.keys / own.expected > best.keys / best.expected ? own : best,
    );
    notes.push(
      `Keys do not stand at all places equally often (χ² test, p ${places.p < 1e-6 ? '< 0.000001' : `= ${places.p.toPrecision(1)}`}): ${most.letter} is the key of ${count(most.keys)} items, ${decimal(most.expected, 0)} expected.`,
    );
  }
  if (positionBias.length > 0) {
    const [{ model, best, worst }] = positionBias;
    notes.push(
      `Models whose right answers depend on the place of the key: ${count(positionBias.length)} of ${count(audit.models)}. Most: ${oneLine(model)}, ${percent(best.share)} right at ${best.keys}, ${percent(worst.share)} at ${worst.keys}.`,
    );
  }
  if (dependence !== null)
    notes.push(
      `${plural(dependence.pairs, 'pair')} of similar items: variance of their shared effect ${decimal(dependence.variance, 2)}${Number.isNaN(dependence.error) ? '' : ` ± ${decimal(dependence.error, 2)}`} squared logits beyond ability.`,
    );
  if (exposure.tests > 0)
    notes.push(
      `Exposure: ${plural(exposure.tests, 'test')} so far asked ${plural(exposure.items, 'item')}, one of them ${plural(exposure.most, 'time')}.`,
    );
  return notes.length === 0 ? [] : ['', ...notes];
}

/** The ranking without suspects, in one sentence; null if nothing is left out. */
export function rankingText({ ranking }: BankAudit): string | null {
  if (ranking === null || ranking.removed === 0 || ranking.models.length < 2) return null;
  const moved = ranking.models.filter(
    ({ rankBefore, rankAfter }) => rankBefore !== rankAfter,
  ).length;
  return `Without ${plural(ranking.removed, 'suspect')} of probability ${LEFT_OUT_FROM} or more: Kendall τ-b ${correlation(ranking.tau)} with the present ranking; ${plural(moved, 'model')} of ${count(ranking.models.length)} change${moved === 1 ? 's' : ''} rank.`;
}

function rankingLines(audit: BankAudit): string[] {
  const text = rankingText(audit);
  if (text === null || audit.ranking === null) return [];
  const moves = audit.ranking.models
    .toSorted((x, y) => Math.abs(y.after - y.before) - Math.abs(x.after - x.before))
    .slice(0, MOVED);
  return [
    '',
    text,
    textTable(
      [
        { head: 'largest moves' },
        { head: 'score', align: 'right' },
        { head: 'without', align: 'right' },
        { head: 'rank', align: 'right' },
        { head: 'without', align: 'right' },
      ],
      moves.map(({ model, before, after, rankBefore, rankAfter }) => [
        model,
        decimal(100 * before, 2),
        decimal(100 * after, 2),
        String(rankBefore),
        String(rankAfter),
      ]),
    ),
  ];
}
