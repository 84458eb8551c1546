import type { Command } from 'commander';
import { cacheFolder } from '../cache/cache-folder.ts';
import { type CachedFile, cachedFiles, clearCache } from '../cache/result-cache.ts';
import { plural } from '../numbers.ts';
import { printText } from './output/typed-commands.ts';

const OFF = 'The cache is off: THETARANK_CACHE is empty.';

/** `thetarank cache`: calibrations and preparations of built-in banks that are kept between commands. */
export function addCacheCommand(program: Command): void {
  const cache = program
    .command('cache')
    .description(
      'The cache keeps calibrations and test preparations of built-in banks between commands, so that the same ranking is fast the next time. THETARANK_CACHE sets its folder; an empty value turns the cache off.',
    );
  cache
    .command('show')
    .description('Show the folder and the size of the cache.')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) => {
      const folder = cacheFolder(process.env);
      const files = folder === null ? [] : cachedFiles(folder);
      if (options.json === true)
        console.log(
          JSON.stringify({ folder, files: files.length, bytes: bytesOf(files) }, null, 2),
        );
      else if (folder === null) printText(OFF);
      else printText(`${folder}: ${sizeOf(files)}.\nRemove them: thetarank cache clear`);
    });
  cache
    .command('clear')
    .description('Empty the cache. Other files in its folder stay.')
    .action(() => {
      const folder = cacheFolder(process.env);
      if (folder === null) printText(OFF);
      else printText(`Removed from ${folder}: ${sizeOf(clearCache(folder))}.`);
    });
}

function bytesOf(files: readonly CachedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function sizeOf(files: readonly CachedFile[]): string {
  return `${plural(files.length, 'result')}, ${(bytesOf(files) / 1e6).toFixed(1)} MB`;
}
