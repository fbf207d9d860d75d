import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tablesOf } from '../repair.ts';
import type { DamagedPart } from './damage-note.ts';
import type { RowsOf } from './storage-guard.ts';
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
  /**
   * `restored`: the parts before its merge are there. `repeated`: its insert was not confirmed, the writer inserts it again. `lost`: its rows, or
   * some of them, are nowhere.
   */
  readonly state: 'restored' | 'repeated' | 'lost';
  /** Rows that are nowhere; undefined if nothing says how many. */
  readonly lostRows: number | undefined;
  /** First and last second of its rows, undefined if nothing says so any more. */
  readonly period: readonly [number, number] | undefined;
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

interface Replacement {
  readonly parts: number;
  readonly rows: number;
}

function stateOf(
  broken: { readonly rows: number | undefined; readonly isNoted: boolean; readonly isInsert: boolean },
  { parts, rows: present }: Replacement,
  sums: boolean,
): Pick<BrokenPart, 'state' | 'lostRows'> {
  if (broken.isInsert && broken.isNoted) return { state: 'repeated', lostRows: 0 };
  if (parts > 0 && (sums || broken.rows === undefined || present >= broken.rows))
    return { state: 'restored', lostRows: 0 };
  const missing = broken.rows === undefined ? undefined : broken.rows - (sums ? 0 : present);
  return { state: 'lost', lostRows: missing };
}

const DETACHED = `
  SELECT p.database AS database, p.table AS table, p.name AS name, p.partition_id AS partition, p.path AS path, t.engine AS engine,
    p.min_block_number AS first, p.max_block_number AS last, p.level AS level
  FROM system.detached_parts AS p
  INNER JOIN system.tables AS t ON t.database = p.database AND t.name = p.table
  WHERE startsWith(p.reason, 'broken')`;

/** Returns every part that a start found broken, with what has become of its rows. Removes the folders of those that are not lost. */
export async function settleBrokenParts(
  rows: RowsOf,
  noted: readonly DamagedPart[],
): Promise<readonly BrokenPart[]> {
  const settled: BrokenPart[] = [];
  for (const row of await rows(DETACHED)) {
    const text = (name: string): string => String(row[name]);
    const folder = text('path');
    const [firstBlock, lastBlock] = [Number(row['first']), Number(row['last'])];
    const part = text('name').replace(/^broken(?:-on-start)?_/, '');
    const note = noted.find((one) => one.table === text('table') && part.startsWith(one.part));
    const [present] = await rows(
      `SELECT count() AS parts, sum(rows) AS rows FROM system.parts WHERE active AND database = '${text('database')}' AND table = '${text('table')}'
        AND partition_id = '${text('partition')}' AND min_block_number >= ${String(firstBlock)} AND max_block_number <= ${String(lastBlock)}`,
    );
    const stored = note?.rows ?? countIn(folder, 'count.txt');
    const replacement = { parts: Number(present?.['parts']), rows: Number(present?.['rows']) };
    const broken = { rows: stored, isNoted: note !== undefined, isInsert: Number(row['level']) === 0 };
    const state = stateOf(broken, replacement, SUMS.test(text('engine')));
    const [database, table, partition] = [text('database'), text('table'), text('partition')];
    const period = periodIn(folder);
    const derived = countIn(folder, DERIVED) ?? 0;
    const lostRows = state.lostRows === undefined ? undefined : Math.max(0, state.lostRows - derived);
    const blocks = { firstBlock, lastBlock, rows: stored };
    settled.push({ database, table, part, partition, ...blocks, period, folder, ...state, lostRows });
    if (state.state !== 'lost') rmSync(folder, { recursive: true, force: true });
  }
  return settled;
}
