/** Written by `npm run release-migrations`: sums of the migrations that a release contains, by their names. */
export const releasedMigrations: Readonly<Record<string, string>> = {};
