import { expect, it } from 'vitest';
import { aShownAlarm, aSite } from '../testing/alerts.ts';
import { linePoints, siteTiles } from './site-tiles.ts';

const NOW = 1_800_000_000;
const alarm = (site: number, severity: 'critical' | 'major' | 'minor', since: number) => ({
  ...aShownAlarm(0, aSite(site), NOW),
  id: `${String(site)}:${String(since)}`,
  severity,
  since,
});

it('a tile is a site with its worst alarm that runs longest, and the counts add up to the alarms', () => {
  const alarms = [
    alarm(1, 'major', NOW - 900),
    alarm(2, 'critical', NOW - 300),
    alarm(2, 'critical', NOW - 600),
    alarm(2, 'minor', NOW - 9_000),
    alarm(3, 'critical', NOW - 1_200),
  ];
  const tiles = siteTiles(alarms);
  expect(tiles.map(({ worst }) => worst.since)).toEqual([NOW - 1_200, NOW - 600, NOW - 900]);
  expect(tiles.map(({ counts }) => counts)).toEqual([
    { critical: 1, major: 0, minor: 0 },
    { critical: 2, major: 0, minor: 1 },
    { critical: 0, major: 1, minor: 0 },
  ]);
  const sum = tiles.flatMap(({ counts }) => Object.values(counts)).reduce((one, other) => one + other, 0);
  expect(sum).toBe(alarms.length);
  expect(siteTiles([])).toEqual([]);
});

it.for([
  [[1, 2, 3], '0.0,19.0 50.0,10.0 100.0,1.0'],
  [[2, null, 2], '0.0,19.0 100.0,19.0'],
  [[null, 4], ''],
  [[], ''],
] as const)('the line of %j leaves out windows without a value', ([values, points]) => {
  expect(linePoints(values)).toBe(points);
});
