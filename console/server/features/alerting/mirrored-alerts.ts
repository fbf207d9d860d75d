import type {
  AlarmRow,
  AlertState,
  AlertStatePart,
  DecidedWindow,
  SiteAlert,
} from '#schemas/alerting/alert.ts';
import type { AlertDelta, CountDelta } from '#schemas/socket/live.ts';

/** Running alerts of one customer, kept up to date by deltas. */
export interface MirroredAlerts {
  readonly customer: number;
  epoch: string;
  seq: { alert: number; count: number };
  at: number;
  window?: DecidedWindow | undefined;
  counts: AlertState['counts'];
  byAlarm: AlertState['byAlarm'];
  readonly sites: ReadonlyMap<number, SiteAlert>;
  readonly alarms: ReadonlyMap<string, AlarmRow>;
}

/** The same, writable for the mirror. */
export interface MutableMirroredAlerts extends MirroredAlerts {
  readonly sites: Map<number, SiteAlert>;
  readonly alarms: Map<string, AlarmRow>;
}

/** The alerts of a customer of whom nothing but the head is known yet. */
export const begunAlerts = (
  customer: number,
  { epoch, seq, at, window, counts, byAlarm }: NonNullable<AlertStatePart['head']>,
): MutableMirroredAlerts => ({
  customer,
  epoch,
  seq: { ...seq },
  at,
  window,
  counts,
  byAlarm,
  sites: new Map(),
  alarms: new Map(),
});

export function mirrorAlertDelta(alerts: MutableMirroredAlerts, delta: AlertDelta): void {
  alerts.seq.alert = delta.seq;
  alerts.at = delta.at;
  alerts.window = delta.window;
  if (delta.counts !== undefined) alerts.counts = delta.counts;
  for (const site of delta.sites ?? []) alerts.sites.set(site.site, site);
  for (const alarm of delta.set ?? []) alerts.alarms.set(alarm.id, alarm);
  for (const id of delta.remove ?? []) alerts.alarms.delete(id);
}

export function mirrorCountDelta(alerts: MutableMirroredAlerts, delta: CountDelta): void {
  alerts.seq.count = delta.seq;
  alerts.at = delta.at;
  alerts.window = delta.window;
  alerts.counts = delta.counts;
  alerts.byAlarm = delta.byAlarm;
}

/** Whether a delta of a topic comes next, is known already, or has others before it that are missing. */
export function placeOf(
  { epoch, seq }: Pick<MirroredAlerts, 'epoch' | 'seq'>,
  topic: keyof MirroredAlerts['seq'],
  delta: Pick<AlertDelta, 'epoch' | 'seq'>,
): 'next' | 'known' | 'after a gap' {
  if (delta.epoch !== epoch || delta.seq > seq[topic] + 1) return 'after a gap';
  return delta.seq === seq[topic] + 1 ? 'next' : 'known';
}
