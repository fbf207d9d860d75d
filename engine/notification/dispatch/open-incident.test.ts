import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  groupIncidents,
  INCIDENT_GAP_SECONDS,
  type IncidentPart,
} from '#schemas/alerting/incident/group-incidents.ts';
import { severities } from '#schemas/alerting/severity.ts';
import { OpenIncident } from './open-incident.ts';

/** Raises and clears of some alarms at one site, in order of time: each instance runs at most once at a time. */
const someRuns = fc
  .array(
    fc.record({
      alarm: fc.integer({ min: 1, max: 3 }),
      element: fc.integer({ min: 1, max: 3 }),
      gap: fc.integer({ min: 1, max: 5 }).map((windows) => windows * 300),
      length: fc.option(
        fc.integer({ min: 1, max: 6 }).map((windows) => windows * 300),
        { nil: undefined },
      ),
      severity: fc.constantFrom(...severities),
      kpi: fc.constantFrom('cpe_avail', 'itf_avail', 'itf_in_util'),
    }),
    { maxLength: 12 },
  )
  .map((runs) => {
    let at = 10_000;
    const free = new Map<string, number>();
    return runs.flatMap(({ gap, length, ...run }): IncidentPart[] => {
      at += gap;
      const key = `${String(run.alarm)}:${String(run.element)}`;
      if ((free.get(key) ?? 0) >= at) return [];
      const end = length === undefined ? null : at + length;
      free.set(key, end ?? Infinity);
      return [{ ...run, site: 7, start: at, end }];
    });
  });

/** The events of runs in the order in which windows decide them: a clear before a raise of the same window. */
const eventsOf = (parts: readonly IncidentPart[]) =>
  parts
    .flatMap((part) => [
      { at: part.start, part, isRaise: true },
      ...(part.end === null ? [] : [{ at: part.end, part, isRaise: false }]),
    ])
    .toSorted((a, b) => a.at - b.at || Number(a.isRaise) - Number(b.isRaise));

function lastOf(parts: readonly IncidentPart[], keeps: (incident: OpenIncident) => OpenIncident) {
  let open: OpenIncident | undefined;
  for (const { at, part, isRaise } of eventsOf(parts)) {
    if (!isRaise) open?.clear(part, at);
    else if (open?.has(part.start) === true) open.raise({ ...part, end: null });
    else open = OpenIncident.begin({ ...part, end: null });
    open = open && keeps(open);
  }
  return open;
}

describe('the incident that a notification names', () => {
  it.each<[string, (incident: OpenIncident) => OpenIncident]>([
    ['as its events come', (incident) => incident],
    ['after a restart at any time', (incident) => new OpenIncident(incident.stored())],
  ])('is the last one of the history, %s', (_, keeps) => {
    fc.assert(
      fc.property(someRuns, (parts) => {
        const open = lastOf(parts, keeps);
        const expected = groupIncidents(parts).at(-1);
        expect(
          open && {
            id: open.id,
            end: open.end,
            alarms: open.alarms,
            elements: open.elements,
            main: { ...open.main, end: null },
          },
        ).toEqual(
          expected && {
            id: expected.id,
            end: expected.end,
            alarms: expected.parts.length,
            elements: new Set(expected.parts.map(({ element }) => element)).size,
            main: { ...expected.main, end: null },
          },
        );
      }),
    );
  });

  const part = (more: Partial<IncidentPart> = {}): IncidentPart => ({
    alarm: 1,
    element: 2,
    site: 7,
    kpi: 'itf_in_util',
    severity: 'minor',
    start: 300,
    end: null,
    ...more,
  });

  it('gets worse with the first alarm that is more severe, and by a change', () => {
    const open = OpenIncident.begin(part());
    expect(open.raise(part({ alarm: 2 }))).toBe(false);
    expect(open.raise(part({ alarm: 3, severity: 'major' }))).toBe(true);
    expect(open.raise(part({ alarm: 4, severity: 'major' }))).toBe(false);
    expect(open.change({ ...part(), severity: 'critical' })).toBe(true);
    expect(open.main).toMatchObject({ alarm: 1, severity: 'critical', start: 300 });
  });

  it('is over with its last clear; nothing joins it later than the gap', () => {
    const open = OpenIncident.begin(part());
    open.raise(part({ alarm: 2, start: 600 }));
    expect(open.clear(part(), 900)).toBe(false);
    expect(open.clear(part({ alarm: 9 }), 900)).toBe(false);
    expect(open.clear(part({ alarm: 2 }), 1_200)).toBe(true);
    expect(open.end).toBe(1_200);
    expect([open.has(1_200 + INCIDENT_GAP_SECONDS), open.has(1_201 + INCIDENT_GAP_SECONDS)]).toEqual([
      true,
      false,
    ]);
    expect(open.isOver(1_200 + INCIDENT_GAP_SECONDS + 86_401)).toBe(true);
  });
});
