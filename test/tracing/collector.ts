import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector gets it. */
export interface CollectedSpan {
  readonly trace: string;
  readonly id: string;
  /** Empty for the first span of a trace. */
  readonly parent: string;
  readonly name: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly isFailed: boolean;
}

export interface Collector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** All that came, as it came. */
  readonly texts: string[];
  /** Those of a name. */
  named(name: string): CollectedSpan[];
  /** The names from the beginning of its trace to a span. */
  pathOf(span: CollectedSpan): string[];
  close(): void;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

/** Receives traces as a collector does: OTLP over HTTP, as JSON. */
export async function collector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    const text = await bodyOf(request);
    texts.push(`${JSON.stringify(request.headers)} ${text}`);
    if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(text)));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const byId = (id: string) => spans.find((span) => span.id === id);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    texts,
    named: (name) => spans.filter((span) => span.name === name),
    pathOf(span) {
      const path: string[] = [];
      for (let at: CollectedSpan | undefined = span; at !== undefined; at = byId(at.parent))
        path.unshift(at.name);
      return path;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

function spansOf({ resourceSpans }: Sent): CollectedSpan[] {
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ traceId, spanId, parentSpanId, name, attributes, status }) => ({
      trace: traceId,
      id: spanId,
      parent: parentSpanId ?? '',
      name,
      facts: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
      isFailed: status.code === 2,
    }));
}
