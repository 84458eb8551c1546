/**
 * A response that is an error, with its body as `{"error": {…}}`, the one form the package `openai` reads. Older vLLM and
 * SGLang put the fields at the top, xAI only the message into `error`, Gemini puts all of it into a list.
 */
export async function errorInOneForm(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  const { status, headers } = response;
  // A body that cannot be read says nothing; the status is known.
  const text = await response.text().catch(() => '');
  return new Response(inOneForm(text) ?? text, { status, headers });
}

/** Null if the text is not a JSON object, or is nested too deeply to be written again. */
function inOneForm(text: string): string | null {
  try {
    const fields = errorFields(JSON.parse(text));
    return fields === null ? null : JSON.stringify({ error: fields });
  } catch {
    return null;
  }
}

/** The fields of an error in any of these forms; null if it is not an object. */
export function errorFields(body: unknown): object | null {
  const [first] = Array.isArray(body) ? body : [body];
  if (typeof first !== 'object' || first === null) return null;
  const { error, ...rest } = first as Record<string, unknown>;
  const isWhole = typeof error === 'object' && error !== null && !Array.isArray(error);
  return isWhole ? error : { ...rest, message: rest.message ?? error ?? rest.detail };
}
