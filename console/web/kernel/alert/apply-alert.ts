import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { AlertSnapshot, MapSite } from '#schemas/alerting/routes.ts';
import { positionOf, type AlertDelta } from '#schemas/socket/live.ts';

const touches = ({ set = [], remove = [] }: AlertDelta): boolean => set.length + remove.length > 0;

function alarmsAfter(alarms: AlarmRow[], deltas: readonly AlertDelta[]): AlarmRow[] {
  if (!deltas.some(touches)) return alarms;
  const byId = new Map(alarms.map((alarm) => [alarm.id, alarm]));
  for (const { set = [], remove = [] } of deltas) {
    for (const id of remove) byId.delete(id);
    for (const alarm of set) byId.set(alarm.id, alarm);
  }
  return [...byId.values()];
}

function sitesAfter(sites: MapSite[], deltas: readonly AlertDelta[]): MapSite[] {
  const changed = new Map(deltas.flatMap(({ sites: own = [] }) => own.map((site) => [site.site, site])));
  return changed.size === 0 ? sites : sites.map((site) => ({ ...site, ...changed.get(site.site) }));
}

/** Applies deltas to the alerts of a customer. Unchanged alerts keep their identity, so that only changed rows render. */
export function applyAlert(state: AlertSnapshot, deltas: readonly AlertDelta[]): AlertSnapshot {
  const last = deltas.at(-1);
  if (last === undefined) return state;
  return {
    ...state,
    position: positionOf(last),
    counts: deltas.findLast(({ counts }) => counts !== undefined)?.counts ?? state.counts,
    sites: sitesAfter(state.sites, deltas),
    alarms: alarmsAfter(state.alarms, deltas),
  };
}
