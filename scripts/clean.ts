// Removes what the last build left, so that a file that was renamed does not stay in the package.
import { rmSync } from 'node:fs';

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
