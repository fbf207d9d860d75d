import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';

/** Alarms by element, by site, and by site and device. */
export interface AlarmIndex {
  readonly byElement: ReadonlyMap<number, readonly AlarmRow[]>;
  readonly bySite: ReadonlyMap<number, readonly AlarmRow[]>;
  readonly byDevice: ReadonlyMap<string, readonly AlarmRow[]>;
}

const deviceKey = (site: number, device: string): string => `${String(site)} ${device}`;

export const indexAlarms = (alarms: readonly AlarmRow[]): AlarmIndex => ({
  byElement: Map.groupBy(alarms, ({ element }) => element),
  bySite: Map.groupBy(alarms, ({ site }) => site),
  byDevice: Map.groupBy(alarms, ({ site, deviceName = '' }) => deviceKey(site, deviceName)),
});

const noAlarms: readonly AlarmRow[] = [];

/** The running alarms of an element and of its parts. */
export function alarmsIn(
  { byElement, bySite, byDevice }: AlarmIndex,
  { kind, id, name, site }: Pick<InventoryElement, 'kind' | 'id' | 'name' | 'site'>,
): readonly AlarmRow[] {
  if (kind === 'site') return bySite.get(id) ?? noAlarms;
  if (kind === 'device') return byDevice.get(deviceKey(site?.id ?? 0, name)) ?? noAlarms;
  return byElement.get(id) ?? noAlarms;
}
