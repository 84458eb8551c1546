import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api-error.ts';
import type { Batches } from './batches.ts';
import type { StoredFiles } from './stored-files.ts';

type ById = { Params: { id: string } };

/** The routes of files and batches. Uploads are read by this scope alone, so that no other route takes them. */
export function batchRoutes(
  scope: FastifyInstance,
  { files, batches, uploadLimit }: { files: StoredFiles; batches: Batches; uploadLimit: number },
): void {
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: uploadLimit },
    (_request, body, done) => done(null, body),
  );
  scope.post('/v1/files', async (request) => {
    const { name, purpose, bytes } = await uploadOf(request.body, request.headers['content-type']);
    return files.add(name, purpose, bytes).about;
  });
  scope.get('/v1/files', async () => listOf(files.list()));
  scope.get<ById>('/v1/files/:id', async ({ params }) => files.get(params.id).about);
  scope.get<ById>('/v1/files/:id/content', async ({ params }, reply) =>
    reply.type('application/octet-stream').send(files.get(params.id).bytes),
  );
  scope.delete<ById>('/v1/files/:id', async ({ params }) => {
    files.delete(params.id);
    return { id: params.id, object: 'file', deleted: true };
  });
  scope.post('/v1/batches', async ({ body }) => batches.create(body));
  scope.get('/v1/batches', async () => listOf(batches.list()));
  scope.get<ById>('/v1/batches/:id', async ({ params }) => batches.get(params.id));
  scope.post<ById>('/v1/batches/:id/cancel', async ({ params }) => batches.cancel(params.id));
}

function listOf(data: readonly object[]): object {
  return { object: 'list', data, has_more: false };
}

/** @throws ApiError 400 where a body is no form with a file of a batch */
async function uploadOf(
  body: unknown,
  type = '',
): Promise<{
  name: string;
  purpose: string;
  bytes: Buffer;
}> {
  if (!Buffer.isBuffer(body)) throw new ApiError(400, 'invalid_body', 'no multipart/form-data');
  // Node's own parser of forms.
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw new ApiError(400, 'invalid_body', 'not a readable form (multipart/form-data)');
    });
  const file = form.get('file');
  const purpose = form.get('purpose');
  if (!(file instanceof File))
    throw new ApiError(400, 'invalid_value', 'no file', { param: 'file' });
  if (purpose !== 'batch')
    throw new ApiError(400, 'invalid_value', 'purpose: accepted: batch', { param: 'purpose' });
  return { name: file.name, purpose, bytes: Buffer.from(await file.arrayBuffer()) };
}
