import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isDiskFull } from '#platform/postgres/sql-state.ts';

const MEGABYTE = 1_000_000;
/** Chromium starts with less than this, and ends while it prints. */
const LEAST_FREE_BYTES = 16 * MEGABYTE;

/** What the system (ENOSPC, errno 28) and Chromium (net::ERR_FILE_NO_SPACE) say without space. */
const NO_SPACE = /ENOSPC|no space left|ERR_FILE_NO_SPACE/i;

async function freeBytesOf(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // A file system that does not say it.
    return Infinity;
  }
}

/**
 * The disk without whose space a report could not be rendered, in words; undefined: it is another failure. Chromium says of a full disk that it
 * could not start, that it ended, or nothing: the space itself is looked at.
 */
export async function fullDiskOf(error: unknown, folder = tmpdir()): Promise<string | undefined> {
  if (isDiskFull(error)) return 'the disk of PostgreSQL, where files of reports are stored';
  const free = await freeBytesOf(folder);
  if (free >= LEAST_FREE_BYTES && !NO_SPACE.test(String(error))) return undefined;
  return `the disk of ${folder} on the machine that renders reports, with ${String(Math.floor(free / MEGABYTE))} MB free`;
}
