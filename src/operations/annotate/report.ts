import type { Coefficient, PairAgreement } from '../../annotation/agreement.ts';
import type { Label } from '../../annotation/vote.ts';
import type { PeopleAgreement } from '../../annotation/with-people.ts';
import { count, decimal, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { NONE_TEXT } from '../../prompt/annotate/wording.ts';
import type { Told } from '../../report/document.ts';
import type { AnnotationReport, LevelReport } from '../../workflow/annotation/annotation-report.ts';

/** Confused labels that are printed. */
const CONFUSED = 5;

/** An annotation: what is agreed and what is reviewed, agreement, errors, and what to do next. @param where the database of the next command */
export function annotationText(report: AnnotationReport, where: string): Told {
  const { id, bank, queue, items, levels, models, reviewers, blind } = report;
  const conflicts =
    queue.conflicts === 0
      ? ''
      : `, ${count(queue.conflicts)} in conflict: an administrator decides`;
  return {
    lead: `${id}: ${plural(items, 'item')} of ${bank}, labelled by ${models.map(plainText).join(', ')}`,
    facts: [
      [
        'To review',
        `${plural(queue.entries, 'entry', 'entries')}, ${count(queue.decided)} decided${conflicts}`,
      ],
      ...(reviewers.length === 0
        ? []
        : [
            [
              'Reviewers',
              reviewers
                .map(({ name, reviews }) => `${plainText(name)} ${count(reviews)}`)
                .join(', '),
            ] as const,
          ]),
    ],
    sections: [
      ...(blind
        ? []
        : [
            {
              paragraphs: [
                'Experts see what models propose. They may change fewer labels than are wrong, so errors can be larger and agreement smaller than shown.',
              ],
            },
          ]),
      ...levels.map((level) => ({
        heading: plainText(level.level),
        paragraphs: levelLines(level),
      })),
    ],
    next:
      queue.decided < queue.entries
        ? `invite an expert: thetarank keys add --role expert --panel ${id} --name NAME${where}, then thetarank serve${where}. Progress: thetarank annotate show ${id}${where}`
        : `thetarank annotate export ${id} --out labels.csv --apply${where}`,
  };
}

function levelLines(level: LevelReport): string[] {
  const { labels, reasons, agreedError, entries } = level;
  const agreed = agreedError.agreed;
  const share = entries === 0 ? 0 : (100 * agreed) / entries;
  const { error, audited, reviewed, wrong, conflicts } = agreedError;
  const why = Object.entries(reasons)
    .filter(([, n]) => n > 0)
    .map(([reason, n]) => `${reason} ${count(n)}`)
    .join(', ');
  return [
    `Models agree on ${count(agreed)} of ${count(entries)} (${decimal(share, 1)}%)${why === '' ? '' : `; not on: ${why}`}`,
    `Labels that stand: ${count(labels.agreed)} that models agree on${labels.auditing === 0 ? '' : ` (${count(labels.auditing)} of them wait for their audit)`}, ${count(labels.people)} by people. Missing until people review them: ${count(labels.missing)}`,
    error === null
      ? `Error of agreed labels: unknown until people review the audit sample in the queue (${plural(audited, 'label')})`
      : `Error of agreed labels: ${percent(error.value)} (90% interval ${percent(error.low)} to ${percent(error.high)}; ${count(wrong)} of ${count(reviewed)} decided${conflicts === 0 ? '' : `; ${count(conflicts)} in conflict: right for the lower end, wrong for the upper end`})`,
    ...(level.alpha === null ? [] : [`Krippendorff's α of all: ${coefficient(level.alpha)}`]),
    ...level.pairs.map(pairLine),
    ...level.withPeople.map(peopleLine),
    ...level.ratersWithTags.map(pairLine),
    ...(level.withTags === null ? [] : [pairLine(level.withTags)]),
    ...level.confusions
      .slice(0, CONFUSED)
      .map(
        ({ labels, items }) =>
          `Confused: ${labels.map(labelWords).join(' and ')}, ${plural(items, 'item')}`,
      ),
  ];
}

function pairLine({ first, second, items, share, kappa }: PairAgreement): string {
  const same = share === null ? '' : `, ${decimal(100 * share, 1)}% the same`;
  return `${plainText(first)} and ${plainText(second)}: Cohen's κ ${coefficient(kappa)}${same}, ${plural(items, 'item')}`;
}

const OF = {
  all: ', over all items by weights',
  doubtful:
    ', of the labels that models do not agree on; those that they agree on are not audited yet',
  agreed: ', of the labels that models agree on; the others are not reviewed yet',
} as const;

function peopleLine(pair: PeopleAgreement): string {
  return `${pairLine(pair)}${OF[pair.of]}`;
}

function coefficient({ value, low, high }: Coefficient): string {
  if (value === null) return 'not defined';
  return low === null || high === null
    ? decimal(value, 2)
    : `${decimal(value, 2)} (${decimal(low, 2)} to ${decimal(high, 2)})`;
}

function percent(share: number): string {
  return `${decimal(100 * share, 1)}%`;
}

function labelWords(label: Label): string {
  return label === null ? NONE_TEXT : plainText(label);
}
