import type { AlarmRow, AlertState, DecidedWindow, SiteAlert } from '#schemas/alerting/alert.ts';

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
