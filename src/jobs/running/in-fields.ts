import { uploadedItems } from '../../api/jobs.ts';
import { flagOf } from '../../operations/options.ts';

/** The fields of a request whose options have other names. */
const OTHERWISE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'import-answers': { '--only-new': 'replace' },
  calibrate: { '--irt-model': 'model', '--method': 'mode', '--seed': 'seed' },
};
/** Sentences of commands that requests put differently. */
const SENTENCES: Readonly<
  Record<string, readonly (readonly [command: string, request: string])[]>
> = {
  'import-items': [['add --absent', 'add absent=true to the address']],
  'import-answers': [
    ['leave out --only-new', 'add replace=true to the address'],
    ['add --fewer', 'add replace=true&fewer=true to the address'],
  ],
};
const LIKEWISE: Readonly<Record<string, readonly string[]>> = {
  'import-items': Object.keys(uploadedItems.shape),
};

/** A command's message in the words of the request that began the job: fields instead of options. @param kind of the job */
export function inFields(kind: string, text: string): string {
  const likewise = (LIKEWISE[kind] ?? []).map((field) => [flagOf(field), field]);
  const fields = new Map([...likewise, ...Object.entries(OTHERWISE[kind] ?? {})] as [
    string,
    string,
  ][]);
  const said = (SENTENCES[kind] ?? []).reduce((all, [from, to]) => all.replaceAll(from, to), text);
  return said.replaceAll(/(?<![\w-])--[a-z]+(?:-[a-z]+)*/g, (flag) => {
    const field = fields.get(flag);
    return field === undefined ? flag : `"${field}"`;
  });
}
