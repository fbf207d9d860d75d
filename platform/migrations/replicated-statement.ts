import { createHash } from 'node:crypto';

interface ReplicatedNames {
  readonly database: string;
  /** Name of the migration: a table that a later one creates again is another table. */
  readonly migration: string;
}

/** Blocks whose tokens a replicated table remembers, and for how long: by default, new servers do so for an hour. */
const REMEMBERED = 'replicated_deduplication_window = $1, replicated_deduplication_window_seconds = 604800';

/** An identity that is equal on each replica, in the form of a UUID of version 8 (RFC 9562, 5.8). */
function fixedUuid({ database, migration }: ReplicatedNames, name: string): string {
  const hash = createHash('sha256').update(`telltale ${database} ${migration} ${name}`).digest('hex');
  const variant = ((parseInt(hash.charAt(16), 16) & 3) | 8).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/**
 * A statement of a migration as a replica runs it: tables of the MergeTree family are replicated, and tables and views have the same UUID on
 * each replica. The UUID of a view is a part of the deduplication token of the blocks that it inserts, so that a block which is repeated on
 * another replica is recognised in the rollups as well. Other statements are returned as they are.
 */
export function replicatedStatement(statement: string, names: ReplicatedNames): string {
  const table = /^CREATE TABLE IF NOT EXISTS (\w+) \(/.exec(statement)?.[1];
  const uuid = (name: string): string => `UUID '${fixedUuid(names, name)}'`;
  if (table !== undefined && /^ENGINE = \w*MergeTree/m.test(statement))
    return statement
      .replace(/^(CREATE TABLE IF NOT EXISTS \w+) /, `$1 ${uuid(table)} `)
      .replace(/^ENGINE = (\w*MergeTree)(?:\((.*)\))?$/m, (_line, engine: string, args?: string) => {
        const path = `'/telltale/${names.database}/{shard}/${table}', '{replica}'`;
        return `ENGINE = Replicated${engine}(${path}${args === undefined ? '' : `, ${args}`})`;
      })
      .replace(/non_replicated_deduplication_window = (\d+)/, REMEMBERED);
  return statement.replace(
    /^(CREATE MATERIALIZED VIEW IF NOT EXISTS (\w+)) TO /,
    (_line, start: string, view: string) => `${start} ${uuid(view)} TO `,
  );
}
