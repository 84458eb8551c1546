import {
  calibratePolytomous,
  choosePolytomousModel,
  estimateMixedAbility,
  type GradedCandidate,
  type MixedItem,
  mixedItems,
  NORMAL_90,
  NORMAL_95,
  type PolytomousModel,
  randomNormal,
  randomStream,
  simulatedCategories,
} from 'thetarank';

/** Banks of each kind. */
export const BANKS = 10;
export const ITEMS = 20;
export const MODELS = ['graded', 'gpcm', 'nominal', 'beta'] as const;
export const EXAMINEES = [100, 300, 1000] as const;
export const CATEGORIES = [3, 5] as const;
export const CHOICE_EXAMINEES = [300, 1000] as const;
export const CHOICE_CATEGORIES = 5;
export const TRUTHS = ['graded', 'gpcm', 'beta', 'binary'] as const;
/** Examinees of a bank whose abilities are estimated with the true items too. */
export const COMPARED = 100;
/** Distance of neighbouring thresholds of a graded item and of the steps of a gpcm item, by number of categories. */
const DISTANCE: Readonly<Record<number, number>> = { 3: 1, 5: 0.6 };
/** Scores from here on are right for the binary model. */
const CUT = 0.5;

/** Sums over the parameters of one kind. */
export interface Errors {
  readonly count: number;
  readonly bias: number;
  readonly squares: number;
  /** Squares of the standard errors, and the number of 95% intervals that hold. */
  readonly said: number;
  readonly held: number;
}

export interface Recovery {
  readonly slopes: Errors;
  /** b of all thresholds or steps; intercepts of nominal items. */
  readonly locations: Errors;
  /** Of beta items. */
  readonly dispersions: Errors;
  /** Of the abilities, with the fitted items; `held` counts 90% intervals. */
  readonly abilities: Errors;
  /** Squares of the errors of the first examinees' abilities, with the fitted and with the true items. */
  readonly first: { readonly fitted: number; readonly known: number };
  readonly converged: boolean;
}

/** One bank with known items, answered and calibrated under the default priors. */
export function replicateRecovery(
  model: PolytomousModel,
  categories: number,
  examinees: number,
  run: number,
): Recovery {
  const seed = `graded-evidence/${model}/${categories}/${examinees}/${run}`;
  const truth = trueItems(model, categories, seed);
  const items = mixedItems(truth);
  const { matrix, abilities } = simulatedCategories(seed, items, examinees);
  const fit = calibratePolytomous(matrix, { model });
  const errors = { slopes: new Sums(), locations: new Sums(), dispersions: new Sums() };
  fit.parameters.forEach((item, j) => {
    // An empty category of a few examinees: its item has other parameters than the truth.
    if (fit.kept[j].length < categories) return;
    const known = partsOf(centred(truth[j]));
    const said = fit.standardErrors?.[j] ?? [];
    partsOf(item).forEach(({ kind, value }, m) => {
      errors[kind].add(value - known[m].value, said[m], NORMAL_95);
    });
  });
  const own = new Sums();
  const first = { fitted: 0, known: 0 };
  abilities.forEach((theta, i) => {
    own.add(fit.abilities[i] - theta, fit.abilityErrors[i], NORMAL_90);
    if (i >= COMPARED) return;
    const row = matrix.answers.subarray(i * ITEMS, (i + 1) * ITEMS);
    first.fitted += (fit.abilities[i] - theta) ** 2;
    first.known += (estimateMixedAbility('eap', items, row).ability - theta) ** 2;
  });
  return {
    slopes: errors.slopes.sums(),
    locations: errors.locations.sums(),
    dispersions: errors.dispersions.sums(),
    abilities: own.sums(),
    first,
    converged: fit.converged,
  };
}

export interface Choice {
  readonly best: GradedCandidate;
  readonly isClear: boolean;
  /** How far below the best the true model is, per answer. */
  readonly below: number;
}

