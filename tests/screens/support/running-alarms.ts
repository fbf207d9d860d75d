import { alertCountsOf, definitionCountsOf } from '#schemas/alerting/counts.ts';
import type { AlarmRow, AlertState } from '#schemas/alerting/alert.ts';
import { quietState, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

/** An alarm on each site of the first customer. */
export function onAcme({
  customers,
  alarms,
  inventory,
}: Pick<ServerUnderTest, 'customers' | 'alarms' | 'inventory'>): readonly AlertState[] {
  const acme = customers.get('acme')!;
  const sites = [...inventory().sites.values()].filter(({ customer }) => customer === acme);
  const rows = sites.map((site): AlarmRow => ({
    id: `${String(alarms.open)}:${String(site.id)}`,
    alarm: alarms.open,
    name: 'Link saturated',
    kpi: 'itf_in_util',
    severity: 'critical',
    site: site.id,
    siteName: site.name,
    element: site.id,
    elementName: site.name,
    elementKind: 'site',
    operator: '>',
    threshold: 80,
    thresholdFrom: 'alarm',
    outliers: 1,
    measures: 1,
    recent: [91],
    window: 0,
    length: 300,
    since: 0,
  }));
  const busy: AlertState = {
    ...quietState(acme),
    counts: alertCountsOf(rows),
    byAlarm: definitionCountsOf(rows),
    sites: sites.map(({ id }) => ({ site: id, severity: 'critical', alarms: 1 })),
    alarms: rows,
  };
  return [...customers.values()].map((id) => (id === acme ? busy : quietState(id)));
}
