import { SUSPECT_KINDS, type SuspectKind } from '../../../item-bank/audit/suspect.ts';
import { retold } from '../../languages/retold.ts';
import { sentences, type Words } from '../../languages/words.ts';
import { correlation, count, decimal, percent } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { Document, Section } from '../../report/document.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import { shortened } from '../../text/shortened.ts';
import { type BankAudit, LEFT_OUT_FROM } from '../../workflow/bank/audit/audit-bank.ts';
import type { Reading } from '../operation.ts';
import type { AuditOptions, AuditResult } from './audit.ts';

/** Suspects in the table: more belong in the review file. */
const MOST = 200;
/** Other entries named per kind. */
export const NAMED = 5;
/** Below this, places of keys are not as likely as each other. */
const RARE = 0.001;
/** Models whose keys' places are doubtful are few below this number. */
const FEW_MODELS = 5;

/** Suspects first. */
export function auditDocument(
  audit: AuditResult,
  { options: { bank, limit }, t }: Reading<AuditOptions>,
): Document {
  const { items, suspects } = audit;
  const strong = suspects.filter(({ probability }) => probability >= LEFT_OUT_FROM).length;
  return {
    title: t('Audit of {bank}', { bank: plainText(bank) }),
    lead: t(
      '{n, plural, one {# item} other {# items}} of {all} {n, plural, one {is} other {are}} doubtful; {strong, plural, one {# is} other {# are}} faulty with a probability of {p} or more.',
      { n: suspects.length, all: count(items), strong, p: `${LEFT_OUT_FROM}` },
    ),
    facts: [
      [t('items'), itemsText(audit, t)],
      [t('answers'), answersText(audit, t)],
    ],
    sections: [
      ...listSection(t('Invalid'), audit.invalid, t),
      ...listSection(t('Tag values that are not in the taxonomy'), audit.tags, t),
      ...copySection(audit, t),
      ...suspectSection(audit, limit, t),
      ...kindSection(audit, t),
      ...noteSection(audit, t),
      ...rankingSection(audit, t),
      ...textSection(audit, t),
    ],
  };
}

function itemsText(audit: BankAudit, t: Words): string {
  const { items, withoutText, retired, invalid, duplicates } = audit;
  if (withoutText === items && items > 0)
    return t('{n, number} without question text: only answers are audited.', { n: items });
  return sentences(
    [
      t(
        '{n, number}: {valid} valid, {invalid} invalid, {same} with the content of an earlier item.',
        {
          n: items,
          valid: count(items - withoutText - invalid.count - duplicates.count),
          invalid: count(invalid.count),
          same: count(duplicates.count),
        },
      ),
      withoutText > 0 ? t('{n} have no question text.', { n: count(withoutText) }) : '',
      retired > 0 ? t('{n} retired, left out of what follows.', { n: count(retired) }) : '',
    ],
    t,
  );
}

/** What the answers are. */
function answersText({ models, answers, letters, unknown }: BankAudit, t: Words): string {
  const skipped =
    unknown === 0
      ? ''
      : t(
          '{n, plural, one {# answer to an item that is not in the bank was} other {# answers to items that are not in the bank were}} skipped.',
          { n: unknown },
        );
  if (models === 0)
    return sentences([t('none: keys are not audited. Add them: --responses FILE.'), skipped], t);
  const share =
    letters === answers
      ? t('all with the option chosen')
      : letters === 0
        ? t('scores only')
        : t('{share} with the option chosen', { share: percent(letters / answers) });
  return sentences(
    [
      t('{n, number} of {models, plural, one {# model} other {# models}}, {share}.', {
        n: answers,
        models,
        share,
      }),
      models < FEW_MODELS ? t('Fewer than five models: keys are not audited.') : '',
      skipped,
    ],
    t,
  );
}

function listSection(
  heading: string,
  { count: all, first }: BankAudit['invalid'],
  t: Words,
): Section[] {
  if (all === 0) return [];
  return [
    {
      heading,
      paragraphs: [
        ...first.slice(0, NAMED).map(({ id, reason }) => shortened(`${id}: ${reason}`)),
        ...(all > NAMED ? [t('and {n} more', { n: count(all - NAMED) })] : []),
      ],
    },
  ];
}

function copySection({ duplicates }: BankAudit, t: Words): Section[] {
  if (duplicates.count === 0) return [];
  const pairs = duplicates.first
    .slice(0, NAMED)
    .map(({ id, of }) => shortened(t('{item} (as {other})', { item: id, other: of })));
  const more = duplicates.count - NAMED;
  return [
    {
      heading: t('Same content'),
      paragraphs: [
        [...pairs, ...(more > 0 ? [t('and {n} more', { n: count(more) })] : [])].join(t(', ')),
      ],
    },
  ];
}

function suspectSection({ suspects }: BankAudit, limit: number, t: Words): Section[] {
  if (suspects.length === 0) return [];
  const first = suspects.slice(0, MOST);
  return [
    {
      heading: t('Suspects'),
      paragraphs: [t('A person decides: a suspect may be a difficult question with a right key.')],
      table: {
        caption:
          first.length < suspects.length
            ? t('The {n} most probable of {all}', {
                n: count(first.length),
                all: count(suspects.length),
              })
            : t('All suspects, the most probable first'),
        columns: [
          { name: t('item') },
          {
            name: t('probability'),
            numeric: true,
            help: t('Estimated probability that the item is faulty.'),
          },
          { name: t('suggested key'), help: t('The option that the answers speak for.') },
          { name: t('reasons') },
        ],
        rows: first.map(({ item, probability, suggestedKey, reasons }) => [
          plainText(item),
          decimal(probability, 2),
          suggestedKey?.join('') ?? null,
          reasons.map(({ text }) => retold(plainText(text), t)).join('\n'),
        ]),
        limit,
      },
    },
  ];
}

