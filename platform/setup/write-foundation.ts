/** `npm run foundation`: writes the tables of the first migrations from the column lists. Not after a release: `npm run migration` then. */
import { writeFileSync } from 'node:fs';
import { releasedMigrations } from '#schemas/migrations/released.generated.ts';
import { clickhouseTables } from '#schemas/table/clickhouse.ts';
import { postgresTables } from '#schemas/table/postgres.ts';
import { createRelation } from '#schemas/table/relation.ts';
import { createStatements } from '#schemas/table/table.ts';
import { statementFile } from './statement-file.ts';

const folder = new URL('../../schemas/migrations/', import.meta.url);

function write(file: string, name: string, statements: readonly string[]): void {
  writeFileSync(
    new URL(file, folder),
    statementFile({
      about: 'Written by `npm run foundation` from the column lists in `schemas/table`.',
      name,
      statements,
    }),
  );
}

if (Object.keys(releasedMigrations).length > 0) {
  process.stderr.write(
    'the foundations have been released and never change again: npm run migration -- TOPIC writes a migration\n',
  );
  process.exitCode = 1;
} else {
  write(
    '0001-clickhouse-foundation.generated.ts',
    'clickhouseFoundation',
    clickhouseTables.flatMap(createStatements),
  );
  write(
    '0002-postgres-foundation.generated.ts',
    'postgresFoundation',
    postgresTables.flatMap(createRelation),
  );
}
