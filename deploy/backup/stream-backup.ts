import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { StreamArchive, StreamSnapshot } from '#platform/bus/stream-archive.ts';
import { buckets, streams } from '#schemas/bus/stream.ts';
import { BackupError } from './backup-error.ts';

/** A lease lasts seconds. */
const LEFT_OUT = [`KV_${buckets.leases}`];

/** What the engine and the writer say they have read, before what the engine has published, before what it reads (ADR 85). */
const FIRST = [buckets.positions, buckets.intents, buckets.checkpoints].map((name) => `KV_${name}`);
const LAST = [streams.commands, streams.samples, streams.metrics, streams.flows].map(
  ({ name }) => name as string,
);

const rankOf = (name: string): number => {
  if (FIRST.includes(name)) return FIRST.indexOf(name) - FIRST.length;
  return LAST.indexOf(name) + 1;
};

const fileOf = (folder: string, name: string): string => join(folder, 'nats', `${name}.tar.s2`);

async function saveOne(
  archive: StreamArchive,
  name: string,
  path: string,
): Promise<{ readonly snapshot: StreamSnapshot; readonly sum: string }> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    const snapshot = await archive.save(name, async (piece) => {
      hash.update(piece);
      await file.writeFile(piece);
    });
    return { snapshot, sum: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** Saves every stream and bucket. Returns them, and the sums of their files. */
export async function saveStreams(
  archive: StreamArchive,
  folder: string,
): Promise<{ readonly streams: StreamSnapshot[]; readonly sums: ReadonlyMap<string, string> }> {
  mkdirSync(join(folder, 'nats'), { mode: 0o700 });
  const names = (await archive.names()).filter((name) => !LEFT_OUT.includes(name));
  const saved: StreamSnapshot[] = [];
  const sums = new Map<string, string>();
  for (const name of names.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const path = fileOf(folder, name);
    const { snapshot, sum } = await saveOne(archive, name, path);
    saved.push(snapshot);
    sums.set(path, sum);
  }
  return { streams: saved, sums };
}

/** Restores every stream and bucket into an empty broker and compares. */
export async function restoreStreams(
  archive: StreamArchive,
  folder: string,
  snapshots: readonly StreamSnapshot[],
): Promise<void> {
  for (const snapshot of snapshots) {
    const { name } = snapshot.config;
    const { messages } = await archive.restore(snapshot, createReadStream(fileOf(folder, name)));
    if (messages !== snapshot.state.messages)
      throw new BackupError(
        `what NATS has restored of ${name}: ${String(messages)} messages instead of ${String(snapshot.state.messages)}`,
      );
  }
}
