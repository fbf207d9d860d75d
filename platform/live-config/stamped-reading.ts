import {
  OperationNodeTransformer,
  sql,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type RootOperationNode,
  type TableNode,
} from 'kysely';
import type { Db } from '../postgres/postgres.ts';

/** Collects the tables that queries name. */
class TableNames extends OperationNodeTransformer {
  readonly names = new Set<string>();

  protected override transformTable(node: TableNode): TableNode {
    this.names.add(node.table.identifier.name);
    return super.transformTable(node);
  }
}

const collecting = (tables: TableNames): KyselyPlugin => ({
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    tables.transformNode(node);
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
});

/**
 * PostgreSQL counts the changes of each table (`pg_stat_user_tables`) and reports them within ten seconds of their commit. The
 * counts restart at zero after a crash, so the stamp includes the start time. Without counts there is no stamp.
 */
async function stampOf(db: Db, tables: ReadonlySet<string>): Promise<string | undefined> {
  if (tables.size === 0) return undefined;
  const names = [...tables].sort();
  const { rows } = await sql<{ counts: boolean; started: string; changes: string }>`
    SELECT current_setting('track_counts')::boolean AS counts, pg_postmaster_start_time()::text AS started,
      coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::text AS changes
    FROM pg_stat_user_tables WHERE schemaname = current_schema() AND relname = ANY(${names})`.execute(db);
  const [row] = rows;
  return row?.counts === true ? [row.started, row.changes, ...names].join(' ') : undefined;
}

/** A read of the database, and a cheap check whether another read could return anything else. */
export interface StampedReading<Value> {
  readonly read: () => Promise<Value>;
  /** Changes when a table of the last read has changed; undefined when that is unknown. */
  readonly stamp: () => Promise<string | undefined>;
}

/** For reads that depend on tables only, not on the time. */
export function stampedReading<Value>(db: Db, load: (db: Db) => Promise<Value>): StampedReading<Value> {
  const tables = new TableNames();
  const collectingDb = db.withPlugin(collecting(tables));
  return { read: () => load(collectingDb), stamp: () => stampOf(db, tables.names) };
}