/** The model that left-out examinees choose, of answers that one of them made. */
export function replicateChoice(
  truth: (typeof TRUTHS)[number],
  examinees: number,
  run: number,
): Choice {
  const seed = `graded-evidence/choice/${truth}/${examinees}/${run}`;
  const items = trueItems(truth === 'binary' ? 'graded' : truth, CHOICE_CATEGORIES, seed);
  const { matrix } = simulatedCategories(seed, mixedItems(items), examinees);
  const answers = truth === 'binary' ? scrambled(matrix.answers, seed) : matrix.answers;
  const choice = choosePolytomousModel({ ...matrix, answers }, { seed, cut: CUT });
  const own = choice.candidates.find(({ model }) => model === truth);
  return {
    best: choice.best,
    isClear: choice.isClear,
    below: (own?.below ?? 0) / choice.answers,
  };
}

/** Categories on either side of the cut drawn anew: beyond their side they say nothing. */
function scrambled(answers: Int16Array, seed: string): Int16Array {
  const random = randomStream(seed, 'sides');
  const first = Math.ceil(CUT * (CHOICE_CATEGORIES - 1));
  return answers.map((k) =>
    k < first
      ? Math.floor(first * random())
      : first + Math.floor((CHOICE_CATEGORIES - first) * random()),
  );
}

/** Items of one model: a lognormal(0, 0.3), in gpcm items halved; b around N(0, 0.8²). */
function trueItems(model: PolytomousModel, categories: number, seed: string): MixedItem[] {
  const random = randomStream(seed, 'items');
  return Array.from({ length: ITEMS }, () => trueItem(model, categories, random));
}

function trueItem(model: PolytomousModel, categories: number, random: () => number): MixedItem {
  const a = Math.exp(0.3 * randomNormal(random));
  const centre = 0.8 * randomNormal(random);
  const middle = (categories - 2) / 2;
  const steps = Array.from(
    { length: categories - 1 },
    (_, k) => centre + DISTANCE[categories] * (k - middle),
  );
  const dispersion = 0.1 + 0.3 * random();
  const around = () => 0.3 * randomNormal(random);
  switch (model) {
    case 'graded':
      return { model, a, b: steps };
    case 'gpcm':
      return { model, a: a / 2, b: steps.map((b) => b + around()) };
    case 'beta':
      return { model, a, b: centre, dispersion, categories };
    case 'nominal':
      return {
        model,
        slopes: Array.from({ length: categories }, (_, k) => (a / 2) * (k - middle) + around()),
        intercepts: Array.from({ length: categories }, () => 2 * around()),
      };
  }
}

/** With slopes and intercepts of sum 0, as the fit reports them. */
function centred(item: MixedItem): MixedItem {
  if (item.model !== 'nominal') return item;
  const less = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => value - mean);
  };
  return { ...item, slopes: less(item.slopes), intercepts: less(item.intercepts) };
}

type Kind = 'slopes' | 'locations' | 'dispersions';

/** The parameters of an item in the order of their standard errors. */
function partsOf(item: MixedItem): { kind: Kind; value: number }[] {
  const all = (kind: Kind, values: readonly number[]) => values.map((value) => ({ kind, value }));
  if (item.model === 'nominal')
    return [...all('slopes', item.slopes), ...all('locations', item.intercepts)];
  const locations = typeof item.b === 'number' ? [item.b] : item.b;
  return [
    ...all('slopes', [item.a]),
    ...all('locations', locations),
    ...all('dispersions', item.model === 'beta' ? [item.dispersion] : []),
  ];
}

class Sums {
  #count = 0;
  #bias = 0;
  #squares = 0;
  #said = 0;
  #held = 0;

  /** @param se NaN does not count, nor does its error */
  add(error: number, se: number, z: number): void {
    if (!(se > 0)) return;
    this.#count++;
    this.#bias += error;
    this.#squares += error * error;
    this.#said += se * se;
    if (Math.abs(error) <= z * se) this.#held++;
  }

  sums(): Errors {
    return {
      count: this.#count,
      bias: this.#bias,
      squares: this.#squares,
      said: this.#said,
      held: this.#held,
    };
  }
}
