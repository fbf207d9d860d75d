/**
 * `npm run new-feature -- NAME [--permission AREA]`: the files of a feature in each tier, its registration and its tests, so that
 * features stay alike. Nothing is overwritten.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { featureOf } from './feature.ts';
import { registered, registrationsOf } from './register.ts';
import { serverFiles } from './server-files.ts';
import { webFiles } from './web-files.ts';

function generate(name: string, permission: string | undefined): string[] {
  const feature = featureOf(name, permission);
  const files = { ...serverFiles(feature), ...webFiles(feature) };
  const present = Object.keys(files).filter((path) => existsSync(path));
  if (present.length > 0) throw new Error(`exists already: ${present.join(', ')}`);
  const edited = new Map<string, string>();
  for (const registration of registrationsOf(feature)) {
    const { file } = registration;
    edited.set(file, registered(edited.get(file) ?? readFileSync(file, 'utf8'), registration));
  }
  for (const [path, text] of [...Object.entries(files), ...edited]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return [...Object.keys(files), ...edited.keys()];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { permission: { type: 'string' } },
});
try {
  const paths = generate(positionals[0] ?? '', values.permission);
  const [feature = ''] = positionals;
  const migration = spawnSync('npm', ['run', '--silent', 'migration', '--', feature], { stdio: 'inherit' });
  if (migration.status !== 0)
    throw new Error(`the files are written, and the migration is not: npm run migration -- ${feature}`);
  paths.push(`schemas/migrations/${feature}-tables.ts`, 'schemas/migrations/migrations.ts');
  spawnSync('oxfmt', paths, { stdio: 'inherit' });
  console.log(paths.join('\n'));
  console.log(
    '\nNow: the fields of the contract and the table, the columns and the form, the texts, the tests;' +
      '\na new menu entry also belongs into schemas/menu/visible.test.ts, which holds the whole menu.',
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
