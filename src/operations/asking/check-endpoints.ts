import { canonicalJson } from '../../canonical-json.ts';
import { errorOf, fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { checkEndpoint } from '../../examinee/endpoint/request/check-endpoint.ts';
import { checkLikelihoods } from '../../examinee/endpoint/request/check-likelihoods.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import type { Caller } from '../../workflow/asking/caller.ts';
import { LIBRARY } from '../../workflow/asking/caller.ts';

/** A check that takes longer is spoken of, in milliseconds. */
const SILENCE = 3000;

export interface CheckOptions {
  /** How hints call the settings of a model; by fields by default. */
  readonly wordsOf?: Caller['wordsOf'];
  /** The option that names the models, where one that is not in the list of its endpoint is an error; by default that is a warning. */
  readonly mustList?: string | undefined;
  /** A dry run: says what is well too, and any failure is an error. */
  readonly isDryRun?: boolean | undefined;
  /** Says something to whoever waits. */
  readonly note: (text: string) => void;
  /** Whether options are scored by log-likelihoods: then each endpoint scores a few words first. */
  readonly needsLikelihoods?: boolean | undefined;
}

/**
 * Looks at endpoints before anything takes long: half a minute is long to wait for a mistyped address.
 * @throws EXAMINEE_FAILED if no model can be asked; what one of several lacks is a warning, except in a dry run; OPTION_INVALID
 *   for a model that its endpoint does not list
 */
export async function checkEndpoints(
  models: readonly EndpointConfiguration[],
  {
    wordsOf = LIBRARY.wordsOf,
    mustList,
    isDryRun = false,
    needsLikelihoods = false,
    note,
  }: CheckOptions,
): Promise<void> {
  for (const names of copiesOf(models))
    note(
      `warning: ${names.join(' and ')} are one model: they have the same model name at the endpoint, the same address and the same settings. What differs between them is chance.`,
    );
  const timer = setTimeout(
    () => note('Waiting for the lists of models of the endpoints, up to 10 s.'),
    SILENCE,
  );
  const checks = await Promise.allSettled(
    models.map(async (model) => {
      const services = { ...SYSTEM_CLOCK, env: process.env, words: wordsOf(model.name) };
      const check = await checkEndpoint(model, services);
      const isUsable = check.failure === undefined && check.isListed !== false;
      if (!needsLikelihoods || !isUsable) return check;
      return { ...check, text: `${check.text}\n${await checkLikelihoods(model, services)}` };
    }),
  ).finally(() => clearTimeout(timer));
  const failures = checks.flatMap((check, m) => {
    if (check.status === 'rejected') return [check.reason];
    // A run may do without the list; a dry run is there to say that something is wrong.
    const { failure } = check.value;
    return isDryRun && failure !== undefined
      ? [errorOf(() => fail('EXAMINEE_FAILED', { examinee: models[m].name, ...failure }))]
      : [];
  });
  const found = checks.flatMap((check) => (check.status === 'fulfilled' ? [check.value] : []));
  if (failures.length === 1 && models.length === 1) throw failures[0];
  for (const { message } of failures) note(`warning: ${message}`);
  for (const { isListed, text } of found)
    if (isListed === null || (isListed && isDryRun)) note(text);
  if (failures.length === models.length || (isDryRun && failures.length > 0)) throw failures[0];
  const unlisted = found.flatMap(({ isListed, text }) => (isListed === false ? [text] : []));
  if (mustList !== undefined && unlisted.length > 0)
    fail('OPTION_INVALID', {
      option: mustList,
      found: unlisted.join(' ').replace(/\.$/, ''),
      accepted: 'models that their endpoints list; with --unlisted others too',
    });
  for (const text of unlisted) note(`warning: ${text}`);
}

/** Names under which one model with the same settings is asked. */
export function copiesOf(models: readonly EndpointConfiguration[]): string[][] {
  const byModel = Map.groupBy(models, ({ name: _, baseUrl, ...settings }) =>
    canonicalJson({ ...settings, baseUrl: addressOf(baseUrl) }),
  );
  return [...byModel.values()]
    .map((own) => [...new Set(own.map(({ name }) => name))])
    .filter(({ length }) => length > 1);
}

/** An address with one name for this machine, which has several. */
function addressOf(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (['127.0.0.1', '[::1]'].includes(url.hostname)) url.hostname = 'localhost';
  return url.href;
}
