import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { findAddress } from '#platform/outbound/find-address.ts';
import type { AddressRules } from '#platform/outbound/find-address.ts';
import { fetchFile } from '#platform/outbound/https-file.ts';
import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import type { ScheduleSource } from '#schemas/provisioning/schedule.ts';
import { matchesName } from '#schemas/qos/name-pattern.ts';

export interface SourceNeeds {
  /** Undefined: the server has none. */
  readonly folder: string | undefined;
  readonly rules: AddressRules;
  /** Certificates to trust besides those of the system. */
  readonly ca?: readonly string[] | undefined;
}

export type FetchedSource =
  | { readonly is: 'file'; readonly name: string; readonly content: Buffer }
  | { readonly is: 'absent' }
  | { readonly is: 'too large' }
  | { readonly is: 'failed'; readonly reason: string };

const TIMEOUT_MS = 120_000;

/** The newest file of the folder that matches. Links and hidden files are no files of an operator. */
async function newestMatch(folder: string, file: string): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter(
    (one) => one.isFile() && !one.name.startsWith('.') && matchesName(file, one.name),
  );
  const timed = await Promise.all(
    names.map(async ({ name }) => ({
      path: join(folder, name),
      at: (await stat(join(folder, name))).mtimeMs,
    })),
  );
  return timed.toSorted((one, other) => other.at - one.at)[0]?.path;
}

async function readFolder(folder: string | undefined, file: string): Promise<FetchedSource> {
  if (folder === undefined) return { is: 'failed', reason: 'IMPORT_FOLDER is not set' };
  const path = await newestMatch(folder, file);
  if (path === undefined) return { is: 'absent' };
  const handle = await open(path);
  try {
    if ((await handle.stat()).size > provisioningLimits.maxBytes) return { is: 'too large' };
    return { is: 'file', name: basename(path), content: await handle.readFile() };
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
  needs: SourceNeeds,
  signal: AbortSignal,
): Promise<FetchedSource> {
  try {
    return source.kind === 'folder'
      ? await readFolder(needs.folder, source.file)
      : await readHttps(source.url, needs, signal);
  } catch (error) {
    return { is: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}
