import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { soon } from '../health/soon.ts';

/** The counters of the service, in the text format of Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  /** @param ms from the first byte of the request to the last one of the reply */
  request(route: string, method: string, status: number, ms: number): void;
  /** A number that is computed when metrics are read. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** A number that only grows, by label. */
  counter(name: string, help: string, label: string): (value: string, by?: number) => void;
}

/** In seconds: adaptive answers take milliseconds, a calibration that has to be made a minute. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

export function metrics(): Metrics {
  const registry = new Registry();
  // Memory, processor, and how late the event loop is.
  collectDefaultMetrics({ register: registry, prefix: 'thetarank_' });
  const requests = new Counter({
    name: 'thetarank_requests_total',
    help: 'Requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'thetarank_request_seconds',
    help: 'Duration of requests in seconds, by route and method.',
    labelNames: ['route', 'method'],
    buckets: BUCKETS,
    registers: [registry],
  });
  // Looking labels up costs more than counting: routes, methods and statuses are few.
  const counters = new Map<string, ReturnType<typeof requests.labels>>();
  const histograms = new Map<string, ReturnType<typeof seconds.labels>>();
  return {
    registry,
    request(route, method, status, ms) {
      const name = `${method} ${route}`;
      const counted = `${status} ${name}`;
      let counter = counters.get(counted);
      if (counter === undefined) {
        counter = requests.labels(route, method, String(status));
        counters.set(counted, counter);
      }
      counter.inc();
      let histogram = histograms.get(name);
      if (histogram === undefined) {
        histogram = seconds.labels(route, method);
        histograms.set(name, histogram);
      }
      histogram.observe(ms / 1000);
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          // NaN where the database does not tell: the others are wanted then more than ever.
          this.set(await soon(Promise.resolve(read()), Number.NaN));
        },
      });
    },
    counter(name, help, label) {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
      return (value, by = 1) => counter.labels(value).inc(by);
    },
  };
}
