import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one grey, after the specification (W3C PNG, section 5). */
export function madePng(width: number, height: number, grey = 128): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a sample, greyscale.
  header[8] = 8;
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width, grey)]);
  const data = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The same as a data URI. */
export function pngUrl(width: number, height: number, grey = 128): string {
  return `data:image/png;base64,${madePng(width, height, grey).toString('base64')}`;
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
