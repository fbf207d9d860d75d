import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { AlertSnapshot, MapSite } from '#schemas/alerting/routes.ts';
import type { AlertDelta } from '#schemas/socket/live.ts';

function alarmsAfter(alarms: readonly AlarmRow[], delta: AlertDelta): AlarmRow[] {
  const byId = new Map(alarms.map((alarm) => [alarm.id, alarm]));
  for (const id of delta.remove ?? []) byId.delete(id);
  for (const alarm of delta.set ?? []) byId.set(alarm.id, alarm);
  return [...byId.values()];
}

function sitesAfter(sites: MapSite[], delta: AlertDelta): MapSite[] {
  if (delta.sites === undefined || delta.sites.length === 0) return sites;
  const changed = new Map(delta.sites.map((site) => [site.site, site]));
  return sites.map((site) => ({ ...site, ...changed.get(site.site) }));
}

/** The alerts of a customer after a delta. What did not change keeps its identity, so that only changed rows are drawn. */
export function applyAlert(state: AlertSnapshot, delta: AlertDelta): AlertSnapshot {
  const touched = (delta.set?.length ?? 0) + (delta.remove?.length ?? 0) > 0;
  return {
    ...state,
    position: { epoch: delta.epoch, seq: delta.seq, at: delta.at },
    counts: delta.counts ?? state.counts,
    sites: sitesAfter(state.sites, delta),
    alarms: touched ? alarmsAfter(state.alarms, delta) : state.alarms,
  };
}
