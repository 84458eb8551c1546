import { type Design, type PlannedError, plannedError, type Universe } from './planned-error.ts';
import type { VarianceComponents } from './variance-components.ts';

/** What designs cost and how far they may go. */
export interface PlanLimits {
  /** Price of a repeat of an answer, where a first answer to an item costs 1. */
  readonly repeatPrice: number;
  /** The most conditions of a design. */
  readonly mostConditions: number;
  readonly mostRepeats: number;
}

/** A design with its price per model and its errors. */
export interface PlannedDesign extends Design, PlannedError {
  readonly price: number;
}

/** The price of a design per model, in first answers: each item is asked under each condition, then repeated. */
function priceOf({ items, conditions, repeats }: Design, repeatPrice: number): number {
  return items * conditions * (1 + repeatPrice * (repeats - 1));
}

/** The error that counts: of a difference, or of a score if there is one model. */
export function errorOf({ difference, score }: PlannedError): number {
  return difference ?? score;
}

/** A design as planned. */
export function planned(
  components: VarianceComponents,
  design: Design,
  universe: Universe,
  { repeatPrice }: PlanLimits,
): PlannedDesign {
  return {
    items: design.items,
    conditions: design.conditions,
    repeats: design.repeats,
    price: priceOf(design, repeatPrice),
    ...plannedError(components, design, universe),
  };
}

/** Whether the data show variance of what is planned; without it every design seems to have no error. */
export function canPlan(components: VarianceComponents): boolean {
  const open = { items: Number.POSITIVE_INFINITY, conditions: Number.POSITIVE_INFINITY };
  return (
    errorOf(plannedError(components, { items: 1, conditions: 1, repeats: 1 }, open)) > ROUNDING
  );
}

/**
 * The design of the smallest error for at most `budget`: every number of conditions and repeats with the most items that they leave
 * room for. Of equal errors the cheaper one, then the one with fewer repeats. Null if the budget allows no item.
 */
export function bestForBudget(
  components: VarianceComponents,
  universe: Universe,
  limits: PlanLimits,
  budget: number,
): PlannedDesign | null {
  let best: PlannedDesign | null = null;
  for (const { conditions, repeats } of crossings(components, limits)) {
    const each = priceOf({ items: 1, conditions, repeats }, limits.repeatPrice);
    const items = Math.min(universe.items, Math.floor(budget / each + ROUNDING));
    if (items < 1) continue;
    const design = planned(components, { items, conditions, repeats }, universe, limits);
    if (best === null || isBetter(design, best)) best = design;
  }
  return best;
}

/** The cheapest design whose error is at most `error`; null if none is, by search over the number of items. */
export function cheapestForError(
  components: VarianceComponents,
  universe: Universe,
  limits: PlanLimits,
  error: number,
): PlannedDesign | null {
  let best: PlannedDesign | null = null;
  for (const { conditions, repeats } of crossings(components, limits)) {
    const at = (items: number) =>
      planned(components, { items, conditions, repeats }, universe, limits);
    // Errors fall with the number of items: doubling, then halving.
    let high = 1;
    while (errorOf(at(high)) > error && high < universe.items && high < MOST_ITEMS)
      high = Math.min(2 * high, universe.items, MOST_ITEMS);
    if (errorOf(at(high)) > error) continue;
    let low = 0;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (errorOf(at(middle)) > error) low = middle;
      else high = middle;
    }
    const design = at(high);
    if (best === null || design.price < best.price * (1 - ROUNDING)) best = design;
  }
  return best;
}

/**
 * The price of a repeat below which a second answer to each item errs less than the same money in new items, if items never run out:
 * V/(2A + V), V the variance of repeats and A the components of items that count, both per item. Null if the data show no variance of repeats.
 *
 * @see Cochran (1977), Sampling Techniques, 10.6, with two units at the second stage
 */
export function breakEvenPrice(components: VarianceComponents, conditions: number): number | null {
  const open = { items: Number.POSITIVE_INFINITY, conditions };
  const all = plannedError(components, { items: 1, conditions, repeats: 1 }, open);
  if (all.noise === null) return null;
  const within = (all.difference === null ? 1 : 2) * all.noise ** 2;
  const other = errorOf(all) ** 2 - within;
  return within / (2 * other + within);
}

const ROUNDING = 1e-9;
/** No plan goes further. */
const MOST_ITEMS = 2 ** 24;

function* crossings(components: VarianceComponents, { mostConditions, mostRepeats }: PlanLimits) {
  for (let conditions = 1; conditions <= mostConditions; conditions++)
    for (let repeats = 1; repeats <= (components.hasRepeats ? mostRepeats : 1); repeats++)
      yield { conditions, repeats };
}

/** Whether a design errs more than another by more than rounding. */
export function errsMore(one: PlannedDesign, other: PlannedDesign): boolean {
  return errorOf(one) > errorOf(other) * (1 + ROUNDING);
}

function isBetter(one: PlannedDesign, other: PlannedDesign): boolean {
  if (errsMore(one, other) || errsMore(other, one)) return errsMore(other, one);
  if (one.price !== other.price) return one.price < other.price;
  return one.repeats < other.repeats;
}
