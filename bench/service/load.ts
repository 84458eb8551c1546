/** Sends answers, in a process of its own: each for the session that has waited longest, with the item that it was told last. */
import autocannon from 'autocannon';
import type { LoadOptions, LoadReport } from './messages.ts';

process.once('message', (options: LoadOptions) => {
  const { url, key, connections, duration, isEmpty } = options;
  const ready = [...options.sessions];
  let failed = 0;
  let count = 0;
  const instance = autocannon(
    {
      url,
      connections,
      duration,
      requests: [
        {
          setupRequest(request, context) {
            const session = ready.shift();
            if (session === undefined) throw new Error('no session is left to answer');
            Object.assign(context, { session });
            return {
              ...request,
              method: 'POST',
              path: isEmpty ? '/v1/empty/answers' : `/v1/sessions/${session.id}/answers`,
              headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
              body: JSON.stringify({
                answers: [{ item: session.item, score: ++count % 3 === 0 ? 0 : 1 }],
              }),
            };
          },
          onResponse(status, body, context) {
            const { session } = context as { session: LoadOptions['sessions'][number] };
            if (status !== 200) {
              if (++failed < 4) console.error(status, body);
              return;
            }
            const [next] = JSON.parse(body).items as { item: string }[];
            if (isEmpty) ready.push(session);
            else if (next !== undefined) ready.push({ id: session.id, item: next.item });
          },
        },
      ],
    },
    (error, result) => {
      if (error !== null) throw error;
      const { latency, requests } = result;
      const report: LoadReport = {
        requests: requests.total,
        perSecond: requests.total / result.duration,
        p50: latency.p50,
        p99: latency.p99,
        highest: latency.max,
        failed,
        sessions: ready,
      };
      process.send?.(report, () => process.exit(0));
    },
  );
  instance.on('reqError', () => failed++);
});
