import { currentSpan, span } from '../tracing/span.ts';
import type { SpanFacts } from '../tracing/span-facts.ts';
import type { Store } from './store.ts';

/**
 * A store whose methods are spans of what calls them, by their names alone: no statement, no value. Each is a query or a
 * transaction, and lasts until its data are on the disk. What nothing traced calls, such as a lease that is renewed every
 * few seconds, begins no trace of its own.
 */
export function tracedStore(store: Store): Store {
  const system = store.dialect === 'postgres' ? 'postgresql' : store.dialect;
  return tracedPart(store, '', system) as unknown as Store;
}

function tracedPart(part: object, within: string, system: System): object {
  const entries = Object.entries(part).map(([key, value]: [string, unknown]) => {
    const name = `${within}${key}`;
    if (typeof value === 'function')
      return [key, tracedMethod(part, value as Method, name, system)];
    return [key, isPart(value) ? tracedPart(value, `${name}.`, system) : value];
  });
  return Object.fromEntries(entries);
}

type System = Required<SpanFacts>['db.system.name'];
type Method = (...args: unknown[]) => unknown;

function tracedMethod(part: object, method: Method, name: string, system: System): Method {
  const facts = { 'db.system.name': system, 'db.operation.name': name };
  return (...args) => {
    const call = () => method.apply(part, args);
    // A method that gives rows one by one returns at once; its time would say nothing.
    if (currentSpan() === null || ROWS.has(name)) return call();
    return span(`database ${name}`, facts, call, { kind: 'client' });
  };
}

/** Methods of the store that give rows one by one. */
const ROWS = new Set(['items', 'answers', 'outputs']);

function isPart(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
