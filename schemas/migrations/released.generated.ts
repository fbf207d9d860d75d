/** Written by `npm run release-migrations`: sums of the migrations that a release contains, by their names. */
export const releasedMigrations: Readonly<Record<string, string>> = {
  '0001-clickhouse-foundation': 'c7b1ee5063138e1e663faef353afc6a7ed1618697afc8ef86dfbd52239f3e1b5',
  '0002-postgres-foundation': '9a946f998d5c0885a2d8aaa7a8b13451198e0abe82bf918a401a07a937bdf39a',
  '0003-name-order': 'd8d96bc278df4855e51e7c619627e2a657fdec86022104183d305f03edf393ae',
  '0004-import-brake': '316c8c57e3e074280d0f8c1104674c9237e0cdc1d08aea2d0af5572b8d56c9f4',
  '0005-even-names': 'c08ae898eda3723a944e02d0e7658f0b2f457385e08db39f622fb91d9610c5c0',
  '0006-resource-life': 'd2080624f8d02a83520690c476b60a51a0ecd578e51e5e6bb83e044ad4580c91',
  '0007-acceptance-runs': '0f129af1da76a64e54254b7b97d9fa929ec12ce4baf5c3c138d80eaad1e60026',
};
