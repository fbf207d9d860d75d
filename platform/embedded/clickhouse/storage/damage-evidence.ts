import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { covers, loggedBlocks, partOf } from '../repair.ts';
import type { DamagedPart, NotedPart } from './damage-note.ts';
import type { RowsOf } from './part-check.ts';

/** The names that no other one covers. */
function outermost(names: readonly string[]): readonly string[] {
  const isWithin = (name: string, other: string): boolean => {
    const [inner, outer] = [partOf(name), partOf(other)];
    return name !== other && inner !== undefined && outer !== undefined && covers(outer, inner);
  };
  return names.filter((name) => !names.some((other) => isWithin(name, other)));
}

/** Has the next start detach a part, also where only a reader notices its damage. A new file: other folders may have links to this one. */
function condemn(folder: string): void {
  const columns = join(folder, 'columns.txt');
  try {
    rmSync(columns, { force: true });
    writeFileSync(columns, '');
  } catch {
    // No space, not even for a name: without the file it is broken too.
  }
}

/**
 * Reads what shows later whether the rows of damaged parts are there again: the ids of their inserts and the parts before their merge.
 */
export async function evidenceOf(
  rows: RowsOf,
  damaged: readonly DamagedPart[],
): Promise<readonly NotedPart[]> {
  const noted: NotedPart[] = [];
  for (const { database, table, part, rows: count } of damaged) {
    const range = partOf(part);
    if (range === undefined) continue;
    const listed = await rows(
      `SELECT name, path FROM system.parts WHERE database = '${database}' AND table = '${table}' AND partition_id = '${range.partition}'
        AND min_block_number >= ${String(range.from)} AND max_block_number <= ${String(range.to)}`,
    );
    const own = listed.find(({ name }) => name === part);
    if (own === undefined) continue;
    const folder = String(own['path']).replace(/\/$/, '');
    const ids = [...loggedBlocks(dirname(folder))].flatMap(([id, name]) => {
      const block = partOf(name);
      return block !== undefined && covers(range, block) ? [id] : [];
    });
    const names = listed.map(({ name }) => String(name)).filter((name) => name !== part);
    const isInsert = range.from === range.to;
    noted.push({
      database,
      table,
      part,
      rows: count,
      ids: isInsert ? ids : [],
      sources: [...outermost(names)],
      isLost: false,
    });
    condemn(folder);
  }
  return noted;
}
