import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupIncidents, INCIDENT_GAP_SECONDS, incidentSteps, type IncidentPart } from './group-incidents.ts';

const MINUTE = 60;

const part = (alarm: number, start: number, end: number | null, change: Partial<IncidentPart> = {}) => ({
  alarm,
  element: 7,
  site: 1,
  kpi: 'itf_in_util',
  severity: 'major' as const,
  ...change,
  start: start * MINUTE,
  end: end === null ? null : end * MINUTE,
});
const shown = (parts: readonly IncidentPart[]) =>
  groupIncidents(parts).map(({ id, end, parts: own, main }) => [
    id,
    end === null ? null : end / MINUTE,
    own.map(({ alarm }) => alarm).join(),
    main.alarm,
  ]);

describe('an incident', () => {
  it('has the alarms of a site that run at one time, from the first raise to the last clear', () => {
    expect(shown([part(1, 0, 30), part(2, 20, 40), part(3, 10, 15)])).toEqual([['1:0:0', 40, '1,3,2', 1]]);
  });

  it.each([
    [15, [['1:0:0', 50, '1,2', 1]]],
    [
      16,
      [
        ['1:0:0', 30, '1', 1],
        ['1:0:2760', 50, '2', 2],
      ],
    ],
  ])(
    'continues with an alarm that is raised %i min after the last clear, or another one begins',
    (gap, expected) => {
      expect(shown([part(1, 0, 30), part(2, 30 + gap, 50)])).toEqual(expected);
    },
  );

  it('runs while one of its alarms does', () => {
    expect(shown([part(1, 0, null), part(2, 1_000, 1_001)])).toEqual([['1:0:0', null, '1,2', 1]]);
  });

  it('is one per site, and per cluster', () => {
    const clusters = [part(3, 0, 5, { site: 0, element: 8 }), part(4, 0, 5, { site: 0, element: 9 })];
    expect(shown([part(1, 0, 5), part(2, 0, 5, { site: 2 }), ...clusters]).map(([id]) => id)).toEqual([
      '1:0:0',
      '2:0:0',
      '0:8:0',
      '0:9:0',
    ]);
  });

  it('is about what is down rather than what is slow, then about the worst, then about the first', () => {
    const slow = part(1, 0, 30, { severity: 'critical' });
    const tunnel = part(2, 5, 30, { kpi: 'tun_avail', severity: 'minor' });
    const device = part(3, 10, 30, { kpi: 'cpe_avail', severity: 'minor' });
    expect(shown([slow, tunnel, device]).at(0)?.at(-1)).toBe(3);
    expect(shown([slow, tunnel]).at(0)?.at(-1)).toBe(2);
    expect(
      shown([part(5, 0, 30), part(6, 5, 30, { severity: 'critical' })])
        .at(0)
        ?.at(-1),
    ).toBe(6);
    expect(
      shown([part(5, 5, 30), part(6, 0, 30)])
        .at(0)
        ?.at(-1),
    ).toBe(6);
  });
});

const anyPart = fc
  .record({
    alarm: fc.integer({ min: 1, max: 4 }),
    element: fc.integer({ min: 1, max: 3 }),
    site: fc.integer({ min: 0, max: 2 }),
    kpi: fc.constantFrom('cpe_avail', 'itf_avail', 'itf_in_util', 'app_resp'),
    severity: fc.constantFrom('critical' as const, 'major' as const, 'minor' as const),
    start: fc.integer({ min: 0, max: 100 }),
    length: fc.option(fc.integer({ min: 1, max: 30 }), { freq: 6 }),
  })
  .map(({ start, length, ...remaining }) =>
    part(remaining.alarm, start, length === null ? null : start + length, remaining),
  );
const parts = fc.uniqueArray(anyPart, {
  maxLength: 24,
  selector: ({ alarm, element, site, start }) => [alarm, element, site, start].join(' '),
});

/** Two alarms touch when neither begins later than the gap after the other one has ended; incidents are what touches through others. */
function plainIncidents(all: readonly IncidentPart[]): string[] {
  const place = (one: IncidentPart) =>
    one.site === 0 ? `0:${String(one.element)}` : `${String(one.site)}:0`;
  const reaches = (one: IncidentPart, other: IncidentPart) =>
    other.start <= (one.end ?? Infinity) + INCIDENT_GAP_SECONDS;
  const touch = (one: IncidentPart, other: IncidentPart) =>
    place(one) === place(other) && reaches(one, other) && reaches(other, one);
  let groups = all.map((one) => [one]);
  for (;;) {
    const pair = groups
      .flatMap((a, at) => groups.slice(at + 1).map((b) => [a, b] as const))
      .find(([a, b]) => a.some((one) => b.some((other) => touch(one, other))));
    if (pair === undefined) break;
    groups = [...groups.filter((group) => !pair.includes(group)), pair.flat()];
  }
  return groups
    .map(
      (group) =>
        `${place(group[0]!)}:${String(Math.min(...group.map(({ start }) => start)))} ${String(group.length)}`,
    )
    .sort();
}

describe('incidents of random alarms', () => {
  it('are what touches, as a plain reference says, and each alarm is in one of them', () => {
    fc.assert(
      fc.property(parts, (all) => {
        const found = groupIncidents(all).map(({ id, parts: own }) => `${id} ${String(own.length)}`);
        expect(found.sort()).toEqual(plainIncidents(all));
      }),
    );
  });

  it('are the same in any order', () => {
    fc.assert(
      fc.property(parts, fc.integer(), (all, seed) => {
        const mixed = all
          .map((one, index) => ({ one, key: Math.imul(index + 1, seed | 1) }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        expect(groupIncidents(mixed)).toEqual(groupIncidents(all));
      }),
    );
  });

  it('have at each time the ids that they have in history: what happens later neither renames nor splits them', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 130 }), (all, minutes) => {
        const now = minutes * MINUTE;
        const live = all
          .filter(({ start }) => start <= now)
          .map((one) => ({ ...one, end: one.end !== null && one.end <= now ? one.end : null }));
        const later = new Map(groupIncidents(all).map((incident) => [incident.id, incident]));
        for (const { id, parts: own } of groupIncidents(live)) {
          const members = new Set(
            later
              .get(id)
              ?.parts.map(
                ({ alarm, element, start }) => `${String(alarm)} ${String(element)} ${String(start)}`,
              ),
          );
          for (const { alarm, element, start } of own)
            expect(members).toContain(`${String(alarm)} ${String(element)} ${String(start)}`);
        }
      }),
    );
  });

  it('of 10,000 alarms at one site are one, in a moment', () => {
    const storm = Array.from({ length: 10_000 }, (_, index) =>
      part(1, index % 60, 90, { element: index + 1 }),
    );
    const [only, ...others] = groupIncidents(storm);
    expect([only?.parts.length, others.length]).toEqual([10_000, 0]);
  });

  it('of 50,000 alarms at 500 sites are grouped in steps, between which others have a turn', () => {
    const storm = Array.from({ length: 50_000 }, (_, index) =>
      part(1, index % 60, 90, { element: index + 1, site: 1 + (index % 500) }),
    );
    const steps = incidentSteps(storm);
    let turns = 0;
    let last = steps.next();
    for (; last.done !== true; last = steps.next()) turns += 1;
    expect(turns).toBeGreaterThanOrEqual(15);
    const idsOf = (groups: readonly { readonly id: string }[]) => groups.map(({ id }) => id).join();
    expect(idsOf(last.value)).toBe(idsOf(groupIncidents(storm)));
  });
});
