/** Below this |u| the series of log(1 + u) − u is used; its last term is then below 1e-17 of the first. */
const SMALL = 0.02;

/**
 * Signed square root of the deviance 2n [y log(y/P) + (1 − y) log((1 − y)/(1 − P))] of a share y right among n at
 * probability P: positive where P is too high. Its sum of squares is −2 log-likelihood up to a constant, so that least
 * squares on it are maximum likelihood. The first-order terms, which cancel, are left out of the sum.
 * @see McCullagh & Nelder (1989), Generalized Linear Models, 2nd ed., section 2.4.3
 */
export function rootDeviance(n: number, y: number, p: number): number {
  const off = p - y;
  const right = y > 0 ? y * logLess(off / y) : -off;
  const wrong = y < 1 ? (1 - y) * logLess(-off / (1 - y)) : off;
  return Math.sign(off) * Math.sqrt(Math.max(0, -2 * n * (right + wrong)));
}

/** Its derivative in P: n (P − y)/(P(1 − P)) over itself, √(n/(P(1 − P))) where it vanishes. */
export function rootDevianceSlope(n: number, y: number, p: number): number {
  const root = rootDeviance(n, y, p);
  const variance = p * (1 - p);
  return root === 0 ? Math.sqrt(n / variance) : (n * (p - y)) / (variance * root);
}

/** log(1 + u) − u. */
function logLess(u: number): number {
  if (Math.abs(u) >= SMALL) return Math.log1p(u) - u;
  let sum = 0;
  for (let power = 10; power >= 2; power--) sum = u * sum + (power % 2 === 0 ? -1 : 1) / power;
  return sum * u * u;
}
