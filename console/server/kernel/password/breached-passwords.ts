import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { normalPassword } from '#schemas/account/password-policy.ts';

/** Longer than any line: 40 digits of SHA-1 in hex, a colon, a number, the line end. */
const LINE_BYTES = 64;
const HASH = /^[0-9A-F]{40}/;

export interface BreachedPasswords {
  has(password: string): Promise<boolean>;
}

async function read(file: FileHandle, from: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * LINE_BYTES), 0, 2 * LINE_BYTES, from);
  return buffer.toString('latin1', 0, bytesRead);
}

/** The first line that starts after an offset. Undefined after the last line. */
async function firstLineAfter(
  file: FileHandle,
  place: number,
): Promise<{ readonly hash: string; readonly at: number } | undefined> {
  const part = await read(file, place);
  const end = part.indexOf('\n');
  const hash = part.slice(end + 1, end + 41);
  return end === -1 || hash === '' ? undefined : { hash, at: place + end + 1 };
}

async function bisect(file: FileHandle, hash: string): Promise<boolean> {
  const { size } = await file.stat();
  if ((await read(file, 0)).startsWith(hash)) return true;
  let [low, high] = [0, size];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = await firstLineAfter(file, middle);
    if (line?.hash === hash) return true;
    if (line !== undefined && line.hash < hash) low = line.at;
    else high = middle;
  }
  return false;
}

/**
 * Breached passwords (OWASP ASVS 5.0, 6.2.12) from a local file in the format of Have I Been Pwned: one `HASH:number` per line,
 * SHA-1 in hex, ordered by hash. A lookup bisects the file, about 35 short reads in 40 GB, without any outside service. Throws when
 * the file is unreadable or has another format.
 */
export async function breachedPasswords(path: string): Promise<BreachedPasswords> {
  const file = await open(path);
  const first = await read(file, 0);
  if (!HASH.test(first)) {
    await file.close();
    throw new Error(`BREACHED_PASSWORDS: ${path} does not begin with a hash (SHA-1 in hex, ordered by hash)`);
  }
  return {
    has: (password) =>
      bisect(file, createHash('sha1').update(normalPassword(password)).digest('hex').toUpperCase()),
  };
}
