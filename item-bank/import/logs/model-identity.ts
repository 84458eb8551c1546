import { fail } from '../../../src/errors.ts';
import { shellWord } from '../../../src/shell-word.ts';
import { quoted } from '../../../src/text/quoted.ts';

/** What a log says of the model besides its name, by field: two logs of one name that differ in a field are of two models. */
export type ModelIdentity = Readonly<Record<string, string>>;

/** Settings of the machine or of one run, which leave the model what it is. */
const TECHNICAL =
  /^(?:api_key|.*batch_size|device.*|parallelize|.*parallel_size|gpu_memory_utili[sz]ation|num_concurrent|max_(?:retries|connections|gen_toks|length|model_len|model_length|new_tokens)|.*timeout|trust_remote_code|swap_space|verify_certificate|seed|download_dir|cache_dir)$/;

/** The fields that say something: texts, numbers and truth values, and the arguments of the model on one line. */
export function modelIdentity(args: unknown, others: Readonly<Record<string, unknown>>) {
  const identity: Record<string, string> = {};
  if (args !== undefined && args !== null) {
    const all =
      typeof args === 'string'
        ? args
            .split(/,(?=[\w.]+=)/)
            .map((one): [string, string | undefined] => [
              one.replace(/=.*$/s, ''),
              /=(.*)$/s.exec(one)?.[1],
            ])
        : Object.entries(args).map(([name, value]): [string, string | undefined] => [
            name,
            textOf(value),
          ]);
    identity.args = all
      .filter(([name, value]) => !TECHNICAL.test(name) && value !== undefined && value !== '')
      .map(([name, value]) => `${name}=${withoutSlash(value!)}`)
      .sort()
      .join(',');
  }
  for (const [name, value] of Object.entries(others)) {
    const text = textOf(value);
    if (text !== undefined && text !== '') identity[name] = withoutSlash(text);
  }
  return identity;
}

/** Takes what a log says of a model. @throws OPTION_INVALID if a log before says something else of a model of this name */
export type IdentityCheck = (model: string, identity: ModelIdentity, file: string) => void;

/** @param command that gives the model of a file another name */
export function identityCheck(
  option: '--model' | '--name',
  command: (file: string, name: string) => string,
): IdentityCheck {
  const told = new Map<string, { identity: ModelIdentity; readonly file: string }>();
  return (model, identity, file) => {
    const first = told.get(model);
    if (first === undefined) told.set(model, { identity, file });
    if (first === undefined || first.identity === identity) return;
    for (const [field, other] of Object.entries(identity)) {
      const own: string | undefined = first.identity[field];
      if (own === undefined || own === other) continue;
      fail('OPTION_INVALID', {
        option,
        found: `nothing, and two models are called ${quoted(model)}: its ${field} is ${quoted(own)} in ${first.file} and ${quoted(other)} in ${file}`,
        accepted: `a name for each, their files apart, such as ${command(file, `${model} (2)`)}; or ${option} ${shellWord(model)} if they are one model`,
      });
    }
    first.identity = { ...identity, ...first.identity };
  };
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
}

function withoutSlash(text: string): string {
  return text.replace(/\/+$/, '');
}
