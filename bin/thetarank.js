#!/usr/bin/env node
// Runs the TypeScript source in a checkout (never stale), the compiled code in the published package.
// Only old syntax here, so that an old Node can still read the line that says it is too old.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

const at = (path) => new URL(`../${path}`, import.meta.url);
const isCheckout = existsSync(at('src/cli/main.ts'));
const [major, minor] = process.versions.node.split('.').map(Number);

// npx hands SIGTERM on to a shell alone, which ends and would leave this process behind. What npx runs else has its environment too.
const { npm_lifecycle_event: by, npm_lifecycle_script: script = '' } = process.env;
if (by === 'npx' && /^["']?thetarank["']?(?: |$)/.test(script)) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

if (major > 24 || (major === 24 && minor >= 15)) {
  // A pinned Node lives as long as the launcher that started it: killed with it, it cannot go on unseen.
  if (process.connected) {
    process.once('disconnect', () => process.exit(1));
    process.channel.unref();
  }
  // What was stripped of types and compiled is kept for the next start, within the checkout.
  if (isCheckout) {
    const cache = fileURLToPath(at('node_modules/.cache/thetarank'));
    module.enableCompileCache(cache);
    // Threads learn of it only by the environment: each saves half of the time that it takes to load the code.
    process.env.NODE_COMPILE_CACHE ??= cache;
  }
  import(at(isCheckout ? 'src/cli/main.ts' : 'dist/src/cli/main.js').href).catch((error) => {
    const isBare = isCheckout && /^Cannot find package/.test(error.message);
    if (!isBare) throw error;
    giveUp('thetarank: this checkout has no node_modules yet. Run npm ci.');
  });
} else {
  const pinned = ['node', 'node.exe'].map((name) => at(`node_modules/node/bin/${name}`));
  const node = pinned.find((url) => existsSync(url));
  if (node !== undefined) {
    const run = spawn(fileURLToPath(node), process.argv.slice(1), {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    // Ctrl+C reaches both; a signal to this process alone is handed on.
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, () => run.kill(signal));
    run.on('exit', (status, signal) => {
      for (const name of signals) process.removeAllListeners(name);
      if (signal) process.kill(process.pid, signal);
      process.exitCode = status === null ? 1 : status;
    });
  } else {
    const remedy = isCheckout ? ' Run npm ci: it brings the right one to this checkout.' : '';
    giveUp(`thetarank needs Node 24.15 or newer; this is ${process.version}.${remedy}`);
  }
}

function giveUp(line) {
  console.error(line);
  process.exitCode = 2;
}
