/** An error and what caused it, the outermost first. */
export function causes(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < 8; at = at.cause) chain.push(at);
  return chain;
}
