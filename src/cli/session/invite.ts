import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { z } from 'zod';
import type { requestedSession } from '../../api/sessions.ts';
import { invitePeople } from '../../client/invite-people.ts';
import { fail } from '../../errors.ts';
import { readInvitations, writeInvitations } from '../../files/people/invitations-file.ts';
import { type Person, readPeople } from '../../files/people/people-file.ts';
import { holdFile } from '../../files/write/hold-file.ts';
import { checkFolder, checkWritable } from '../../files/write/write.ts';
import { plural } from '../../numbers.ts';
import { present } from '../../present.ts';
import type { CalibrationName } from '../../tested-bank/named-calibration.ts';
import { readLines } from '../../text/read-lines.ts';
import { calibrationName } from '../options/calibration-option.ts';
import { positiveNumber, wholeNumber } from '../options/options.ts';
import { lateProgress } from '../output/late-progress.ts';
import { printText } from '../output/typed-commands.ts';
import { clientOf, type ServiceOptions } from './service-options.ts';

type Request = z.input<typeof requestedSession>;

interface InviteOptions extends ServiceOptions {
  readonly names: string;
  readonly out: string;
  readonly bank: string;
  readonly strategy?: Request['strategy'];
  readonly items?: number;
  readonly form?: string;
  readonly calibration?: CalibrationName;
  readonly seed: number;
  readonly timeLimit?: number;
  readonly breaks: Request['breaks'];
  readonly feedback: Request['feedback'];
  readonly days: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Names that a dry run shows. */
const SHOWN = 10;
/** Strategies that need no more than these options. */
const STRATEGIES = ['paper', 'balanced', 'robust', 'random'] as const;

const EXAMPLES = `
Examples (the key is in THETARANK_KEY, the address in THETARANK_URL):
  thetarank session invite --bank exam --names names.txt --items 20 --out links.csv
  thetarank session invite --bank exam --names people.csv --form representative --items 30 --time-limit 45 --out links.csv
  thetarank form --bank mmlu-pro --items 30 --format ids > items.txt
  thetarank session invite --bank mmlu-pro --names names.txt --form items.txt --out links.csv

Everybody gets the same representative questions, unless --form or --strategy says otherwise: scores of people by such forms have
intervals that hold, those of adaptive tests do not (docs/people.md).

names.txt has one name per line. people.csv has the columns name and minutes: extra time for that person.`;

/** `thetarank session invite`: a test and a link for each of several people. */
export function addInviteCommand(command: Command): void {
  for (const option of command.options) option.helpGroup('The service:');
  command
    .optionsGroup('The people:')
    .requiredOption(
      '--names <file>',
      'whom to invite: one name per line, or CSV with the columns name and minutes (extra time); names stand on the leaderboard, so use pseudonyms',
    )
    .requiredOption(
      '--out <file>',
      'write their links there, CSV: name, session, link. People whom the file has are not invited again',
    )
    .option('--days <number>', 'days until the links expire', positiveNumber, 30)
    .option('--dry-run', 'only say who would be invited')
    .optionsGroup('The test:')
    .requiredOption('--bank <name>', 'the bank')
    .addOption(
      new Option(
        '--strategy <name>',
        'choose each question by the answers so far, or draw it (random) for each person; intervals of scores then hold for people only with random',
      ).choices(STRATEGIES),
    )
    .option('--items <n>', 'most questions (default: 30)', wholeNumber(1))
    .option(
      '--form <items>',
      'the same questions for everybody: representative, random, or a file with one id per line (default: representative)',
    )
    .option(
      '--calibration <n>',
      'number of a kept calibration, or current for the one in force',
      calibrationName,
    )
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .optionsGroup('For the people:')
    .option('--time-limit <minutes>', 'minutes from the beginning (default: none)', positiveNumber)
    .addOption(
      new Option('--breaks <which>', 'breaks in which the clock stands still')
        .choices(['any', 'none'])
        .default('any'),
    )
    .addOption(
      new Option('--feedback <what>', 'what people see at the end')
        .choices(['result', 'none'])
        .default('result'),
    )
    .addHelpText('after', EXAMPLES)
    .action(invite);
}

async function invite(options: InviteOptions): Promise<void> {
  const { names: file, out, days, json } = options;
  const client = clientOf(options);
  const people = readPeople(file);
  const request = requestOf(options);
  checkFolder(out);
  checkWritable([out]);
  const missingFrom = (invitations: ReturnType<typeof readInvitations>) =>
    people.filter(({ name }) => (invitations.get(name)?.link ?? '') === '');
  if (options.dryRun === true)
    return showPlan(missingFrom(readInvitations(out)), request.bank, json === true);
  const { invitations, missing } = await holdFile(out, async () => {
    const invitations = readInvitations(out);
    const missing = missingFrom(invitations);
    let done = 0;
    const progress = lateProgress('inviting people', missing.length);
    try {
      await invitePeople(client, {
        people,
        request,
        days,
        address: options.url.replace(/\/+$/, ''),
        invitations,
        onStep: () => writeInvitations(out, invitations.values()),
        onInvited: () => progress.reach(++done / missing.length),
      });
    } finally {
      progress.stop();
    }
    return { invitations, missing };
  });
  const before = people.length - missing.length;
  if (json === true) {
    const sessions = people.map(({ name }) => ({ name, session: invitations.get(name)!.session }));
    const shown = { file: out, invited: missing.length, before, people: sessions };
    return console.log(JSON.stringify(shown, null, 2));
  }
  const known =
    before === 0
      ? ''
      : ` ${before} had a link before; their tests stay as they are, whatever the options of this call.`;
  const isLocal = /^(?:127\.|localhost$|\[::1\]$)/.test(new URL(options.url).hostname);
  const note = isLocal
    ? `\nNOTE: links begin with ${options.url}, which only this machine reaches. For others give the address that they use: --url.`
    : '';
  printText(
    `${plural(missing.length, 'person', 'people')} invited.${known}\nThe links are in ${out} and shown nowhere else. Whoever has one takes the test under that name.${note}\n\nNext: send each person their link. Follow them on the dashboard (Sessions), or with: thetarank session watch ID`,
  );
}

/** Who would be invited. */
function showPlan(missing: readonly Person[], bank: string, isJson: boolean): void {
  const names = missing.map(({ name }) => name);
  if (isJson) {
    console.log(JSON.stringify({ bank, people: names }, null, 2));
    return;
  }
  const first = names.slice(0, SHOWN).join(', ');
  const named = names.length === 0 ? '' : `: ${first}${names.length > SHOWN ? ' …' : ''}`;
  printText(
    `${plural(names.length, 'person', 'people')} would be invited to a test of ${bank}${named}\n\nNext: the same without --dry-run`,
  );
}

/** @throws OPTION_INVALID, OPTIONS_CONFLICT, FILE_NOT_FOUND, FILE_INVALID */
function requestOf({
  bank,
  strategy,
  items,
  form,
  calibration,
  seed,
  timeLimit,
  breaks,
  feedback,
}: InviteOptions): Omit<Request, 'examinee'> {
  const common = { bank, seed, breaks, feedback, ...present({ items, timeLimit, calibration }) };
  if (form === undefined)
    return strategy === undefined
      ? { ...common, strategy: 'fixed', form: { draw: 'representative' } }
      : { ...common, strategy };
  if (strategy !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--strategy and --form',
      reason: 'a form has the same questions for everybody; leave one of them out.',
    });
  if (form === 'representative' || form === 'random')
    return { ...common, strategy: 'fixed', form: { draw: form } };
  if (!existsSync(form))
    fail('OPTION_INVALID', {
      option: '--form',
      found: `"${form}", and there is no such file`,
      accepted: 'representative, random, or a file with one id per line',
    });
  const ids = [...readLines(form)].map(({ text }) => text.trim());
  if (ids.length === 0)
    fail('FILE_INVALID', { file: form, found: 'no id', accepted: 'one id of an item per line' });
  if (items !== undefined && items !== ids.length)
    fail('OPTIONS_CONFLICT', {
      options: '--items and --form',
      reason: `the form ${form} has ${plural(ids.length, 'item')}; leave --items out.`,
    });
  return { ...common, items: ids.length, strategy: 'fixed', form: { items: ids } };
}
