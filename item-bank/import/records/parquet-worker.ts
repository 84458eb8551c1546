/** Decodes a Parquet file in a thread of its own, one list of records for each message. */
import { parentPort, workerData } from 'node:worker_threads';
import { asyncBufferFromFile } from 'hyparquet';
import { parquetRecords } from './parquet-records.ts';
import type { ParquetReply, ParquetStart } from './parquet-rows.ts';

const { path, bytes } = workerData as ParquetStart;
const file = path === undefined ? bytes.buffer : await asyncBufferFromFile(path);
const records = parquetRecords(file);

parentPort!.on('message', async () => {
  parentPort!.postMessage(await nextReply());
});

async function nextReply(): Promise<ParquetReply> {
  try {
    const { value, done } = await records.next();
    return { records: done === true ? null : value };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
