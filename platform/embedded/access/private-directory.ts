import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Rights of files that this process creates: for its user alone. */
const PRIVATE_UMASK = 0o077;

/** Whatever this process and its children create from now on is closed to other users. */
export function createPrivateFiles(): void {
  process.umask(PRIVATE_UMASK);
}

/** Creates a directory for this user alone, or closes an existing one to others. Throws when it belongs to another user. */
export function makePrivateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
}

/** Closes what is in a directory to others. */
export function closeToOthers(directory: string): void {
  chmodSync(directory, 0o700);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) closeToOthers(path);
    else if (entry.isFile()) chmodSync(path, 0o600);
  }
}
