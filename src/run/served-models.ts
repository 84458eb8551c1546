import type { Reply } from '../examinee/examinee.ts';
import type { AnswerOrigin } from './run-record.ts';

/** An endpoint reports another model, or another version of it, than before. */
export interface EndpointChange {
  /** The name of the tested model in the configuration. */
  readonly model: string;
  /** The field of the reply that changed. */
  readonly field: 'model' | 'system_fingerprint';
  readonly old: string;
  readonly new: string;
  /**
   * `asked`: between replies that this run asked for; `reused`: between replies of earlier runs; `reused-asked`: `old` is of a
   * reused reply, `new` of one that this run asked for.
   */
  readonly between: 'asked' | 'reused' | 'reused-asked';
}

type Field = EndpointChange['field'];

/** What is known of one field of one model: the values so far, the newest one last. */
interface Seen {
  readonly asked: Set<string>;
  readonly reused: Set<string>;
}

/**
 * Notes which models endpoints report, and tells of each that is new. An endpoint that goes back and forth between two models is
 * told of once.
 */
export class ServedModels {
  /** In the order in which they were noticed. */
  readonly changes: EndpointChange[] = [];
  readonly #seen = new Map<string, Seen>();
  readonly #onChange: (change: EndpointChange) => void;

  constructor(onChange: (change: EndpointChange) => void = () => {}) {
    this.#onChange = onChange;
  }

  /**
   * What a run has already: its changes are known, and not told again.
   * @param modelOf the model of an examinee of the record
   */
  resume(origins: readonly AnswerOrigin[], modelOf: (examinee: string) => string): void {
    for (const { examinee, model, fingerprint, reused } of origins)
      this.#changes(modelOf(examinee), { model, fingerprint }, reused !== null);
  }

  /** @param model as the configuration names it */
  note(model: string, { served, reusedFrom }: Pick<Reply, 'served' | 'reusedFrom'>): void {
    if (served === undefined) return;
    for (const change of this.#changes(model, served, reusedFrom !== undefined))
      this.#onChange(change);
  }

  /** The models of which at least one reply reported this value. */
  reporting(field: Field, value: string): string[] {
    return [...this.#seen].flatMap(([key, { asked, reused }]) => {
      const [model, of] = JSON.parse(key) as [string, Field];
      return of === field && (asked.has(value) || reused.has(value)) ? [model] : [];
    });
  }

  #changes(
    name: string,
    { model, fingerprint }: NonNullable<Reply['served']>,
    isReused: boolean,
  ): EndpointChange[] {
    const found = [
      this.#look(name, 'model', model, isReused),
      this.#look(name, 'system_fingerprint', fingerprint, isReused),
    ].filter((change) => change !== null);
    this.changes.push(...found);
    return found;
  }

  /** A value that is not reported is no change. */
  #look(
    model: string,
    field: Field,
    value: string | null,
    isReused: boolean,
  ): EndpointChange | null {
    if (value === null) return null;
    const key = JSON.stringify([model, field]);
    const seen: Seen = this.#seen.get(key) ?? { asked: new Set(), reused: new Set() };
    this.#seen.set(key, seen);
    const [same, other] = isReused ? [seen.reused, seen.asked] : [seen.asked, seen.reused];
    const [before, beside] = [[...same].at(-1), [...other].at(-1)];
    const isKnown = same.has(value) || other.has(value);
    same.add(value);
    if (isKnown) return null;
    if (before !== undefined)
      return { model, field, old: before, new: value, between: isReused ? 'reused' : 'asked' };
    if (beside === undefined) return null;
    const [old, now] = isReused ? [value, beside] : [beside, value];
    return { model, field, old, new: now, between: 'reused-asked' };
  }
}
