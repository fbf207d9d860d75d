import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeInPlace } from './storage/write-in-place.ts';

/** A part: rows of a partition, from block to block. Its directory is named after it. */
interface Part {
  readonly partition: string;
  readonly from: number;
  readonly to: number;
}

/** `<partition>_<first block>_<last block>_<level>[_<mutation>]` */
export function partOf(name: string): Part | undefined {
  const [, partition, from, to] = /^([^_]+)_(\d+)_(\d+)_\d+(?:_\d+)?$/.exec(name) ?? [];
  return partition === undefined ? undefined : { partition, from: Number(from), to: Number(to) };
}

export const covers = (larger: Part, part: Part): boolean =>
  larger.partition === part.partition && larger.from <= part.from && larger.to >= part.to;

const ADDED = '1';

/** Whether a line of a deduplication log (operation, part, block id) matches the parts in the directory. */
function isConsistent(line: string, parts: readonly Part[]): boolean {
  const [operation, name = '', id] = line.split('\t');
  if (id === undefined) return false;
  if (operation !== ADDED) return true;
  const part = partOf(name);
  return part === undefined || parts.some((larger) => covers(larger, part));
}

/** Atomically, or in place where the disk has no room for a second file. */
function replaceFile(path: string, content: string): void {
  const temporary = `${path}.tmp`;
  try {
    writeFileSync(temporary, content, 'latin1');
    renameSync(temporary, path);
  } catch {
    rmSync(temporary, { force: true });
    writeInPlace(path, content, 'latin1');
  }
}

/** Removes unmatched lines atomically and returns their number. */
function repairLog(path: string, parts: readonly Part[]): number {
  const content = readFileSync(path, 'latin1');
  const lines = content.split('\n').filter((line) => line !== '');
  const retained = lines.filter((line) => isConsistent(line, parts));
  if (retained.length === lines.length && (content === '' || content.endsWith('\n'))) return 0;
  replaceFile(path, retained.map((line) => `${line}\n`).join(''));
  return lines.length - retained.length;
}

const entriesOf = (path: string): readonly string[] => (existsSync(path) ? readdirSync(path) : []);

/** Directories of tables: `store/<three digits of the uuid>/<uuid>`. */
export const tablesOf = (directory: string): readonly string[] =>
  entriesOf(join(directory, 'store')).flatMap((group) =>
    entriesOf(join(directory, 'store', group)).map((table) => join(directory, 'store', group, table)),
  );

const numberOf = (log: string): number => Number(/(\d+)\.txt$/.exec(log)?.[1]);

/** The blocks of which the deduplication log of a table knows, with the part of each. ClickHouse writes a line before it has the part. */
export function loggedBlocks(table: string): ReadonlyMap<string, string> {
  const logs = join(table, 'deduplication_logs');
  const files = entriesOf(logs)
    .filter((name) => name.endsWith('.txt'))
    .toSorted((one, other) => numberOf(one) - numberOf(other));
  const blocks = new Map<string, string>();
  for (const file of files)
    for (const line of readFileSync(join(logs, file), 'latin1').split('\n')) {
      const [operation, name = '', id] = line.split('\t');
      if (id === undefined) continue;
      if (operation === ADDED) blocks.set(id, name);
      else blocks.delete(id);
    }
  return blocks;
}

/**
 * ClickHouse writes the token of a block into the table's deduplication log before it renames the part of the block
 * (MergeTreeSink: `addPart`, then `renameTempPartAndAdd`). Killed in between, it would treat the repeated insert as a duplicate
 * and drop rows that it never stored. Before the engine opens the directory, and so before any merge, this removes log lines of
 * parts that neither exist nor are covered by another part, and incomplete lines. (A part that was removed on purpose has left
 * the log already, or may leave it without harm.) Returns the number of removed lines.
 */
export function repairDeduplicationLogs(directory: string): number {
  let struck = 0;
  for (const table of tablesOf(directory)) {
    const logs = join(table, 'deduplication_logs');
    const parts = entriesOf(table).flatMap((name) => partOf(name) ?? []);
    for (const log of entriesOf(logs).filter((name) => name.endsWith('.txt')))
      struck += repairLog(join(logs, log), parts);
  }
  return struck;
}
