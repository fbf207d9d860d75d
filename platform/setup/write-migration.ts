/**
 * `npm run migration -- TOPIC`: a migration that creates the tables of the column lists that no migration creates yet, with the next number. What
 * changes an existing table is written by hand into the file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { clickhouseTables } from '#schemas/table/clickhouse.ts';
import { postgresTables } from '#schemas/table/postgres.ts';
import { createRelation } from '#schemas/table/relation.ts';
import { createStatements } from '#schemas/table/table.ts';
import { migrations, type Migration } from '#schemas/migrations/migrations.ts';
import { statementFile } from './statement-file.ts';

const FOLDER = new URL('../../schemas/migrations/', import.meta.url);

const created = (store: Migration['store']): string =>
  migrations
    .filter((one) => one.store === store)
    .flatMap(({ statements }) => statements)
    .join('\n');

const isCreated = (name: string, text: string): boolean =>
  new RegExp(`CREATE TABLE (?:IF NOT EXISTS )?"?${name}"? `).test(text);

/** Statements of the tables that are missing, by store. */
const missing: Readonly<Record<Migration['store'], readonly string[]>> = {
  postgres: postgresTables
    .filter(({ name }) => !isCreated(name, created('postgres')))
    .flatMap(createRelation),
  clickhouse: clickhouseTables
    .filter(({ name }) => !isCreated(name, created('clickhouse')))
    .flatMap(createStatements),
};

const camelOf = (topic: string): string =>
  topic.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

function write(topic: string, store: Migration['store'], number: number): void {
  const name = `${camelOf(topic)}Tables`;
  writeFileSync(
    new URL(`${topic}-tables.ts`, FOLDER),
    statementFile({ about: `Tables of ${topic}, as they were first.`, name, statements: missing[store] }),
    { flag: 'wx' },
  );
  const file = new URL('migrations.ts', FOLDER);
  const entry = `  { name: '${String(number).padStart(4, '0')}-${topic}', store: '${store}', statements: ${name} },\n`;
  const text = readFileSync(file, 'utf8')
    .replace('\nexport interface', `import { ${name} } from './${topic}-tables.ts';\n\nexport interface`)
    .replace(/\];\s*$/, `${entry}];\n`);
  writeFileSync(file, text);
}

const [topic = '', ...more] = process.argv.slice(2);
const [store, ...others] = (['postgres', 'clickhouse'] as const).filter((one) => missing[one].length > 0);
if (!/^[a-z]+(?:-[a-z]+)*$/.test(topic) || more.length > 0) {
  process.stderr.write('npm run migration -- TOPIC   in lower case, with hyphens\n');
  process.exitCode = 2;
} else if (store === undefined || others.length > 0) {
  process.stderr.write(
    store === undefined
      ? 'no table is missing: write the statements of the change into schemas/migrations/\n'
      : 'tables of both stores are missing: add and write those of one store first\n',
  );
  process.exitCode = 1;
} else write(topic, store, migrations.length + 1);