function kindSection({ kinds }: BankAudit, t: Words): Section[] {
  const entries = Object.entries(kinds) as [SuspectKind, number][];
  if (entries.length === 0) return [];
  return [
    {
      heading: t('Kinds'),
      table: {
        caption: t('Suspects by kind; an item can be of several'),
        columns: [{ name: t('kind') }, { name: t('items'), numeric: true }, { name: t('meaning') }],
        rows: entries.map(([kind, number]) => [kind, number, retold(SUSPECT_KINDS[kind], t)]),
      },
    },
  ];
}

/** What the audit says of the bank as a whole, a sentence each. */
function noteSection(audit: BankAudit, t: Words): Section[] {
  const { keyPositions: places, positionBias, dependence, exposure, models } = audit;
  const notes: string[] = [];
  if (places !== null && places.p < RARE) {
    const most = places.letters.reduce((best, own) =>
      own.keys / own.expected > best.keys / best.expected ? own : best,
    );
    notes.push(
      t(
        'Keys do not stand at all places equally often (χ² test, p {p}): {letter} is the key of {n} items, {expected} expected.',
        {
          p: places.p < 1e-6 ? '< 0.000001' : `= ${places.p.toPrecision(1)}`,
          letter: most.letter,
          n: count(most.keys),
          expected: decimal(most.expected, 0),
        },
      ),
    );
  }
  notes.push(...doubtTexts(audit.doubts, 'fitted', t));
  if (positionBias.length > 0) {
    const [{ model, best, worst }] = positionBias;
    notes.push(
      t(
        'Models whose right answers depend on the place of the key: {n} of {all}. Most: {model}, {high} right at {best}, {low} at {worst}.',
        {
          n: count(positionBias.length),
          all: count(models),
          model: shortened(model),
          high: percent(best.share),
          best: best.keys,
          low: percent(worst.share),
          worst: worst.keys,
        },
      ),
    );
  }
  if (dependence !== null)
    notes.push(
      t(
        '{n, plural, one {# pair} other {# pairs}} of similar items: variance of their shared effect {variance} squared logits beyond ability.',
        {
          n: dependence.pairs,
          variance: `${decimal(dependence.variance, 2)}${Number.isNaN(dependence.error) ? '' : ` ± ${decimal(dependence.error, 2)}`}`,
        },
      ),
    );
  if (exposure.tests > 0)
    notes.push(
      t(
        'Exposure: {tests, plural, one {# test} other {# tests}} so far asked {items, plural, one {# item} other {# items}}, one of them {most, plural, one {# time} other {# times}}.',
        { tests: exposure.tests, items: exposure.items, most: exposure.most },
      ),
    );
  return notes.length === 0 ? [] : [{ heading: t('The bank as a whole'), paragraphs: notes }];
}

/** The ranking without suspects; nothing if none is left out. */
function rankingSection({ ranking }: BankAudit, t: Words): Section[] {
  if (ranking === null || ranking.removed === 0 || ranking.models.length < 2) return [];
  const { models, removed, tau } = ranking;
  const moved = models.filter(({ rankBefore, rankAfter }) => rankBefore !== rankAfter).length;
  return [
    {
      heading: t('The ranking without suspects'),
      paragraphs: [
        t(
          "Without {n, plural, one {# suspect} other {# suspects}} of probability {p} or more: Kendall's τ-b {tau} with the present ranking; {moved, plural, one {# model} other {# models}} of {all} {moved, plural, one {changes} other {change}} rank.",
          {
            n: removed,
            p: `${LEFT_OUT_FROM}`,
            tau: correlation(tau, t),
            moved,
            all: count(models.length),
          },
        ),
      ],
      forest: {
        title: t('Scores without the suspects'),
        caption: t('The line leads to the present score.'),
        xTitle: t('score, points'),
        rows: models.map(({ model, before, after, rankBefore, rankAfter }) => ({
          name: plainText(model),
          value: 100 * after,
          low: 100 * Math.min(before, after),
          high: 100 * Math.max(before, after),
          label: t('{before} → {after}, rank {rank}', {
            before: decimal(100 * before, 1),
            after: decimal(100 * after, 1),
            rank: rankBefore === rankAfter ? `${rankBefore}` : `${rankBefore} → ${rankAfter}`,
          }),
          quiet: false,
        })),
      },
    },
  ];
}

function textSection({ suspects, texts = {} }: AuditResult, t: Words): Section[] {
  if (Object.keys(texts).length === 0) return [];
  return [
    {
      heading: t('Question text'),
      table: {
        caption: t('As asked for: do not pass on what must stay secret'),
        columns: [{ name: t('item') }, { name: t('text') }],
        rows: suspects.flatMap(({ item }) => {
          const text = texts[item];
          return text === undefined ? [] : [[plainText(item), text]];
        }),
      },
    },
  ];
}
