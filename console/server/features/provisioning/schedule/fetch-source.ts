import type { Stats } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { findAddress, type AddressRules } from '#platform/outbound/find-address.ts';
import { fetchFile } from '#platform/outbound/https-file.ts';
import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import type { ScheduleSource } from '#schemas/provisioning/schedule.ts';
import { matchesName } from '#schemas/qos/name-pattern.ts';

export interface SourceNeeds {
  /** Undefined: the server has none. */
  readonly folder: string | undefined;
  readonly rules: AddressRules;
  /** Certificates to trust besides those of the system. */
  readonly ca?: readonly string[] | undefined;
}

/** A file as it was looked at: the same again later, it is no longer written. */
export interface FileLook {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

export type FetchedSource =
  | { readonly is: 'growing'; readonly look: FileLook }
  | { readonly is: 'file'; readonly name: string; readonly content: Buffer }
  | { readonly is: 'absent' }
  | { readonly is: 'too large' }
  | { readonly is: 'failed'; readonly reason: string };

const TIMEOUT_MS = 120_000;

/** A file that was not written for this long is complete. */
const SETTLED_MS = 30_000;

/** The newest file of the folder that matches. Links and hidden files are no files of an operator. */
async function newestMatch(folder: string, file: string): Promise<FileLook | undefined> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter(
    (one) => one.isFile() && !one.name.startsWith('.') && matchesName(file, one.name),
  );
  const timed = await Promise.all(
    names.map(async ({ name }) => lookOf(join(folder, name), await stat(join(folder, name)))),
  );
  return timed.toSorted((one, other) => other.modifiedMs - one.modifiedMs)[0];
}

const lookOf = (path: string, { size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>): FileLook => ({
  path,
  bytes: size,
  modifiedMs: mtimeMs,
});

const isSame = (one: FileLook | undefined, other: FileLook): boolean =>
  one?.path === other.path && one.bytes === other.bytes && one.modifiedMs === other.modifiedMs;

/** The clock of a file server may differ a little: a time that is to come says nothing, unless someone has set it. */
const isSettled = ({ modifiedMs }: FileLook, nowMs: number): boolean =>
  nowMs - modifiedMs >= SETTLED_MS || modifiedMs - nowMs >= DAY_MS;

interface Looked {
  readonly nowMs: number;
  /** The file as it was looked at before. */
  readonly before: FileLook | undefined;
}

async function readFolder(
  folder: string | undefined,
  file: string,
  { nowMs, before }: Looked,
): Promise<FetchedSource> {
  if (folder === undefined) return { is: 'failed', reason: 'IMPORT_FOLDER is not set' };
  const look = await newestMatch(folder, file);
  if (look === undefined) return { is: 'absent' };
  if (!isSame(before, look) && !isSettled(look, nowMs)) return { is: 'growing', look };
  const handle = await open(look.path);
  try {
    if ((await handle.stat()).size > provisioningLimits.maxBytes) return { is: 'too large' };
    const content = await handle.readFile();
    const now = lookOf(look.path, await handle.stat());
    if (!isSame(now, { ...look, bytes: content.length })) return { is: 'growing', look: now };
    return { is: 'file', name: basename(look.path), content };
  } finally {
    await handle.close();
  }
}

async function readHttps(
  text: string,
  { rules, ca }: SourceNeeds,
  ending: AbortSignal,
): Promise<FetchedSource> {
  const url = new URL(text);
  const signal = AbortSignal.any([ending, AbortSignal.timeout(TIMEOUT_MS)]);
  const found = await findAddress(url.hostname, rules, signal);
  if (!found.ok) return { is: 'failed', reason: found.reason };
  const fetched = await fetchFile({ url, at: found, maxBytes: provisioningLimits.maxBytes, ca }, signal);
  if (!fetched.ok) return { is: 'failed', reason: fetched.reason };
  const name = decodeURIComponent(basename(url.pathname));
  return { is: 'file', name: name === '' ? url.hostname : name.slice(0, 200), content: fetched.content };
}

/** Reads the file of a schedule. Never throws: what is wrong is a result. */
export async function fetchSource(
  source: ScheduleSource,
  needs: SourceNeeds & Looked,
  signal: AbortSignal,
): Promise<FetchedSource> {
  try {
    return source.kind === 'folder'
      ? await readFolder(needs.folder, source.file, needs)
      : await readHttps(source.url, needs, signal);
  } catch (error) {
    return { is: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}
