// Who may import whom. Everything not allowed here is an error.
const within = (...paths) => paths.map((path) => `^${path}/`).join('|');
const tier = (name, from, mayNotReach, except) => ({
  name,
  severity: 'error',
  from: { path: from, ...(except ? { pathNot: except } : {}) },
  to: { path: mayNotReach },
});
module.exports = {
  forbidden: [
    // English texts register their French twin, which takes its type from them: a type alone, which leaves nothing to load.
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: '/texts?/(en|fr)\\.ts$' },
      to: { circular: true },
    },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    tier(
      'schemas-see-only-schemas',
      '^schemas/',
      within('platform', 'engine', 'ingest', 'console', 'demo', 'bench', 'deploy', 'tests'),
      '\\.test\\.ts$',
    ),
    tier(
      'platform-sees-only-schemas',
      '^platform/',
      within('engine', 'ingest', 'console', 'demo', 'bench', 'deploy', 'tests'),
      '\\.test\\.ts$',
    ),
    tier(
      'engine-is-alone',
      '^engine/',
      within('ingest', 'console', 'demo', 'bench', 'deploy', 'tests'),
      '\\.test\\.ts$',
    ),
    tier(
      'ingest-is-alone',
      '^ingest/',
      within('engine', 'console', 'demo', 'bench', 'deploy', 'tests'),
      '\\.test\\.ts$',
    ),
    tier(
      'server-is-alone',
      '^console/server/',
      within('engine', 'ingest', 'console/web', 'demo', 'bench', 'deploy', 'tests'),
      '\\.test\\.ts$',
    ),
    tier(
      'web-sees-only-schemas',
      '^console/web/',
      within('platform', 'engine', 'ingest', 'console/server', 'demo', 'bench', 'deploy', 'tests'),
      '\\.test\\.tsx?$',
    ),
    tier(
      'nothing-imports-bench-or-tests',
      '^(schemas|platform|engine|ingest|console)/',
      within('demo', 'bench', 'deploy'),
      '\\.test\\.tsx?$',
    ),
    // The demonstration network is part of the product that `npm start` runs: it needs no measurement and no start.
    tier('demo-is-below-bench', '^demo/', within('bench', 'deploy', 'tests'), '\\.test\\.ts$'),
    tier('deploy-needs-no-bench', '^deploy/', within('bench'), '\\.test\\.ts$'),
    tier('bench-needs-no-deploy', '^bench/', within('deploy'), '\\.test\\.ts$'),
    {
      name: 'server-features-never-import-each-other',
      severity: 'error',
      from: { path: '^console/server/features/(settings/[^/]+|[^/]+)/' },
      to: { path: '^console/server/features/', pathNot: '^console/server/features/$1/' },
    },
    {
      name: 'web-features-never-import-each-other',
      severity: 'error',
      from: {
        path: '^console/web/features/([^/]+)/',
        pathNot: '^console/web/features/(settings/[^/]+|report|inventory/element)/',
      },
      to: { path: '^console/web/features/', pathNot: '^console/web/features/$1/' },
    },
    {
      // Reports are documents as dashboards are, and show their dashlets (docs/adr/0112-reports.md).
      name: 'web-reports-import-dashboards-only',
      severity: 'error',
      from: { path: '^console/web/features/report/' },
      to: { path: '^console/web/features/', pathNot: '^console/web/features/(report|dashboard)/' },
    },
    {
      // The page of an element shows dashlets (docs/adr/0125-element-pages.md).
      name: 'web-element-pages-import-dashboards-only',
      severity: 'error',
      from: { path: '^console/web/features/inventory/element/' },
      to: { path: '^console/web/features/', pathNot: '^console/web/features/(inventory|dashboard)/' },
    },
    {
      // What the settings share stands beside them and in `target`.
      name: 'web-settings-never-import-each-other',
      severity: 'error',
      from: { path: '^console/web/features/settings/([^/]+)/' },
      to: {
        path: '^console/web/features/',
        pathNot: '^console/web/features/settings/($1/|target/|identity/|texts/|[^/]+$)',
      },
    },
    // Plans and their SQL know nothing of how they are read (docs/adr/0044-data-requests.md).
    tier(
      'plans-of-data-read-nothing',
      '^console/server/features/data/(plan|sql|schedule)/',
      '^console/server/features/data/(cache|read|result|series|elements|[^/]+$)',
      '\\.test\\.ts$',
    ),
    tier(
      'server-kernel-below-features',
      '^console/server/(kernel|shared)/',
      '^console/server/features/',
      '\\.test\\.ts$',
    ),
    tier('web-ui-below-features', '^console/web/(ui|lib)/', '^console/web/(features|kernel|dashlets)/'),
    tier('web-kernel-below-features', '^console/web/kernel/', '^console/web/features/'),
    {
      name: 'drivers-only-in-platform',
      severity: 'error',
      from: { path: '^(schemas|engine|ingest|console)/', pathNot: '\\.test\\.ts$' },
      to: { path: 'node_modules/(pg|chdb|koffi|@clickhouse|@electric-sql|@nats-io)/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(var|dist)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
