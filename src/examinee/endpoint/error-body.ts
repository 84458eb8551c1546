/**
 * A response that is an error, with its body as `{"error": {…}}`, the one form the package `openai` reads. Older vLLM and
 * SGLang put the fields at the top, xAI only the message into `error`, Gemini puts all of it into a list.
 */
export async function errorInOneForm(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  const { status, headers } = response;
  // A body that cannot be read says nothing; the status is known.
  const text = await response.text().catch(() => '');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return new Response(text, { status, headers });
  }
  const [first] = Array.isArray(body) ? body : [body];
  if (typeof first !== 'object' || first === null) return new Response(text, { status, headers });
  const { error, ...rest } = first as Record<string, unknown>;
  const isWhole = typeof error === 'object' && error !== null && !Array.isArray(error);
  const fields = isWhole ? error : { ...rest, message: rest.message ?? error ?? rest.detail };
  return new Response(JSON.stringify({ error: fields }), { status, headers });
}
