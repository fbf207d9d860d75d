import { createKpi, listKpis } from '#schemas/kpi/definition-routes.ts';
import type { KpiDraft } from '#schemas/kpi/draft.ts';
import type { PollerDefinition } from '#schemas/polling/poller.ts';
import { createPoller, listPollers } from '#schemas/polling/routes.ts';
import type { StoryClient } from './story-client.ts';

/** fgSysSesCount (FORTINET-FORTIGATE-MIB), which the simulated FortiGates have. */
export const sessionsPoller: PollerDefinition = {
  name: 'Sessions (FORTINET-FORTIGATE-MIB)',
  active: true,
  level: 'device',
  oid: '1.3.6.1.4.1.12356.101.4.1.8.0',
  script: null,
  valueType: 'gauge',
  defaultValue: null,
  incremental: false,
  counters: ['fw_sessions'],
};

/** jnxOperatingTemp of all parts (JUNIPER-MIB): switched off since sensors are measured one by one. */
const hottestPart: PollerDefinition = {
  ...sessionsPoller,
  name: 'Hottest part (JUNIPER-MIB)',
  active: false,
  oid: '1.3.6.1.4.1.2636.3.1.13.1.7',
  script: 'procedure(maximum)',
  counters: ['hottest_part'],
};

const sessionsKpi: KpiDraft = {
  key: 'fw_sessions_avg',
  en: 'Firewall sessions',
  fr: 'Sessions du pare-feu',
  unit: 'scalar',
  element: 'device',
  aggregation: 'average',
  strategy: 'before any aggregation',
  formulas: [{ scope: 'snmp', formula: 'avg(fw_sessions)' }],
};

/** Two pollers of the provider, and a KPI of one of them; what exists stays as it is. */
export async function addPollers({ call }: StoryClient): Promise<void> {
  const { pollers } = await call(listPollers);
  const known = new Set(pollers.map(({ name }) => name));
  for (const body of [sessionsPoller, hottestPart])
    if (!known.has(body.name)) await call(createPoller, { body });
  const { kpis } = await call(listKpis);
  if (!kpis.some(({ key }) => key === sessionsKpi.key)) await call(createKpi, { body: sessionsKpi });
}
