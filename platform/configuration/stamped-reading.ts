import { OperationNodeTransformer, sql } from 'kysely';
import type { KyselyPlugin, PluginTransformQueryArgs, RootOperationNode, TableNode } from 'kysely';
import type { Db } from '../postgres/postgres.ts';

/** Notes the tables that queries name. */
class TableNames extends OperationNodeTransformer {
  readonly found = new Set<string>();

  protected override transformTable(node: TableNode): TableNode {
    this.found.add(node.table.identifier.name);
    return super.transformTable(node);
  }
}

const noting = (names: TableNames): KyselyPlugin => ({
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    names.transformNode(node);
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
});

/**
 * PostgreSQL counts the changes of each table (`pg_stat_user_tables`) and tells of them within ten seconds of their commit. Its
 * counts begin anew when it was killed, hence the time of its start; where it counts nothing there is no stamp.
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

/** A reading of the database, and whether another one could bring anything else. */
export interface StampedReading<Value> {
  readonly read: () => Promise<Value>;
  /**
   * Another text when any of the tables of the last reading was changed since, cheap beside the reading itself; undefined when
   * that is not known.
   */
  readonly stamp: () => Promise<string | undefined>;
}

/** Of a reading that depends on nothing but tables: not on the time. */
export function stampedReading<Value>(db: Db, load: (db: Db) => Promise<Value>): StampedReading<Value> {
  const names = new TableNames();
  const noted = db.withPlugin(noting(names));
  return { read: () => load(noted), stamp: () => stampOf(db, names.found) };
}
