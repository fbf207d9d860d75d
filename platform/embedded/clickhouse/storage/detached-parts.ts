import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { covers, partOf, tablesOf } from '../repair.ts';
import type { NotedPart } from './damage-note.ts';
import { isPartComplete, type RowsOf } from './part-check.ts';
import { writeInPlace } from './write-in-place.ts';

/** Folders of parts that a start of ClickHouse found broken, of all tables. */
export const brokenFolders = (directory: string): readonly string[] =>
  tablesOf(directory).flatMap((table) => {
    const detached = join(table, 'detached');
    if (!existsSync(detached)) return [];
    return readdirSync(detached)
      .filter((name) => name.startsWith('broken'))
      .map((name) => join(detached, name));
  });

/** A part that was found broken, and what replaces it. */
export interface BrokenPart {
  readonly database: string;
  readonly table: string;
  readonly part: string;
  readonly partition: string;
  /** Numbers of its inserts: each block of the table has one. */
  readonly firstBlock: number;
  readonly lastBlock: number;
  /** Rows that it had, undefined if nothing says so any more. */
  readonly rows: number | undefined;
  /** `restored`: the parts before its merge are there and complete. `awaited`: the writer may repeat its insert. `lost`: its rows, or some of them, are nowhere. */
  readonly state: 'restored' | 'awaited' | 'lost';
  /** Rows that are nowhere; undefined if nothing says how many. */
  readonly lostRows: number | undefined;
  /** First and last second of its rows, undefined if nothing says so any more. */
  readonly period: readonly [number, number] | undefined;
  /** Ids of its inserts in the deduplication log. */
  readonly ids: readonly string[];
  /** Its folder in `detached/`. */
  readonly folder: string;
}

/** Merges of these engines sum rows up: the parts before a merge have more than the part after it. */
const SUMS = /^(Summing|Aggregating|Replacing)/;

function countIn(folder: string, file: string): number | undefined {
  try {
    const text = readFileSync(join(folder, file), 'utf8').trim();
    return /^\d+$/.test(text) ? Number(text) : undefined;
  } catch {
    return undefined;
  }
}

/** In the folder of a lost part: how many of its rows were derived again. */
const DERIVED = 'derived-rows.txt';

/** Notes rows of a lost part that its rollup has again. Without a rest its folder is removed. */
export function settleDerivedRows({ folder, lostRows }: BrokenPart, derived: number): void {
  if (lostRows !== undefined && derived >= lostRows) rmSync(folder, { recursive: true, force: true });
  else if (derived > 0)
    writeInPlace(join(folder, DERIVED), String(derived + (countIn(folder, DERIVED) ?? 0)));
}

/** The least and greatest time of a part by its own index, where its partitions are of the column `at`. */
function periodIn(folder: string): BrokenPart['period'] {
  try {
    const index = readFileSync(join(folder, 'minmax_at.idx'));
    return index.length === 8 ? [index.readUInt32LE(0), index.readUInt32LE(4)] : undefined;
  } catch {
    return undefined;
  }
}

/** What is in the table where a broken part was. */
interface Replacement {
  readonly part: string;
  readonly first: number;
  readonly last: number;
  readonly rows: number;
}

interface Broken {
  readonly note: NotedPart | undefined;
  readonly rows: number | undefined;
  readonly firstBlock: number;
  readonly lastBlock: number;
  readonly sums: boolean;
}

const present = (parts: readonly Replacement[]): number => parts.reduce((sum, { rows }) => sum + rows, 0);

/** Whether parts have each block between two numbers; a number may also have been given to a repeated insert, which has no part. */
function haveAll(parts: readonly Replacement[], first: number, last: number): boolean {
  let next = first;
  for (const part of parts.toSorted((one, other) => one.first - other.first)) {
    if (part.first > next) return false;
    next = part.last + 1;
  }
  return next > last;
}

const isCovered = (source: string, parts: readonly Replacement[]): boolean => {
  const before = partOf(source);
  return (
    before !== undefined &&
    parts.some(({ part }) => {
      const after = partOf(part);
      return after !== undefined && covers(after, before);
    })
  );
};

