import type { Command } from 'commander';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { BUILTIN_BANKS } from '../../../item-bank/builtin/names.ts';
import { count } from '../../numbers.ts';
import { textTable } from '../../report/text-table.ts';
import type { BankSummary } from '../../store/store.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  readStore,
} from '../options/database-option.ts';
import { printText } from '../output/typed-commands.ts';

/** `thetarank bank list`: the banks of the database, and those that come with thetarank. */
export function addBankListCommand(bank: Command): void {
  addDatabaseOption(
    bank.command('list').description('List the built-in banks and those in the database.'),
  )
    .option('--json', 'print JSON')
    .action(runList);
}

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

async function runList(options: DatabaseOptions & { readonly json?: boolean }): Promise<void> {
  const { stored, location } = await readStore(options, async (store) => ({
    stored: await store.banks(),
    location: store.location,
  }));
  const banks = [
    ...BUILTIN_BANKS.map((name) => builtinBank(name, stored)),
    ...stored.filter(({ builtin }) => builtin === null).map(ownBank),
  ];
  if (options.json) {
    console.log(JSON.stringify({ database: location, banks }, null, 2));
    return;
  }
  printText(
    textTable(
      [
        { head: 'bank' },
        { head: 'items', align: 'right' },
        { head: 'with text', align: 'right' },
        { head: 'models', align: 'right' },
        { head: 'version', align: 'right' },
        { head: 'title' },
      ],
      banks.map(({ name, items, withText, examinees, version, title, builtin }) => [
        builtin ? `${name} (built in)` : name,
        ...[items, withText, examinees].map(count),
        version === null ? '–' : String(version),
        title,
      ]),
    ),
  );
  printText(`\nDatabase: ${location}`);
  printText(
    `Next: thetarank bank import FILE --name NAME${databaseOf(options)}, or thetarank bank show NAME${databaseOf(options)}`,
  );
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
