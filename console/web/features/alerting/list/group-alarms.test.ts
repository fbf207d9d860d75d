import { describe, expect, it } from 'vitest';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { aShownAlarm, aSite } from '../testing/alerts.ts';
import {
  STORM_ALARMS,
  alarmsOfSelection,
  groupAlarms,
  isFolded,
  isGroup,
  withFullGroups,
  type RowGroup,
  type Grouping,
} from './group-alarms.ts';

const alarm = (id: number, more: Partial<AlarmRow> = {}): AlarmRow => ({
  ...aShownAlarm(0, aSite(0), 10_000),
  id: `1:${String(id)}`,
  alarm: 1,
  element: id,
  elementName: `r · ${String(id % 2)} · Gi${String(id)}`,
  deviceName: `r · ${String(id % 2)}`,
  since: 1_000 + id,
  ...more,
});
const acknowledged = { by: 'x', at: 0, note: '', until: null, untilWorse: false };
const rows = [
  alarm(1, { site: 7, siteName: 'Lyon', severity: 'major' }),
  alarm(2, { site: 8, siteName: 'Paris', severity: 'critical', acknowledged }),
  alarm(3, { site: 7, siteName: 'Lyon', severity: 'critical', alarm: 2, name: 'Link busy' }),
];
const groupsOf = (alarms: readonly AlarmRow[], by?: Grouping) => groupAlarms(alarms, by).filter(isGroup);
const described = (groups: readonly RowGroup[]) =>
  groups.map(
    ({ value, alarms, counts }) =>
      `${value}: ${String(alarms.length)}, ${String(counts.unhandled)} unhandled`,
  );

describe('alarms grouped', () => {
  it.each([
    ['site', ['Lyon: 2, 2 unhandled', 'Paris: 1, 0 unhandled']],
    ['device', ['r · 1: 2, 2 unhandled', 'r · 0: 1, 0 unhandled']],
    ['alarm', ['Link saturated: 2, 1 unhandled', 'Link busy: 1, 1 unhandled']],
    ['severity', ['major: 1, 1 unhandled', 'critical: 2, 1 unhandled']],
    ['state', ['outOfLimits: 3, 2 unhandled']],
  ] as const)('by %s are in the order of their first alarms, each with its counts', (by, expected) => {
    expect(described(groupsOf(rows, by))).toEqual(expected);
  });

  it('by incident are those that run at one site, and folded: their heads describe them', () => {
    expect(described(groupsOf(rows, 'incident'))).toEqual(['7:0: 2, 2 unhandled', '8:0: 1, 0 unhandled']);
    expect(groupsOf(rows, 'incident').every((group) => isFolded(group, new Set()))).toBe(true);
  });

  it('have the worst severity of their alarms, and keep the order within', () => {
    const [lyon] = groupsOf(rows, 'site');
    expect(lyon?.worst).toBe('critical');
    expect(lyon?.alarms.map(({ element }) => element)).toEqual([1, 3]);
  });

  it('of elements without a device are one group', () => {
    const { deviceName: _, ...site } = alarm(4, { elementKind: 'site', elementName: 'Lyon' });
    expect(described(groupsOf([site, site], 'device'))).toEqual([': 2, 2 unhandled']);
  });
});

describe('a storm', () => {
  const storm = (count: number, more: Partial<AlarmRow> = {}) =>
    Array.from({ length: count }, (_, index) => alarm(100 + index, { since: 500, ...more }));

  it.each([
    [STORM_ALARMS - 1, 0],
    [STORM_ALARMS, 1],
  ])('is one alarm that a window raises on many elements: %i', (count, expected) => {
    expect(groupsOf(storm(count))).toHaveLength(expected);
  });

  it('has the place of its first alarm, and leaves the others theirs', () => {
    const [first, ...remaining] = storm(STORM_ALARMS);
    const shown = groupAlarms([rows[0]!, first!, rows[1]!, ...remaining, rows[2]!], undefined);
    expect(shown.map((row) => (isGroup(row) ? row.by : row.element))).toEqual([1, 'storm', 2, 3]);
  });

  it('is not made of different windows, nor of alarms that another one explains', () => {
    const parent = { alarm: 9, element: 9, relation: 'device' as const, since: 500 };
    const spread = storm(STORM_ALARMS).map((row, index) => ({ ...row, since: 500 + (index % 2) * 300 }));
    expect(groupsOf(spread)).toEqual([]);
    expect(groupsOf(storm(STORM_ALARMS, { parent }))).toEqual([]);
  });

  it('begins folded, a group that was requested unfolded; turning reverses it', () => {
    const [ofStorm] = groupsOf(storm(STORM_ALARMS));
    const [ofSite] = groupsOf(rows, 'site');
    expect([ofStorm!, ofSite!].map((group) => isFolded(group, new Set()))).toEqual([true, false]);
    const turned = new Set([ofStorm!.id, ofSite!.id]);
    expect([ofStorm!, ofSite!].map((group) => isFolded(group, turned))).toEqual([false, true]);
  });
});

describe('the selection of groups', () => {
  const groups = groupsOf(rows, 'site');
  const [lyon] = groups;
  const select = (ids: readonly string[], before: readonly string[], isFoldedAway = false) =>
    [
      ...alarmsOfSelection(new Set(ids), { groups, before: new Set(before), folded: () => isFoldedAway }),
    ].toSorted();

  it('of a head selects all of its alarms, and no longer selecting it none of them', () => {
    expect(select([lyon!.id], [])).toEqual(['1:1', '1:3']);
    expect(select(['1:1', '1:3', '1:2'], [lyon!.id, '1:1', '1:3', '1:2'])).toEqual(['1:2']);
  });

  it('of one alarm less leaves the others', () => {
    expect(select([lyon!.id, '1:1'], [lyon!.id, '1:1', '1:3'])).toEqual(['1:1']);
  });

  it('of a folded group stays whole, since its alarms are no rows', () => {
    expect(select([lyon!.id, '1:2'], [lyon!.id, '1:1', '1:3'], true)).toEqual(['1:1', '1:2', '1:3']);
  });

  it('shows a head as selected when all of its alarms are', () => {
    expect([...withFullGroups(new Set(['1:1', '1:3']), groups)]).toContain(lyon!.id);
    expect([...withFullGroups(new Set(['1:1']), groups)]).toEqual(['1:1']);
  });
});
