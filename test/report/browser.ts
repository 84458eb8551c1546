import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name of a Chromium on this machine; undefined where there is none: with THETARANK_REQUIRE_BROWSER set that is an error. */
export function findBrowser(): string | undefined {
  const found = ['chromium', 'chromium-browser', 'google-chrome'].find(
    (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
  );
  if (found === undefined && process.env.THETARANK_REQUIRE_BROWSER)
    throw new Error('no Chromium starts');
  return found;
}

/** One page in a browser without a window. */
export interface BrowserPage {
  /** A command of the DevTools protocol. */
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  /** The value of an expression. */
  evaluate<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

/** Opens an address; scripts of the page's own are not needed for what is evaluated. */
export async function openPage(browser: string, address: string): Promise<BrowserPage> {
  const profile = mkdtempSync(join(tmpdir(), 'thetarank-browser-'));
  const child = spawn(
    browser,
    [
      ...[
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--hide-scrollbars',
        `--user-data-dir=${profile}`,
      ],
      ...['--remote-debugging-port=0', address],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const port = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (part) => {
      text += part;
      const found = /ws:\/\/[^:]+:(\d+)/.exec(text);
      if (found !== null) resolve(found[1]);
    });
    child.on('exit', () => reject(new Error(`the browser ended: ${text.slice(0, 500)}`)));
  });
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
    type: string;
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets.find(({ type }) => type === 'page')!.webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data));
    waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  const send: BrowserPage['send'] = async (method, params = {}) => {
    const id = ++last;
    const answer = await new Promise<Record<string, unknown>>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
    return answer.result as Record<string, unknown>;
  };
  const evaluate = async <T>(expression: string) => {
    const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
    return (result as { value: T }).value;
  };
  // A browser starts with an empty page, which is complete at once.
  const isThere = `document.readyState === 'complete' && location.href !== 'about:blank'`;
  while (!(await evaluate(isThere))) await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    send,
    evaluate,
    async close() {
      socket.close();
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
