/** Shorter values are no secrets (`none`, `EMPTY`), and taking them out would spoil answers. */
const SHORTEST = 8;

/**
 * The forms in which a secret may come back, the longest first: as it is, for URLs, in JSON, in base64, and in base64
 * within anything else, as in `user:key` of Basic. Of a header with a scheme (`Basic …`) what follows it is secret as well,
 * and what it encodes.
 */
export function secretForms(secrets: readonly string[]): string[] {
  const forms = secrets
    .flatMap((secret) => [secret, ...partsOf(secret)])
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      ...base64Forms(secret),
    ]);
  return [...new Set(forms)].sort((x, y) => y.length - x.length);
}

function partsOf(secret: string): string[] {
  const [, scheme, rest] = /^(basic|bearer|token)\s+(\S+)$/i.exec(secret) ?? [];
  if (rest === undefined) return [];
  if (scheme.toLowerCase() !== 'basic') return [rest];
  const decoded = Buffer.from(rest, 'base64').toString();
  return [rest, decoded, decoded.slice(decoded.indexOf(':') + 1)];
}

/** In both alphabets: whole, and the characters that are the same whatever stands before and after the secret. */
function base64Forms(secret: string): string[] {
  const forms = [Buffer.from(secret).toString('base64')];
  for (const before of [0, 1, 2]) {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const from = Math.ceil((before * 8) / 6);
    forms.push(bytes.toString('base64').slice(from, Math.floor((bytes.length * 8) / 6)));
  }
  return forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}
