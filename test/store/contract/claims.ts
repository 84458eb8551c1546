import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import type { Databases } from '../databases.ts';
import { AT, clock } from '../store-case.ts';

export function claimsContract({ database }: Databases): void {
  test('is of one process at a time, and is over when that gives it back or closes the store', async () => {
    const location = await database();
    const store = await openStore(location, { clock });
    const other = await openStore(location, { clock });
    const run = await store.createRun({}, 'h', AT);
    const next = await store.createRun({}, 'h', AT);
    const release = await store.claimRun(run);
    await expect(other.claimRun(run)).rejects.toMatchObject({
      code: 'RUN_BUSY',
      details: { run, holder: `process ${process.pid} on ${hostname()}`, free: null },
    });
    await (await other.claimRun(next))();
    await release();
    await release();
    await other.claimRun(run);
    await expect(store.claimRun(run)).rejects.toMatchObject({ code: 'RUN_BUSY' });
    await other.close();
    await (await store.claimRun(run))();
    await store.close();
  });

  test('of the service is one of the whole database, beside those of runs', async () => {
    const location = await database();
    const store = await openStore(location, { clock });
    const other = await openStore(location, { clock });
    const run = await store.createRun({}, 'h', AT);
    const release = await store.claimService();
    await (await other.claimRun(run))();
    await expect(other.claimService()).rejects.toMatchObject({
      code: 'SERVICE_BUSY',
      details: { holder: `process ${process.pid} on ${hostname()}` },
    });
    await release();
    await other.claimService();
    await other.close();
    await (await store.claimService())();
    await store.close();
  });
}
