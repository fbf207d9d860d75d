import { foundation as clickhouseFoundation } from './0001-foundation-clickhouse.generated.ts';
import { foundation as postgresFoundation } from './0001-foundation-postgres.generated.ts';

export interface Migration {
  readonly name: string;
  readonly store: 'postgres' | 'clickhouse';
  readonly statements: readonly string[];
}

/** Forward only, run at start under a lock. A migration that has shipped never changes: its checksum is kept in the store. */
export const migrations: readonly Migration[] = [
  { name: '0001-foundation', store: 'postgres', statements: postgresFoundation },
  { name: '0001-foundation', store: 'clickhouse', statements: clickhouseFoundation },
];
