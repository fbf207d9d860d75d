/** `npm run release-migrations`: records the sums of all migrations; from then on they never change. Run once for each release. */
import { writeFileSync } from 'node:fs';
import { migrationSum } from '#platform/migrations/run.ts';
import { migrations } from '#schemas/migrations/migrations.ts';

const lines = migrations.map((one) => `  '${one.name}': '${migrationSum(one)}',\n`);
writeFileSync(
  new URL('../../schemas/migrations/released.generated.ts', import.meta.url),
  `/** Written by \`npm run release-migrations\`: sums of the migrations that a release contains, by their names. */\nexport const releasedMigrations: Readonly<Record<string, string>> = {\n${lines.join('')}};\n`,
);
