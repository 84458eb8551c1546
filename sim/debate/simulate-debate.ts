import { fail } from '../../src/errors.ts';
import {
  type DebateItem,
  type Debater,
  opinion,
  opinionStream,
  type PreparedItem,
  prepareItem,
  repeatSpoken,
} from './opinion.ts';
import { nameKey, pairDraw } from './pair-draw.ts';
import { persuasionProbability } from './persuasion.ts';
import { type DebateSettings, debateSettings } from './settings.ts';

export interface DebateStudy {
  readonly abilities: ReadonlyMap<string, number>;
  readonly items: readonly DebateItem[];
  /** Changes of the default settings. */
  readonly settings?: Partial<DebateSettings>;
  readonly seed: string | number;
  /** Distinguishes repeats of the same questions; 0 by default. */
  readonly repeat?: number;
}

/** Every ordered pair of models on every item. Answers are places of options from 0, row by row, items in their order. */
export interface Debates {
  readonly models: readonly string[];
  /** By pair, places in `models`: all critics of the first model, then those of the second, … */
  readonly generators: Uint16Array;
  readonly critics: Uint16Array;
  /** models × items: each model's own answer, as a generator and as a critic. */
  readonly generations: Uint8Array;
  /** pairs × items: the critic's answer; equal to the generator's if it agrees. */
  readonly criticisms: Uint8Array;
  /** pairs × items: the generator's final answer. */
  readonly reflections: Uint8Array;
}

/**
 * The own answers of simulated models, models × items: positions of options from 0, row by row. For each model and item they
 * depend only on names, numbers, the seed and the repeat, not on other models.
 * @throws OPTION_INVALID for settings and items that are none
 */
export function simulateOpinions(study: DebateStudy): Uint8Array {
  const settings = debateSettings(study.settings);
  return opinionsOf(study, settings, prepared(study, settings));
}

/**
 * Generation, debate and reflection of every ordered pair of models, as the stand-in plays them: the same letters for the same
 * names, numbers and seed. The order of models and items only affects the position of answers.
 * @param rounds how often the critic speaks and the generator reflects: 1 by default. The critic never changes its mind
 * @throws OPTION_INVALID for settings and items that are none
 */
export function simulateDebate(study: DebateStudy, rounds = 1): Debates {
  const settings = debateSettings(study.settings);
  const items = prepared(study, settings);
  const generations = opinionsOf(study, settings, items);
  const models = debaters(study);
  const keys = models.map(({ name }) => nameKey(name));
  const pairs = models.flatMap((_, g) => models.flatMap((_, d) => (d === g ? [] : [[g, d]])));
  const width = items.length;
  const criticisms = new Uint8Array(pairs.length * width);
  const reflections = new Uint8Array(pairs.length * width);
  for (const [pair, [g, d]] of pairs.entries())
    for (let j = 0; j < width; j++) {
      const { item, chance } = items[j];
      const argued = generations[d * width + j];
      let answer = generations[g * width + j];
      if (argued !== answer) {
        const changes = persuasionProbability(settings, {
          generatorHold: item.a * (models[g].ability - item.b),
          criticHold: item.a * (models[d].ability - item.b),
          isCriticRight: argued === item.key,
        });
        for (let round = 0; round < rounds && answer !== argued; round++)
          if (pairDraw(chance.key, keys[g], keys[d], study.repeat, round) < changes)
            answer = argued;
      }
      criticisms[pair * width + j] = argued;
      reflections[pair * width + j] = answer;
    }
  return {
    models: models.map(({ name }) => name),
    generators: Uint16Array.from(pairs, ([g]) => g),
    critics: Uint16Array.from(pairs, ([, d]) => d),
    generations,
    criticisms,
    reflections,
  };
}

function debaters({ abilities }: DebateStudy): Debater[] {
  return Array.from(abilities, ([name, ability]) => ({ name, ability }));
}

function prepared({ items, seed }: DebateStudy, settings: DebateSettings): PreparedItem[] {
  return items.map((item) => {
    const { id, options, key, plausibilities } = item;
    const isItem =
      options >= 2 &&
      options <= 256 &&
      Number.isInteger(key) &&
      key >= 0 &&
      key < options &&
      (plausibilities === undefined ||
        (plausibilities.length === options && plausibilities.every((weight) => weight >= 0)));
    if (!isItem)
      fail('OPTION_INVALID', {
        option: `item ${id}`,
        found: JSON.stringify({ options, key, plausibilities }),
        accepted:
          '2 to 256 options, the place of the key among them, and a plausibility of at least 0 for each',
      });
    return prepareItem(item, settings, seed);
  });
}

function opinionsOf(
  study: DebateStudy,
  settings: DebateSettings,
  items: readonly PreparedItem[],
): Uint8Array {
  const { seed, repeat = 0 } = study;
  const models = debaters(study);
  const said = new Uint8Array(models.length * items.length);
  for (const [m, { name, ability }] of models.entries())
    for (const [j, prepared] of items.entries()) {
      const spoken = repeatSpoken(seed, name, prepared.item.id, repeat, settings);
      const random = opinionStream(seed, name, prepared.item.id, spoken);
      said[m * items.length + j] = opinion(ability, prepared, settings, random);
    }
  return said;
}
