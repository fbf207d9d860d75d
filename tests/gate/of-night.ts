/**
 * Test files that only `npm run nightly` runs: heavy proofs, of which a lighter one stays in the gate. Of screens of administration that
 * is the API, with every rule and permission, and the components. docs/20-operations.md names them.
 */
export const filesOfNight: readonly string[] = [
  'console/web/features/dashboard/gallery/DashletGallery.browser.test.tsx',
  'tests/screens/access-administration.test.ts',
  'tests/screens/access-story.test.ts',
  'tests/screens/audit-and-tokens.test.ts',
  'tests/screens/billing.test.ts',
  'tests/screens/cluster.test.ts',
  'tests/screens/collector.test.ts',
  'tests/screens/first-steps.test.ts',
  'tests/screens/journeys/field-tools.test.ts',
  'tests/screens/journeys/tour.test.ts',
  'tests/screens/kpi.test.ts',
  'tests/screens/polling.test.ts',
  'tests/screens/provisioning.test.ts',
  'tests/screens/security/base-path.test.ts',
  'tests/screens/security/slow-opening.test.ts',
  'tests/screens/settings.test.ts',
  'tests/screens/sharing.test.ts',
  'tests/screens/stored-scripts.test.ts',
  'tests/screens/story/provider-story.test.ts',
  'tests/screens/user.test.ts',
  'tests/scenario/discovery/fleet.test.ts',
  'tests/scenario/discovery/slow-store.test.ts',
  'tests/scenario/engine/large-window.test.ts',
  'tests/scenario/engine/live-storm.test.ts',
  'tests/scenario/engine/takeover.test.ts',
];
