import { parentPort } from 'node:worker_threads';
import { type BoardFileReply, type BoardFileTask, writtenBoard } from './write-board.ts';

/** Writes leaderboards as files, which takes up to half a second for the first image. */
parentPort!.on('message', async ({ id, task }: { id: number; task: BoardFileTask }) => {
  const reply: BoardFileReply = await writtenBoard(task).then(
    (body) => ({ body }),
    (error) => ({ error: String(error) }),
  );
  parentPort!.postMessage({ id, reply });
});
