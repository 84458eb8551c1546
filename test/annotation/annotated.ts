import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { builtinTaxonomy } from '../../item-bank/taxonomies/load-taxonomy.ts';
import { annotator } from '../../src/stand-in/answerers/annotator.ts';
import { standIn } from '../../src/stand-in/stand-in.ts';
import { runCommand } from '../command/run-command.ts';

const LEVEL = builtinTaxonomy('cmexam').levels.find(({ id }) => id === 'clinical_department')!;
const LABELS = LEVEL.values.filter(({ id }) => id !== 'N/A');
export const COUNT = 100;
/** The true label of an item. */
export const truthOf = (item: string) => LABELS[Number(item.slice(1)) % LABELS.length].id;

/** A bank of 100 items with the tag `truth`, and two models that label them: one with few errors, one with many and with refusals. */
export async function annotated(folder: string) {
  const file = join(folder, 'items.csv');
  const database = join(folder, 'annotated.db');
  const rows = Array.from(
    { length: COUNT },
    (_, k) => `q${k},QUESTION ${k}?,one ${k},two ${k},three ${k},four ${k},B,${truthOf(`q${k}`)}`,
  );
  writeFileSync(file, `id,question,A,B,C,D,answer,truth\n${rows.join('\n')}\n`);
  const made = await runCommand(['bank', 'import', file, '--name', 'exam', '--database', database]);
  if (made.status !== 0) throw new Error(made.stderr);
  const own = annotator({
    seed: 1,
    annotators: new Map([
      ['good', { errors: 0.05, refusals: 0, unreadable: 0 }],
      ['poor', { errors: 0.3, refusals: 0.05, unreadable: 0.02 }],
    ]),
    truth: (question) => truthOf(`q${/QUESTION (\d+)/.exec(question)?.[1]}`),
  });
  /** How often each first question of a call came. */
  const asked = new Map<string, number>();
  const server = standIn({
    answerers: [
      {
        ...own,
        answer(question) {
          const { model, messages } = question;
          const key = `${model}\n${messages[0].content}`;
          if (messages.length === 1) asked.set(key, (asked.get(key) ?? 0) + 1);
          return own.answer(question);
        },
      },
    ],
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/v1`;
  const args = (...more: readonly string[]) => [
    ...['annotate', '--bank', 'exam', '--level', 'clinical_department', '--taxonomy', 'cmexam'],
    ...['--model', `good@${url}`, '--model', `poor@${url}`, '--audit-share', '0.2'],
    ...['--database', database, ...more],
  ];
  const annotate = (...more: readonly string[]) => runCommand(args(...more));
  return {
    ...{ database, args, annotate },
    /** Calls that were asked, each once. */
    asked: () => asked.size,
    /** Calls that were asked more than once. */
    repeated: () => [...asked.values()].filter((times) => times > 1).length,
    close: () => server.close(),
  };
}
