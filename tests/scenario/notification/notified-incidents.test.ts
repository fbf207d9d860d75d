import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlarmEvent } from '#engine/alarm/event-row.ts';
import type { NoticeNames } from '#engine/notification/dispatch/notice-of.ts';
import { NotifiedIncidents } from '#engine/notification/dispatch/notified-incidents.ts';
import { groupIncidents, type IncidentPart } from '#schemas/alerting/incident/group-incidents.ts';
import { topologyDefault } from '#schemas/cockpit/topology.ts';
import { anEvent } from '../../fixtures/notification/notification-under-test.ts';
import { notifiedNetwork } from '../../fixtures/notification/notified-network.ts';
import { openStack, type Stack } from '../../store/stack.ts';

const [OPEN, HIDDEN] = [1, 2];
const SITE = 11;
const START = 1_760_000_000;
const names: NoticeNames = {
  inventory: notifiedNetwork,
  alarms: new Map(
    [OPEN, HIDDEN].map((id) => [
      id,
      {
        name: id === OPEN ? 'Open' : 'Hidden',
        isTrap: false,
        isRestricted: id === HIDDEN,
        topology: topologyDefault,
      },
    ]),
  ),
  kpis: new Map(),
};

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.close());

/** Alarms that are raised when they do not run, else cleared, and whether the process is restarted after it. */
const steps = fc.array(
  fc.record({
    alarm: fc.constantFrom(OPEN, HIDDEN),
    element: fc.constantFrom(110, 111),
    gap: fc.integer({ min: 0, max: 1_300 }),
    isRestarted: fc.boolean(),
  }),
  { maxLength: 14 },
);

/** The incident of an alarm among those that a reader sees, by the rule. */
function expected(
  parts: readonly IncidentPart[],
  { alarm, element }: AlarmEvent,
  sees: (alarm: number) => boolean,
) {
  const group = groupIncidents(parts.filter((part) => sees(part.alarm))).findLast((each) =>
    each.parts.some((part) => part.alarm === alarm && part.element === element),
  );
  return group && { id: group.id, alarms: group.parts.length };
}

it('an incident in a notification is that of the alarms that its readers may know, whatever the restarts', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await stack.db.deleteFrom('notification_incident').execute();
      let incidents = await NotifiedIncidents.open(stack.db, 0, 0);
      let at = START;
      let parts: readonly IncidentPart[] = [];
      for (const [index, { alarm, element, gap, isRestarted }] of all.entries()) {
        at += gap;
        const isOwn = (part: IncidentPart) =>
          part.alarm === alarm && part.element === element && part.end === null;
        const edge = parts.some(isOwn) ? 'clear' : 'raise';
        const part = { alarm, element, site: SITE, kpi: 'itf_in_util', severity: 'critical' as const };
        parts =
          edge === 'raise'
            ? [...parts, { ...part, start: at, end: null }]
            : parts.map((each) => (isOwn(each) ? { ...each, end: at } : each));
        const row = anEvent({ alarm, element, at, edge, customer: 1, site: SITE });
        const incidentOf = incidents.apply({ seq: index + 1 }, [row], names);
        const shown = (audience: 'public' | 'restricted') => {
          const of = incidentOf(row, audience)?.of;
          return of && { id: of.id, alarms: of.alarms };
        };
        expect(shown('restricted')).toEqual(expected(parts, row, () => true));
        expect(shown('public')).toEqual(expected(parts, row, (one) => one === OPEN));
        const text = incidentOf(row, 'public')?.describe('en').text ?? '';
        expect(text).not.toContain('Hidden');
        if (!isRestarted) continue;
        await incidents.save(index + 1, at);
        incidents = await NotifiedIncidents.open(stack.db, 0, index + 1);
      }
    }),
    { numRuns: 40 },
  );
});
