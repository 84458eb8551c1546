#!/usr/bin/env node
// Runs the TypeScript source in a checkout (never stale), the compiled code in the published package.
// Only old syntax here, so that an old Node can still read the line that says it is too old.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => new URL(`../${path}`, import.meta.url);
const main = existsSync(at('src/cli/main.ts')) ? at('src/cli/main.ts') : at('dist/src/cli/main.js');
const version = process.versions.node.split('.').map(Number);
if (version[0] > 24 || (version[0] === 24 && version[1] >= 15)) {
  import(main.href);
} else {
  const pinned = fileURLToPath(at('node_modules/node/bin/node'));
  if (existsSync(pinned)) {
    const run = spawnSync(pinned, process.argv.slice(1), { stdio: 'inherit' });
    process.exitCode = run.status === null ? 1 : run.status;
  } else {
    console.error(`thetarank needs Node 24.15 or newer; this is ${process.version}.`);
    process.exitCode = 2;
  }
}
