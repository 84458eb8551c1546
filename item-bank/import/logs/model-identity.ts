import { fail } from '../../../src/errors.ts';
import { shellWord } from '../../../src/shell-word.ts';
import { parseJson } from '../../../src/text/parse-json.ts';
import { quoted } from '../../../src/text/quoted.ts';
import { isSecretName } from '../../../src/text/secret-name.ts';

/**
 * What a log says of the model besides its name, by field: two logs of one name that differ in a field are of two models. Its arguments are
 * lines of one field. Nothing in it is secret.
 */
export type ModelIdentity = Readonly<Record<string, string>>;

/** Settings of the machine or of one run, which leave the model what it is. */
const TECHNICAL =
  /^(?:.*batch_size|device.*|parallelize|.*parallel_size|gpu_memory_utili[sz]ation|num_concurrent|max_(?:retries|connections|gen_toks|length|model_len|model_length|new_tokens)|.*timeout|trust_remote_code|swap_space|verify_certificate|seed|download_dir|cache_dir)$/;
/** Secrets that show wherever they stand. */
const KEYS = /\b(?:Bearer|Basic)\s+\S+|\bsk-[\w-]{16,}|\bhf_[A-Za-z0-9]{30,}/g;

/** The fields that say something: texts, numbers and truth values, and the arguments of the model. */
export function modelIdentity(args: unknown, others: Readonly<Record<string, unknown>>) {
  const identity: Record<string, string> = {};
  if (args !== undefined && args !== null) {
    identity.args = argumentsOf(args)
      .filter(([name]) => !TECHNICAL.test(name) && !isSecretName(name))
      .flatMap(([name, value]) => {
        const text = textOf(value);
        return text === '' ? [] : [`${name}=${text}`.replaceAll('\n', ' ')];
      })
      .sort()
      .join('\n');
  }
  for (const [name, value] of Object.entries(others)) {
    const text = textOf(value);
    if (text !== '') identity[name] = text;
  }
  return identity;
}

/** Arguments are an object, the same as JSON, or `name=value,name=value`. */
function argumentsOf(args: unknown): [string, unknown][] {
  const given = typeof args === 'string' ? (parseJson(args) ?? args) : args;
  if (typeof given === 'object' && given !== null) return Object.entries(given);
  return String(given)
    .split(/,(?=\s*[\w.-]+=)/)
    .map((one) => [one.replace(/=.*$/s, '').trim(), /=(.*)$/s.exec(one)?.[1]]);
}

/** Takes what a log says of a model. @throws OPTION_INVALID if a log before says something else of a model of this name */
export type IdentityCheck = (model: string, identity: ModelIdentity, file: string) => void;

/** What is said of each model by name, and where. */
export type ToldIdentities = Map<
  string,
  { identity: ModelIdentity /** A file, or what is recorded. */; readonly file: string }
>;

/**
 * @param command that gives the model of a file another name
 * @param told what is known already; what files say is put there
 */
export function identityCheck(
  option: '--model' | '--name',
  command: (file: string, name: string) => string,
  told: ToldIdentities = new Map(),
): IdentityCheck {
  return (model, identity, file) => {
    const first = told.get(model);
    if (first === undefined) told.set(model, { identity, file });
    if (first === undefined || first.identity === identity) return;
    for (const [field, other] of Object.entries(identity)) {
      const own: string | undefined = first.identity[field];
      if (own === undefined || own === other) continue;
      const [here, there] = differing(own, other);
      const what = field === 'args' ? 'argument' : field;
      fail('OPTION_INVALID', {
        option,
        found: `nothing, and two models are called ${quoted(model)}: its ${what} is ${here} in ${first.file} and ${there} in ${file}`,
        accepted: `a name for each, their files apart, such as ${command(file, `${model} (2)`)}; or ${option} ${shellWord(model)} if they are one model`,
      });
    }
    first.identity = { ...identity, ...first.identity };
  };
}

/** The first line of each that the other has not, as an error shows it. */
function differing(own: string, other: string): [string, string] {
  const [first, second] = [own, other].map((text) => text.split('\n').filter(Boolean));
  const one = first.find((line) => !second.includes(line));
  const two = second.find((line) => !first.includes(line));
  const isOfOne = (line = '') => (one ?? two ?? '').split('=')[0] === line.split('=')[0];
  const shown = (line: string | undefined) =>
    line === undefined || !isOfOne(line) ? 'absent' : quoted(line);
  return [shown(one), shown(two)];
}

/** A value on one line, without what may be secret; empty if it says nothing. */
function textOf(value: unknown): string {
  const open = openly(value);
  if (open === undefined || open === null) return '';
  return (typeof open === 'object' ? JSON.stringify(open) : String(open)).replace(/\/+$/, '');
}

function openly(value: unknown): unknown {
  if (typeof value === 'string') return openText(value.trim());
  if (Array.isArray(value)) return value.map(openly);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !isSecretName(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, openly(one)]));
}

function openText(text: string): unknown {
  if (/^[[{(]/.test(text)) {
    const parsed = parseJson(text);
    if (parsed !== undefined) return openly(parsed);
    // As Python writes it.
    if ((text.match(/[\w-]+/g) ?? []).some(isSecretName)) return '';
  }
  return text.replaceAll(KEYS, '').replaceAll(/\b\w+:\/\/[^\s"']+/g, openAddress);
}

/** Without the user, and without what may be secret behind `?`. */
function openAddress(address: string): string {
  const [place, ...said] = address.replace(/:\/\/[^/?]*@/, '://').split(/[?&#]/);
  const kept = said.filter((one) => one !== '' && !isSecretName(one.replace(/=.*$/s, '')));
  return kept.length > 0 ? `${place}?${kept.join('&')}` : place;
}
