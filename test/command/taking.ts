/** In place of `write` of a stream: the text is kept, and whoever waits for it to be written is called. */
export function taking(take: (written: string) => void): typeof process.stdout.write {
  return (chunk: string | Uint8Array, ...more: unknown[]) => {
    take(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    const called = more.find((value) => typeof value === 'function');
    if (called !== undefined) process.nextTick(called as () => void);
    return true;
  };
}
