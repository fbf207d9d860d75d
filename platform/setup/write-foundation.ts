/** `npm run foundation`: writes the tables of the first migrations from the column lists. Not after a release: add a migration then. */
import { writeFileSync } from 'node:fs';
import { clickhouseTables } from '#schemas/table/clickhouse.ts';
import { postgresTables } from '#schemas/table/postgres.ts';
import { createRelation } from '#schemas/table/relation.ts';
import { createStatements } from '#schemas/table/table.ts';

const folder = new URL('../../schemas/migrations/', import.meta.url);

const literal = (statement: string): string => `  \`${statement.replaceAll(/[\\`]|\$\{/g, '\\$&')}\`,\n`;

function write(file: string, name: string, statements: readonly string[]): void {
  const list = statements.map(literal).join('');
  writeFileSync(
    new URL(file, folder),
    `/** Written by \`npm run foundation\` from the column lists in \`schemas/table\`. */\nexport const ${name}: readonly string[] = [\n${list}];\n`,
  );
}

write(
  '0001-clickhouse-foundation.generated.ts',
  'clickhouseFoundation',
  clickhouseTables.flatMap(createStatements),
);
write('0002-postgres-foundation.generated.ts', 'postgresFoundation', postgresTables.flatMap(createRelation));
