import { describe, expect, it } from 'vitest';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { AlarmIncident } from '#schemas/alerting/incident/incident.ts';
import { aShownAlarm, aSite } from '../testing/alerts.ts';
import { newestEnd } from '../list/alert-rows.ts';
import { incidentOfPlace, incidentOfRows, runningByPlace } from './running-incidents.ts';

const row = (element: number, more: Partial<AlarmRow> = {}): AlarmRow => ({
  ...aShownAlarm(0, aSite(0), 10_000),
  id: `1:${String(element)}`,
  alarm: 1,
  element,
  elementName: `r${String(element)}`,
  site: 7,
  siteName: 'Lyon',
  since: 1_000 + element,
  ...more,
});
const stored: AlarmIncident = {
  id: '7:0:900',
  site: 7,
  siteName: 'Lyon',
  severity: 'critical',
  start: 900,
  end: null,
  alarms: 5,
  running: 2,
  elements: 3,
  main: {
    alarm: 1,
    element: 9,
    name: 'Device down',
    kpi: 'cpe_avail',
    elementName: 'r9',
    severity: 'critical',
    raisedAt: 900,
    clearedAt: 1_000,
  },
  owner: null,
  acknowledgedBy: null,
};

describe('the running incident of a place', () => {
  it('is described by the history, which knows the alarms that cleared', () => {
    expect(incidentOfPlace([row(1), row(2)], runningByPlace([stored]))).toBe(stored);
  });

  it.each([
    ['is over', { ...stored, end: 1_500 }],
    ['is elsewhere', { ...stored, id: '8:0:900', site: 8 }],
  ])('is described by its rows while the one of the history %s', (_, other) => {
    expect(incidentOfPlace([row(2), row(1), row(1, { alarm: 2 })], runningByPlace([other]))).toEqual({
      siteName: 'Lyon',
      start: 1_001,
      end: null,
      alarms: 3,
      elements: 2,
      main: { name: row(1).name, elementName: 'r1' },
    });
  });

  it('is none without alarms', () => {
    expect(incidentOfRows([])).toBeUndefined();
    expect(newestEnd([])).toBe(0);
  });

  it('lasts until the end of the newest window', () => {
    expect(newestEnd([row(1, { window: 600, length: 300 }), row(2, { window: 300, length: 60 })])).toBe(900);
  });
});
