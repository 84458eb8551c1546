/** The file name that a reply offers, from its `content-disposition` header (RFC 6266); null if there is none. */
export function offeredName(header: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  return encoded === undefined ? null : decodeURIComponent(encoded);
}
