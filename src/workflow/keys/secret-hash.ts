import { type BinaryLike, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * The cost of a hash. A secret has 256 random bits, so it cannot be found from its hash by trying, even if a try is cheap. So
 * the cost can be modest (4 MB and about 10 ms), which also prevents overloading the service.
 */
const COST = { N: 4096, r: 8, p: 1 } as const;
const HASH_BYTES = 32;
export const SALT_BYTES = 16;

/** `scrypt$N$r$p$salt$hash`, salt and hash in base64url. */
export async function hashSecret(secret: string, salt: Buffer): Promise<string> {
  const { N, r, p } = COST;
  const hash = await derive(secret, salt, HASH_BYTES, COST);
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Whether a secret matches a stored hash, in constant time. */
export async function isSecretOf(secret: string, kept: string): Promise<boolean> {
  const [kind, N, r, p, salt, hash] = kept.split('$');
  if (kind !== 'scrypt' || hash === undefined) return false;
  const expected = Buffer.from(hash, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const found = await derive(secret, Buffer.from(salt, 'base64url'), expected.byteLength, cost);
  return timingSafeEqual(found, expected);
}

function derive(
  secret: string,
  salt: BinaryLike,
  bytes: number,
  cost: ScryptOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, bytes, cost, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
