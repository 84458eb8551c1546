import { z } from 'zod';
import { loadTaxonomy, TAXONOMIES } from '../../../item-bank/taxonomies/load-taxonomy.ts';
import {
  nameOf,
  type Taxonomy,
  type TaxonomyLevel,
} from '../../../item-bank/taxonomies/taxonomy.ts';
import { count, plural } from '../../numbers.ts';
import type { Told } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import { shellWord } from '../../shell-word.ts';
import { operation } from '../operation.ts';

export const bankTaxonomy = operation({
  name: 'bank taxonomy',
  summary: 'List the taxonomies that tags can be checked against, or print one as a tree.',
  help: `
Examples:
  thetarank bank taxonomy
  thetarank bank taxonomy cmb
  thetarank bank taxonomy ./my-taxonomy.json --json`,
  options: z.object({
    name: z
      .string()
      .optional()
      .describe('a built-in taxonomy, or a file such as ./mine.json')
      .meta({ isArgument: true }),
  }),
  outputs: ['json'],
  run: async ({ name }) => (name === undefined ? summaries() : loadTaxonomy(name)),
  report: (result, { options }) =>
    'taxonomies' in result ? listOf(result) : treeOf(result, options.name!),
});

/** All taxonomies, with the numbers of their values. */
function summaries() {
  const taxonomies = TAXONOMIES.map(loadTaxonomy).map(({ levels, ...rest }) => ({
    ...rest,
    levels: levels.map(({ values, ...level }) => ({ ...level, values: values.length })),
  }));
  return { taxonomies };
}

function listOf({ taxonomies }: ReturnType<typeof summaries>): Told {
  const rows = taxonomies.map(({ name, title, levels }) => [
    name,
    levels.map(({ id, values }) => `${id} (${values})`).join(', '),
    title,
  ]);
  return {
    sections: [{ table: plainTable(['taxonomy', 'levels (values)', 'title'], rows) }],
    next: 'thetarank bank taxonomy NAME',
  };
}

function treeOf(taxonomy: Taxonomy, typed: string): Told {
  const { name, version, title, source, licence, notes = [], levels } = taxonomy;
  return {
    lead: [
      `${name} ${version}: ${title}`,
      `Source: ${source}. Licence: ${licence}.`,
      ...notes.map((note) => `- ${note}`),
    ].join('\n'),
    sections: levels
      .filter(({ parent }) => parent === undefined)
      .map((level) => ({
        paragraphs: [
          ...withLevelsBelow(taxonomy, level).map(levelText),
          ...valueLines(taxonomy, level, undefined, '  '),
        ],
      })),
    next: `thetarank bank import FILE --name NAME --taxonomy ${shellWord(typed)}`,
  };
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
  const head = `${id}: ${nameOf(level)} (${facts.join('; ')})`;
  return note === undefined ? head : `${head}. ${note}`;
}

function valueLines(
  taxonomy: Taxonomy,
  level: TaxonomyLevel,
  parent: string | undefined,
  indent: string,
): string[] {
  const below = taxonomy.levels.filter((each) => each.parent === level.id);
  return level.values
    .filter((value) => value.parent === parent)
    .flatMap(({ id, name, abbreviation }) => {
      const forms = [id, name.en, name.zh, abbreviation].filter((form) => form !== undefined);
      return [
        indent + [...new Set(forms)].join(' · '),
        ...below.flatMap((each) => valueLines(taxonomy, each, id, `${indent}  `)),
      ];
    });
}
