import { type Query, routeAddress, send } from '../api/client.ts';
import { offeredName } from '../api/offered-name.ts';
import { useAction } from '../state/use-action.ts';
import { ProblemNote } from './problem-note.tsx';

/** Saves what a route gives as a file. A plain link could not send the key. */
export function DownloadButton({
  name,
  path,
  query = {},
  file = '',
}: {
  name: string;
  path: string;
  query?: Query;
  /** Its name where the route offers none. */
  file?: string;
}) {
  const action = useAction(async () => {
    const reply = await send(routeAddress(path, query));
    const address = URL.createObjectURL(await reply.blob());
    const download = offeredName(reply.headers.get('content-disposition')) ?? file;
    Object.assign(document.createElement('a'), { href: address, download }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  });
  return (
    <>
      <button type="button" aria-disabled={action.busy} onClick={() => void action.run()}>
        {name}
      </button>
      <ProblemNote error={action.error} />
    </>
  );
}
