import { csvOfTable } from '#schemas/csv/table-file.ts';
import { alertTable } from './alert-table.ts';
import { describe, expect, it } from 'vitest';
import { noAlerts } from '#schemas/alerting/counts.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { MapSite } from '#schemas/alerting/routes.ts';
import { byUrgency, countArea, filterRows, sitesWithin } from './alert-rows.ts';

const site = (id: number, longitude: number, latitude: number): MapSite => ({
  site: id,
  name: `S${String(id)}`,
  city: 'C',
  longitude,
  latitude,
  severity: 'major',
  alarms: 2,
});
const alarm = (id: string, part: Partial<AlarmRow> = {}): AlarmRow => ({
  id,
  alarm: 1,
  name: 'Débit élevé',
  kpi: 'itf_in_util',
  severity: 'major',
  site: 1,
  siteName: 'Paris',
  element: 2,
  elementName: 'Gi0/0',
  elementKind: 'interface',
  operator: '>',
  threshold: 80,
  thresholdFrom: 'alarm',
  outliers: 1,
  measures: 1,
  recent: [90],
  window: 0,
  length: 300,
  since: 0,
  ...part,
});
const ids = (rows: readonly AlarmRow[]) => rows.map(({ id }) => id);
const all = { severity: [], text: undefined, sites: [], area: undefined };

describe('rows of the alerts', () => {
  it('a search finds words in any order, whatever their accents', () => {
    const rows = [alarm('a'), alarm('b', { siteName: 'Lyon' })];
    expect(ids(filterRows(rows, { ...all, text: 'lyon eleve' }))).toEqual(['b']);
  });

  it('are those of the selected sites and of the selected alarm definitions', () => {
    const rows = [alarm('a'), alarm('b', { alarm: 2 }), alarm('c', { alarm: 2, site: 2 })];
    expect(ids(filterRows(rows, { ...all, definitions: [2] }))).toEqual(['b', 'c']);
    expect(ids(filterRows(rows, { ...all, definitions: [2, 3], sites: [1] }))).toEqual(['b']);
    expect(ids(filterRows(rows, { ...all, definitions: [] }))).toEqual(['a', 'b', 'c']);
  });

  it('are exported as CSV with their topology, and formulas are quoted as text', () => {
    const rows = [
      alarm('a', { name: '=1+1, "x"', topology: ['router-7', 'Lyon'], threshold: -3 }),
      alarm('b'),
    ];
    const table = alertTable(rows, 'Europe/Paris');
    const lines = csvOfTable(table, { dialect: 'international', language: 'en' }).split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^\uFEFF"severity","alarm","kpi","site","element","topology","value"/);
    expect(lines[0]).toContain('"measuredAt (Europe/Paris)","measuredAt: UTC offset"');
    expect(lines[1]).toBe(
      `"major","'=1+1, ""x""","itf_in_util","Paris","Gi0/0","router-7 · Lyon",90,">",-3,"outOfLimits","1970-01-01 01:05:00","UTC+01:00","","",0,1,1,"1970-01-01 01:00:00","UTC+01:00","","","",""`,
    );
    expect(lines[2]).toContain('"Gi0/0","",90');
  });

  it('a search finds the topology of an alarm', () => {
    const rows = [alarm('a'), alarm('b', { topology: ['router-7', 'Lyon'] })];
    expect(ids(filterRows(rows, { ...all, text: 'router-7' }))).toEqual(['b']);
  });

  it('are filtered by severity, by site and by the linked map area', () => {
    const rows = [alarm('a', { severity: 'critical' }), alarm('b', { site: 2 }), alarm('c')];
    expect(ids(filterRows(rows, { ...all, severity: ['critical'] }))).toEqual(['a']);
    expect(ids(filterRows(rows, { ...all, sites: [2] }))).toEqual(['b']);
    expect(ids(filterRows(rows, { ...all, area: new Set([1]) }))).toEqual(['a', 'c']);
  });

  it('are ordered by severity, then by start', () => {
    const rows = [
      alarm('old', { since: 1 }),
      alarm('new', { since: 9 }),
      alarm('worst', { severity: 'critical' }),
    ];
    expect(ids(byUrgency(rows))).toEqual(['worst', 'new', 'old']);
  });

  it('the visible area can cross the date line', () => {
    const found = sitesWithin([site(1, 179, 0), site(2, -179, 0), site(3, 0, 0)], [170, -10, -170, 10]);
    expect([...found]).toEqual([1, 2]);
  });

  it('counts the alarms and the sites in alarm of the visible area', () => {
    const snapshot = {
      position: { epoch: 'a', seq: 1, at: 1 },
      counts: { ...noAlerts, warning: 4 },
      sites: [site(1, 0, 0), site(2, 9, 9)],
      bounds: null,
      alarms: [],
    };
    expect(countArea(snapshot, new Set([1]))).toEqual({ alarms: 2, sites: 1 });
    expect(countArea(snapshot, undefined)).toEqual({ alarms: 4, sites: 2 });
  });
});
