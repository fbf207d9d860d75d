import { expect, it } from 'vitest';
import type { MapSite } from '#schemas/alerting/routes.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import { sitePoints } from './site-points.ts';

const site = (severity: Severity | null, alarms = 0): MapSite => ({
  site: 1,
  name: 'Lab',
  city: 'Lyon',
  latitude: 45,
  longitude: 5,
  severity,
  alarms,
});
const notes = {
  note: (alarms: number) => `${String(alarms)} alarms`,
  silenced: new Set<number>(),
  silencedNote: 'Silenced',
};
const unmonitored = new Map([[1, 'no device']]);

it.each<readonly [string, MapSite, ReadonlyMap<number, string>, string, string]>([
  ['green while it is monitored and no alarm runs', site(null), new Map(), 'ok', 'Lyon · 0 alarms'],
  ['grey with the reason while it is not monitored', site(null), unmonitored, 'unknown', 'Lyon · no device'],
  [
    'in the colour of its alarm, if one runs',
    site('major', 2),
    unmonitored,
    'major',
    'Lyon · no device · 2 alarms',
  ],
])('a site is %s', (_, mapSite, reasons, status, note) => {
  expect(sitePoints([mapSite], { ...notes, unmonitored: reasons })).toMatchObject([{ status, note }]);
});
