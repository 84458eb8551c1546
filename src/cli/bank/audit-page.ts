import { SUSPECT_KINDS, type SuspectKind } from '../../../item-bank/audit/suspect.ts';
import type { Words } from '../../languages/words.ts';
import { count, decimal, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { Document, Section } from '../../report/document.ts';
import { documentPage } from '../../report/page.ts';
import { retoldDocument } from '../../report/retold-document.ts';
import { type BankAudit, LEFT_OUT_FROM } from '../../workflow/bank/audit/audit-bank.ts';
import { answersText, bankNotes, rankingText } from './audit-report.ts';

/** Suspects on a page: more belong in the review file. */
const MOST_ON_PAGE = 200;

/** The audit as one page that needs no other file. @param texts question text by item, where it was asked for */
export function auditPage(
  name: string,
  audit: BankAudit,
  { next, texts }: { readonly next: string; readonly texts: ReadonlyMap<string, string> },
  t: Words,
): Promise<string> {
  const { items, suspects, invalid, duplicates } = audit;
  const strong = suspects.filter(({ probability }) => probability >= LEFT_OUT_FROM).length;
  const page: Document = {
    title: `Audit of ${plainText(name)}`,
    lead: `${plural(suspects.length, 'item')} of ${count(items)} ${suspects.length === 1 ? 'is' : 'are'} doubtful; ${count(strong)} ${strong === 1 ? 'is' : 'are'} faulty with a probability of ${LEFT_OUT_FROM} or more.`,
    facts: [
      ['items', count(items)],
      ['invalid', count(invalid.count)],
      ['exact duplicates', count(duplicates.count)],
      ['answers', answersText(audit).replace(/^Answers: /, '')],
    ],
    sections: [
      ...suspectSection(audit),
      ...kindSection(audit),
      ...noteSection(audit),
      ...rankingSection(audit),
      ...textSection(audit, texts),
    ],
    next,
  };
  return documentPage(retoldDocument(page, t), t);
}

function suspectSection({ suspects }: BankAudit): Section[] {
  if (suspects.length === 0) return [];
  const first = suspects.slice(0, MOST_ON_PAGE);
  return [
    {
      heading: 'Suspects',
      paragraphs: ['A person decides: a suspect may be a difficult question with a right key.'],
      table: {
        caption:
          first.length < suspects.length
            ? `The ${count(first.length)} most probable of ${count(suspects.length)}`
            : 'All suspects, the most probable first',
        columns: [
          { name: 'item' },
          {
            name: 'probability',
            numeric: true,
            help: 'Estimated probability that the item is faulty.',
          },
          { name: 'suggested key', help: 'The option that the answers speak for.' },
          { name: 'reasons', words: true },
        ],
        rows: first.map(({ item, probability, suggestedKey, reasons }) => [
          plainText(item),
          decimal(probability, 2),
          suggestedKey?.join('') ?? null,
          reasons.map(({ text }) => plainText(text)).join('\n'),
        ]),
      },
    },
  ];
}

function kindSection({ kinds }: BankAudit): Section[] {
  const entries = Object.entries(kinds) as [SuspectKind, number][];
  if (entries.length === 0) return [];
  return [
    {
      heading: 'Kinds',
      table: {
        caption: 'Suspects by kind; an item can be of several',
        columns: [
          { name: 'kind' },
          { name: 'items', numeric: true },
          { name: 'meaning', words: true },
        ],
        rows: entries.map(([kind, number]) => [kind, number, SUSPECT_KINDS[kind]]),
      },
    },
  ];
}

function noteSection(audit: BankAudit): Section[] {
  const notes = bankNotes(audit).filter((note) => note !== '');
  return notes.length === 0
    ? []
    : [{ heading: 'The bank as a whole', paragraphs: notes.map(plainText) }];
}

function rankingSection(audit: BankAudit): Section[] {
  const text = rankingText(audit);
  if (text === null || audit.ranking === null) return [];
  return [
    {
      heading: 'The ranking without suspects',
      paragraphs: [text],
      forest: {
        title: 'Scores without the suspects',
        caption: 'The line leads to the present score.',
        xTitle: 'score, points',
        rows: audit.ranking.models.map(({ model, before, after, rankBefore, rankAfter }) => ({
          name: plainText(model),
          value: 100 * after,
          low: 100 * Math.min(before, after),
          high: 100 * Math.max(before, after),
          label: `${decimal(100 * before, 1)} → ${decimal(100 * after, 1)}, rank ${rankBefore === rankAfter ? rankBefore : `${rankBefore} → ${rankAfter}`}`,
          quiet: false,
        })),
      },
    },
  ];
}

function textSection({ suspects }: BankAudit, texts: ReadonlyMap<string, string>): Section[] {
  if (texts.size === 0) return [];
  return [
    {
      heading: 'Question text',
      table: {
        caption: 'As asked for: do not pass on what must stay secret',
        columns: [{ name: 'item' }, { name: 'text' }],
        rows: suspects.flatMap(({ item }) => {
          const text = texts.get(item);
          return text === undefined ? [] : [[plainText(item), text]];
        }),
      },
    },
  ];
}
