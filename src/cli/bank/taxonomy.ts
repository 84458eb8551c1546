import type { Command } from 'commander';
import { loadTaxonomy, TAXONOMIES } from '../../../item-bank/taxonomies/load-taxonomy.ts';
import {
  nameOf,
  type Taxonomy,
  type TaxonomyLevel,
} from '../../../item-bank/taxonomies/taxonomy.ts';
import { count, plural } from '../../numbers.ts';
import { plainLines, plainText } from '../../plain-text.ts';
import { textTable } from '../../report/text-table.ts';
import { shellWord } from '../../shell-word.ts';
import { printText } from '../output/typed-commands.ts';

const EXAMPLES = `
Examples:
  thetarank bank taxonomy
  thetarank bank taxonomy cmb
  thetarank bank taxonomy ./my-taxonomy.json --json`;

/** `thetarank bank taxonomy`: the taxonomies that tags can be checked against. */
export function addBankTaxonomyCommand(bank: Command): void {
  bank
    .command('taxonomy')
    .description('List the taxonomies that tags can be checked against, or print one as a tree.')
    .argument('[name]', 'a built-in taxonomy, or a file such as ./mine.json')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((name: string | undefined, { json }: { json?: boolean }) => {
      if (name === undefined) printList(TAXONOMIES.map(loadTaxonomy), json === true);
      else if (json) console.log(JSON.stringify(loadTaxonomy(name), null, 2));
      else printTree(loadTaxonomy(name), name);
    });
}

function printList(all: readonly Taxonomy[], json: boolean): void {
  if (json) {
    const taxonomies = all.map(({ levels, ...rest }) => ({
      ...rest,
      levels: levels.map(({ values, ...level }) => ({ ...level, values: values.length })),
    }));
    console.log(JSON.stringify({ taxonomies }, null, 2));
    return;
  }
  printText(
    textTable(
      [{ head: 'taxonomy' }, { head: 'levels (values)' }, { head: 'title' }],
      all.map(({ name, title, levels }) => [
        name,
        levels.map(({ id, values }) => `${id} (${values.length})`).join(', '),
        title,
      ]),
    ),
  );
  printText('\nNext: thetarank bank taxonomy NAME');
}

function printTree(taxonomy: Taxonomy, typed: string): void {
  const { name, version, title, source, licence, notes = [], levels } = taxonomy;
  printText(`${name} ${version}: ${plainText(title)}`);
  printText(`Source: ${plainText(source)}. Licence: ${plainText(licence)}.`);
  for (const note of notes) printText(`- ${plainText(note)}`);
  for (const level of levels.filter(({ parent }) => parent === undefined)) {
    for (const each of withLevelsBelow(taxonomy, level)) printText(levelText(each));
    printValues(taxonomy, level, undefined, '  ');
  }
  printText(`\nNext: thetarank bank import FILE --name NAME --taxonomy ${shellWord(typed)}`);
}

function withLevelsBelow(taxonomy: Taxonomy, level: TaxonomyLevel): TaxonomyLevel[] {
  const below = taxonomy.levels.filter(({ parent }) => parent === level.id);
  return [level, ...below.flatMap((each) => withLevelsBelow(taxonomy, each))];
}

function levelText(level: TaxonomyLevel): string {
  const { id, parent, stated, complete, values, note } = level;
  const facts = [
    plural(values.length, 'value'),
    ...(stated === undefined || stated === values.length ? [] : [`source states ${count(stated)}`]),
    ...(complete ? [] : ['others are accepted']),
    ...(parent === undefined ? [] : [`below ${parent}`]),
  ];
  const head = `${parent === undefined ? '\n' : ''}${id}: ${nameOf(level)} (${facts.join('; ')})`;
  return plainLines(note === undefined ? head : `${head}. ${note}`);
}

function printValues(
  taxonomy: Taxonomy,
  level: TaxonomyLevel,
  parent: string | undefined,
  indent: string,
): void {
  for (const { id, name, abbreviation, parent: own } of level.values) {
    if (own !== parent) continue;
    const forms = [id, name.en, name.zh, abbreviation].filter((form) => form !== undefined);
    printText(`${indent}${plainText([...new Set(forms)].join(' · '))}`);
    for (const below of taxonomy.levels.filter((each) => each.parent === level.id))
      printValues(taxonomy, below, id, `${indent}  `);
  }
}