/** Whether parts have all rows of a merged one. Nothing but its blocks or its sources says so where nothing says how many rows it had, or where a merge sums rows up. */
function replaces(
  parts: readonly Replacement[],
  { note, rows, firstBlock, lastBlock, sums }: Broken,
): boolean {
  if (parts.length === 0) return false;
  if (rows !== undefined && !sums) return present(parts) >= rows;
  if (note !== undefined && note.sources.length > 0)
    return note.sources.every((source) => isCovered(source, parts));
  return haveAll(parts, firstBlock, lastBlock);
}

function stateOf(
  broken: Broken,
  parts: readonly Replacement[],
  isRestored: boolean,
): Pick<BrokenPart, 'state' | 'lostRows'> {
  const { note, rows, sums } = broken;
  // Blocks are numbered again after a loss: other rows may have come into its place since.
  if (note?.isLost) return { state: 'lost', lostRows: rows };
  if (isRestored && note?.folder === undefined) return { state: 'restored', lostRows: 0 };
  if (note !== undefined && note.ids.length > 0) return { state: 'awaited', lostRows: 0 };
  const missing = rows === undefined ? undefined : rows - (sums ? 0 : present(parts));
  return { state: 'lost', lostRows: missing };
}

const DETACHED = `
  SELECT p.database AS database, p.table AS table, p.name AS name, p.partition_id AS partition, p.path AS path, t.engine AS engine,
    p.min_block_number AS first, p.max_block_number AS last
  FROM system.detached_parts AS p
  INNER JOIN system.tables AS t ON t.database = p.database AND t.name = p.table
  WHERE startsWith(p.reason, 'broken')`;

interface Place {
  readonly database: string;
  readonly table: string;
  readonly part: string;
  readonly folder: string;
}

/** What is noted of a folder, or of the part that a start has put there. */
function noteOf(
  noted: readonly NotedPart[],
  { database, table, part, folder }: Place,
): NotedPart | undefined {
  const isSame = (one: NotedPart): boolean =>
    one.folder === undefined &&
    one.database === database &&
    one.table === table &&
    (part === one.part || part.startsWith(`${one.part}_try`));
  return noted.find((one) => one.folder === folder) ?? noted.find(isSame);
}

/** Reads all of some parts and says whether each is complete; one that cannot be read is not. */
async function areComplete(
  rows: RowsOf,
  { database, table }: Place,
  parts: readonly Replacement[],
): Promise<boolean> {
  for (const { part } of parts)
    if (!(await isPartComplete(rows, { database, table, part }).catch(() => false))) return false;
  return true;
}

/** Returns every part that a start found broken, with what has become of its rows. Removes the folders of those that are restored. */
export async function settleBrokenParts(
  rows: RowsOf,
  noted: readonly NotedPart[],
): Promise<readonly BrokenPart[]> {
  const settled: BrokenPart[] = [];
  for (const row of await rows(DETACHED)) {
    const text = (name: string): string => String(row[name]);
    const [database, table, partition] = [text('database'), text('table'), text('partition')];
    const [firstBlock, lastBlock] = [Number(row['first']), Number(row['last'])];
    const folder = text('path').replace(/\/$/, '');
    const place = { database, table, folder, part: text('name').replace(/^broken(?:-on-start)?_/, '') };
    const note = noteOf(noted, place);
    const listed = await rows(
      `SELECT name, min_block_number AS first, max_block_number AS last, rows FROM system.parts WHERE active AND database = '${database}' AND table = '${table}'
        AND partition_id = '${partition}' AND min_block_number >= ${String(firstBlock)} AND max_block_number <= ${String(lastBlock)}`,
    );
    const parts = listed.map((one) => ({
      part: String(one['name']),
      first: Number(one['first']),
      last: Number(one['last']),
      rows: Number(one['rows']),
    }));
    const stored = note?.rows ?? countIn(folder, 'count.txt');
    const broken = { note, rows: stored, firstBlock, lastBlock, sums: SUMS.test(text('engine')) };
    const isRestored = replaces(parts, broken) && (await areComplete(rows, place, parts));
    const state = stateOf(broken, parts, isRestored);
    const derived = countIn(folder, DERIVED) ?? 0;
    const lostRows = state.lostRows === undefined ? undefined : Math.max(0, state.lostRows - derived);
    const blocks = { partition, firstBlock, lastBlock, rows: stored, ids: note?.ids ?? [] };
    settled.push({ ...place, ...blocks, period: periodIn(folder), ...state, lostRows });
    if (state.state === 'restored') rmSync(folder, { recursive: true, force: true });
  }
  return settled;
}
