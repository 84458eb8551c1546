import { crc32, deflateRawSync, zstdCompressSync } from 'node:zlib';

export interface ZipFileEntry {
  readonly name: string;
  readonly text: string;
  /** 0 stored, 8 deflated, 93 Zstandard. */
  readonly method?: 0 | 8 | 93;
  /** Of Zstandard, how many frames behind each other; default 1. */
  readonly frames?: number;
  /** What the directory says of the size unpacked; default: what it is. */
  readonly size?: number;
}

/** A zip archive, as small programs write it: each entry with its header, then the directory. */
export function makeZip(entries: readonly ZipFileEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, text, method = 8, size, frames = 1 } of entries) {
    const plain = Buffer.from(text);
    const data =
      method === 8 ? deflateRawSync(plain) : method === 93 ? zstdFrames(plain, frames) : plain;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(crc32(plain), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(size ?? plain.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    const made = Buffer.from([20, 0]);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), made, fields, tail, Buffer.from(name)]),
    );
    parts.push(local);
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, end]);
}

function zstdFrames(plain: Buffer, count: number): Buffer {
  const length = Math.ceil(plain.length / count);
  return Buffer.concat(
    Array.from({ length: count }, (_, k) =>
      zstdCompressSync(plain.subarray(k * length, (k + 1) * length)),
    ),
  );
}
