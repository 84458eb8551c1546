import { z } from 'zod';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { BUILTIN_BANKS } from '../../../item-bank/builtin/names.ts';
import { plainTable } from '../../report/plain-table.ts';
import type { BankSummary } from '../../store/store.ts';
import { operation } from '../operation.ts';

export const bankList = operation({
  name: 'bank list',
  summary: 'List the built-in banks and those in the database.',
  options: z.object({}),
  database: 'existing',
  outputs: ['json'],
  run: (_, { store }) =>
    store(async (open) => {
      const stored = await open.banks();
      const own = stored.filter(({ builtin }) => builtin === null).map(ownBank);
      const builtin = BUILTIN_BANKS.map((name) => builtinBank(name, stored));
      return { database: open.location, banks: [...builtin, ...own] };
    }),
  report: ({ database, banks }, { where }) => ({
    lead: `Database: ${database}`,
    sections: [
      {
        table: plainTable(
          ['bank', 'items', 'with text', 'models', 'version', 'title'],
          banks.map(({ name, items, withText, examinees, version, title, builtin }) => [
            builtin ? `${name} (built in)` : name,
            ...[items, withText, examinees, version, title],
          ]),
        ),
      },
    ],
    next: `thetarank bank import FILE --name NAME${where}, or thetarank bank show NAME${where}`,
  }),
});

interface Listed {
  readonly name: string;
  readonly items: number;
  /** Items with question text. */
  readonly withText: number;
  readonly examinees: number;
  readonly version: number | null;
  readonly title: string;
  readonly builtin: boolean;
}

function builtinBank(name: string, stored: readonly BankSummary[]): Listed {
  const { items, responses, title } = loadBuiltinBank(name);
  const text = stored.find(({ builtin }) => builtin === name);
  return {
    name,
    items: items.length,
    withText: text?.items ?? 0,
    examinees: responses.examinees.length,
    version: text?.version ?? null,
    title,
    builtin: true,
  };
}

function ownBank({ name, items, examinees, version, title }: BankSummary): Listed {
  return { name, items, withText: items, examinees, version, title, builtin: false };
}
