import type { Kpi } from './kpi.ts';
import { accessKpis } from './library/access-kpis.ts';
import { classKpis } from './library/class-kpis.ts';
import { deviceKpis } from './library/device-kpis.ts';
import { flowKpis } from './library/flow-kpis.ts';
import { interfaceKpis } from './library/interface-kpis.ts';
import { peerKpis } from './library/peer-kpis.ts';
import { probeKpis } from './library/probe-kpis.ts';
import { sensorKpis } from './library/sensor-kpis.ts';
import { tunnelKpis } from './library/tunnel-kpis.ts';

/** The KPI library by key. */
export const kpis = {
  ...interfaceKpis,
  ...accessKpis,
  ...deviceKpis,
  ...classKpis,
  ...probeKpis,
  ...tunnelKpis,
  ...flowKpis,
  ...sensorKpis,
  ...peerKpis,
} as const satisfies Record<string, Kpi>;

export type KpiKey = keyof typeof kpis;
export const kpiKeys = Object.keys(kpis) as KpiKey[];

/** Returns the KPI whose measures a KPI shows: itself, or the target of a view. */
export function computedOf(key: KpiKey): KpiKey {
  const kpi: Kpi = kpis[key];
  return 'of' in kpi ? (kpi.of as KpiKey) : key;
}

export const isLibraryKey = (key: string): key is KpiKey => Object.hasOwn(kpis, key);

/** Like `computedOf`, also for defined KPIs, which show themselves. */
export const measuredKey = (key: string): string => (isLibraryKey(key) ? computedOf(key) : key);

const keyById: ReadonlyMap<number, KpiKey> = new Map(kpiKeys.map((key) => [kpis[key].id, key]));

/** Returns the KPI with an id, undefined if unknown. */
export const kpiOfId = (id: number): KpiKey | undefined => keyById.get(id);

/** Returns the id under which the measures of a KPI are stored. */
export function measuredId(id: number): number {
  const key = kpiOfId(id);
  return key === undefined ? id : kpis[computedOf(key)].id;
}
