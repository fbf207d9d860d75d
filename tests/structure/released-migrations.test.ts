import { expect, it } from 'vitest';
import { migrationSum } from '#platform/migrations/run.ts';
import { migrations } from '#schemas/migrations/migrations.ts';
import { releasedMigrations } from '#schemas/migrations/released.generated.ts';

it('migrations that a release contains never change: a change of tables is a new one (npm run migration)', () => {
  const sums = new Map(migrations.map((one) => [one.name, migrationSum(one)]));
  const changed = Object.entries(releasedMigrations).filter(([name, sum]) => sums.get(name) !== sum);
  expect(changed.map(([name]) => name)).toEqual([]);
});
