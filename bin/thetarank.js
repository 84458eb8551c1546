#!/usr/bin/env node
// Runs the TypeScript source in a checkout (never stale), the compiled code in the published package.
// Only old syntax here, so that an old Node can still read the line that says it is too old.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => new URL(`../${path}`, import.meta.url);
const isCheckout = existsSync(at('src/cli/main.ts'));
const [major, minor] = process.versions.node.split('.').map(Number);

if (major > 24 || (major === 24 && minor >= 15)) {
  import(at(isCheckout ? 'src/cli/main.ts' : 'dist/src/cli/main.js').href).catch((error) => {
    const isBare = isCheckout && /^Cannot find package/.test(error.message);
    if (!isBare) throw error;
    giveUp('thetarank: this checkout has no node_modules yet. Run npm ci.');
  });
} else {
  const pinned = ['node', 'node.exe'].map((name) => at(`node_modules/node/bin/${name}`));
  const node = pinned.find((url) => existsSync(url));
  if (node !== undefined) {
    const run = spawnSync(fileURLToPath(node), process.argv.slice(1), { stdio: 'inherit' });
    if (run.signal) process.kill(process.pid, run.signal);
    process.exitCode = run.status === null ? 1 : run.status;
  } else {
    const remedy = isCheckout ? ' Run npm ci: it brings the right one to this checkout.' : '';
    giveUp(`thetarank needs Node 24.15 or newer; this is ${process.version}.${remedy}`);
  }
}

function giveUp(line) {
  console.error(line);
  process.exitCode = 2;
}
