import { z } from 'zod';
import type { FieldMap } from '../../item-bank/import/recognise/field-map.ts';
import { readMetric } from '../../item-bank/items/metric/read-metric.ts';

const FIELDS = [
  'id',
  'context',
  'stem',
  'options',
  'key',
  'explanation',
  'metric',
  'images',
] as const;
const TYPES = ['single', 'multiple', 'sequencing', 'open', 'case'] as const;
const ACCEPTED = `NAME=FIELD,… with the names ${FIELDS.join(', ')}, tags.TAG, human.accuracy, human.respondents, human.accuracyIs (share or percent), keyIs (letters or index), type and metricIs (a metric of open questions). Several fields for the options are joined by +`;

/** Reads `id=nr,stem=text,options=A+B+C,key=right,tags.subject=field,keyIs=index`. @throws RangeError that names the first part that cannot be read */
function readFieldMap(text: string): Partial<FieldMap> {
  const wrong = (part: string): never => {
    throw new RangeError(`${ACCEPTED}; not ${JSON.stringify(part)}`);
  };
  const map: { -readonly [K in keyof FieldMap]?: FieldMap[K] } = {};
  const tags: Record<string, string> = Object.create(null);
  const human: { accuracy?: string; respondents?: string; accuracyIs?: 'share' | 'percent' } = {};
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim();
    const field = part.slice(at + 1).trim();
    if (at < 1 || field === '') wrong(part);
    const known = FIELDS.find((one) => one === name);
    if (known === 'options') map.options = field.includes('+') ? field.split('+') : field;
    else if (known !== undefined) map[known] = field;
    else if (name === 'keyIs' && (field === 'letters' || field === 'index')) map.keyIs = field;
    else if (name === 'type') map.type = TYPES.find((type) => type === field) ?? wrong(part);
    else if (name === 'metricIs' && readMetric(field).problem === undefined) map.metricIs = field;
    else if (name.startsWith('tags.') && name.length > 5) tags[name.slice(5)] = field;
    else if (name === 'human.accuracy') human.accuracy = field;
    else if (name === 'human.respondents') human.respondents = field;
    else if (name === 'human.accuracyIs' && (field === 'share' || field === 'percent'))
      human.accuracyIs = field;
    else wrong(part);
  }
  if (Object.keys(tags).length > 0) map.tags = tags;
  const { accuracy } = human;
  if (accuracy !== undefined) map.human = { ...human, accuracy };
  else for (const name of Object.keys(human)) wrong(`human.${name} without human.accuracy`);
  return map;
}

/** The names of fields in a file of items, with what was typed for the next command. */
export const fieldMap = z
  .string()
  .transform((typed, { addIssue }) => {
    try {
      return { typed, fields: readFieldMap(typed) };
    } catch (error) {
      addIssue({ code: 'custom', message: (error as RangeError).message });
      return z.NEVER;
    }
  })
  .meta({ value: 'fields' });
