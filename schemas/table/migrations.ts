import { clickhouseTables } from './clickhouse.ts';
import { postgresTables } from './postgres.ts';
import { createRelation } from './relation.ts';
import { createStatements } from './table.ts';

export interface Migration {
  readonly name: string;
  readonly store: 'postgres' | 'clickhouse';
  readonly statements: readonly string[];
}

/** Forward only, run at start under a lock. A migration that has shipped never changes: its checksum is kept in the store. */
export const migrations: readonly Migration[] = [
  {
    name: '0001-foundation',
    store: 'postgres',
    statements: postgresTables.flatMap((table) => createRelation(table)),
  },
  {
    name: '0001-foundation',
    store: 'clickhouse',
    statements: clickhouseTables.flatMap((table) => createStatements(table)),
  },
];
