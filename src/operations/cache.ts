import { z } from 'zod';
import { cacheFolder } from '../cache/cache-folder.ts';
import { type CachedFile, cachedFiles, clearCache } from '../cache/result-cache.ts';
import { plural } from '../numbers.ts';
import type { Told } from '../report/document.ts';
import { operation } from './operation.ts';

export const cacheShow = operation({
  name: 'cache show',
  summary: 'Show the folder and the size of the cache.',
  options: z.object({}),
  outputs: ['json'],
  run: async () => cacheOf(cachedFiles),
  report: (cache) =>
    told(cache, (size) => ({
      lead: `${cache.folder}: ${size}.`,
      next: 'thetarank cache clear removes them',
    })),
});

export const cacheClear = operation({
  name: 'cache clear',
  summary: 'Empty the cache. Other files in its folder stay.',
  options: z.object({}),
  outputs: ['json'],
  run: async () => cacheOf(clearCache),
  report: (cache) => told(cache, (size) => ({ lead: `Removed from ${cache.folder}: ${size}.` })),
});

interface Cache {
  /** Null where the cache is off. */
  readonly folder: string | null;
  readonly files: number;
  readonly bytes: number;
}

function cacheOf(filesOf: (folder: string) => readonly CachedFile[]): Cache {
  const folder = cacheFolder(process.env);
  const files = folder === null ? [] : filesOf(folder);
  return { folder, files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function told({ folder, files, bytes }: Cache, of: (size: string) => Told): Told {
  if (folder === null) return { lead: 'The cache is off: THETARANK_CACHE is empty.' };
  return of(`${plural(files, 'result')}, ${(bytes / 1e6).toFixed(1)} MB`);
}
