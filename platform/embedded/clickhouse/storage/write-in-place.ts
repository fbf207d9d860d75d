import { closeSync, existsSync, ftruncateSync, openSync, writeFileSync, writeSync } from 'node:fs';

/** Replaces the content of a file in the blocks that it has: a full disk has no new ones. */
export function writeInPlace(path: string, content: string, encoding: 'utf8' | 'latin1' = 'utf8'): void {
  if (!existsSync(path)) {
    writeFileSync(path, content, { mode: 0o600, encoding });
    return;
  }
  const bytes = Buffer.from(content, encoding);
  const file = openSync(path, 'r+');
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, at);
    ftruncateSync(file, bytes.length);
  } finally {
    closeSync(file);
  }
}
