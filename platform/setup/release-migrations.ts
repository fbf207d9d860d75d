/**
 * `npm run release-migrations`: records the sums of all migrations; from then on they never change. Run once for each release. Refuses when one that was
 * recorded before has changed.
 */
import { writeFileSync } from 'node:fs';
import { migrationSum } from '#platform/migrations/run.ts';
import { migrations } from '#schemas/migrations/migrations.ts';
import { releasedMigrations } from '#schemas/migrations/released.generated.ts';

const sums = new Map(migrations.map((one) => [one.name, migrationSum(one)]));
const changed = Object.entries(releasedMigrations).filter(([name, sum]) => sums.get(name) !== sum);
const lines = [...sums].map(([name, sum]) => `  '${name}': '${sum}',\n`);
if (changed.length > 0) {
  const names = changed.map(([name]) => name).join(', ');
  process.stderr.write(
    `a release contains these migrations as they were before, take the change back: ${names}\n`,
  );
  process.exitCode = 1;
} else
  writeFileSync(
    new URL('../../schemas/migrations/released.generated.ts', import.meta.url),
    `/** Written by \`npm run release-migrations\`: sums of the migrations that a release contains, by their names. */\nexport const releasedMigrations: Readonly<Record<string, string>> = {\n${lines.join('')}};\n`,
  );
