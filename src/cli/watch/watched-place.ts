import { basename, resolve } from 'node:path';
import { fail } from '../../errors.ts';
import { baseUrl } from '../../examinee/endpoint/configuration/base-url.ts';
import {
  type EndpointConfiguration,
  endpointConfiguration,
} from '../../examinee/endpoint/configuration/configuration.ts';
import { parseModelAddress } from '../../examinee/endpoint/configuration/model-address.ts';
import type { Clock } from '../../examinee/services.ts';
import { endpointSettings } from '../../operations/asking/model-args.ts';
import {
  type Checkpoint,
  type Look,
  namePattern,
  placeReader,
} from '../../workflow/watch/checkpoint.ts';
import { commandTemplate } from '../../workflow/watch/command-template.ts';
import { folderCheckpoints, isNumbered } from '../../workflow/watch/folder-checkpoints.ts';
import { listedCheckpoints } from '../../workflow/watch/listed-checkpoints.ts';
import { LOCAL_ADDRESS } from '../../workflow/watch/serve-checkpoint.ts';
import type { WatchCommandOptions } from './watch.ts';

/** Where checkpoints appear, and how each of them is asked. */
export interface WatchedPlace {
  /** For people. */
  readonly words: string;
  look(): Look | Promise<Look>;
  /** The model of a checkpoint; of one that is served here, its port and how its server calls it are not known yet. */
  endpointOf(checkpoint: Checkpoint): EndpointConfiguration;
  /** The checkpoint that a model of this name is; null if it is none of these. */
  nameOf(model: string): string | null;
  /** The words of the command that serves one; null if an endpoint serves all. */
  readonly serve: readonly string[] | null;
}

/** @throws OPTIONS_CONFLICT, OPTION_INVALID for a wrong combination, before anything is looked at */
export function watchedPlace(
  place: string,
  options: WatchCommandOptions,
  clock: Clock,
): WatchedPlace {
  const { serve, model, name, match, ready, modelArg = {}, concurrency, stable } = options;
  const isWanted = match === undefined ? undefined : namePattern(match);
  const settings = endpointSettings(modelArg, concurrency);
  const isAddress = /^https?:\/\//i.test(place);
  const conflict = (flags: string, reason: string) =>
    fail('OPTIONS_CONFLICT', { options: flags, reason });
  if (name !== undefined && serve === undefined)
    conflict('--name', 'only works with --serve; with --model the name is before the @.');

  if (isAddress) {
    for (const [flag, value] of Object.entries({
      '--serve': serve,
      '--model': model,
      '--ready': ready,
    }))
      if (value !== undefined)
        conflict(flag, 'only works with a folder; the models of an endpoint are asked there.');
    const address = baseUrl(place, '<place>');
    return {
      words: address,
      serve: null,
      nameOf: (own) => (isWanted?.(own) === false ? null : own),
      look: () =>
        listedCheckpoints(
          { baseUrl: address, keyVariable: modelArg.keyVariable, isWanted },
          process.env,
        ),
      endpointOf: (checkpoint) =>
        endpointConfiguration({
          ...settings,
          name: checkpoint.name,
          model: checkpoint.name,
          baseUrl: address,
        }),
    };
  }

  if ((serve === undefined) === (model === undefined))
    conflict(
      '--serve, --model',
      'give one of them: a command that serves a checkpoint, such as --serve "vllm serve {path} --port {port}", or an endpoint that serves all by name, such as --model "{name}@http://localhost:8000/v1".',
    );
  const rules = { isWanted, marker: ready, stableMs: 1000 * stable };
  const readerOf = (parts: readonly string[]) => {
    const read = placeReader(parts);
    return (own: string) => {
      const found = read(own);
      return found !== null && (isWanted ?? isNumbered)(found) ? found : null;
    };
  };
  const common = { words: place, look: () => folderCheckpoints(place, rules, clock.now()) };
  if (model !== undefined) {
    const template = parseModelAddress(model);
    if (!template.model.includes('{name}') || !template.name.includes('{name}'))
      fail('OPTION_INVALID', {
        option: '--model',
        found: `"${template.name}"${template.model === template.name ? '' : ` for "${template.model}"`}, so all tests would be of one model`,
        accepted: 'a name with {name}, such as "{name}@http://localhost:8000/v1"',
      });
    return {
      ...common,
      serve: null,
      nameOf: readerOf(template.name.split('{name}')),
      endpointOf: (checkpoint) =>
        endpointConfiguration({
          ...settings,
          // The address is that of the option: a name cannot change it.
          baseUrl: template.baseUrl,
          name: template.name.replaceAll('{name}', () => checkpoint.name),
          model: template.model.replaceAll('{name}', () => checkpoint.name),
        }),
    };
  }
  const folder = basename(resolve(place));
  const named = name ?? '{folder}/{name}';
  if (!named.includes('{name}'))
    fail('OPTION_INVALID', {
      option: '--name',
      found: `"${named}", so all checkpoints would have one name`,
      accepted: 'a name with {name}, such as "night-{name}"',
    });
  return {
    ...common,
    serve: commandTemplate(serve!, '--serve'),
    nameOf: readerOf(
      named.split('{name}').map((part) => part.replaceAll('{folder}', () => folder)),
    ),
    endpointOf: (checkpoint) =>
      endpointConfiguration({
        ...settings,
        baseUrl: LOCAL_ADDRESS,
        model: checkpoint.name,
        name: named.replaceAll(/\{(?:folder|name)\}/g, (found) =>
          found === '{name}' ? checkpoint.name : folder,
        ),
      }),
  };
}
