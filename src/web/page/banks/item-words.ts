import { type Text, t } from '../../words/t.ts';

const TYPES: Readonly<Record<string, Text>> = {
  single: 'one right option',
  multiple: 'several right options',
  sequencing: 'options in order',
  open: 'free answer',
};
const STATUSES: Readonly<Record<string, Text>> = {
  active: 'operational',
  pretest: 'pretest',
  retired: 'retired',
};

const nameIn = (table: Readonly<Record<string, Text>>) => (value: string) =>
  table[value] === undefined ? value : t(table[value]);

/** What a type of item is called; one that this page does not know as it is. */
export const typeName = nameIn(TYPES);
/** The same of a status. */
export const statusName = nameIn(STATUSES);
