import { describe, expect, it } from 'vitest';
import { Evidence } from '#schemas/alerting/alert.ts';
import {
  anAlarmedPort,
  assignAt,
  edgesIn,
  sendAcknowledgement,
  shownAssignees,
  unassignAt,
} from '#tests/fixtures/engine/alarmed-port.ts';

/** One minute is six windows. */
const forOneMinute = { measures: 1, acknowledgementMinutes: 1 };

describe('an assigned alarm', () => {
  it('shows to whom it is assigned, and emits an event', () => {
    const { partition, feed, emitted } = anAlarmedPort([200, 200]);
    feed(1);
    sendAcknowledgement(partition, assignAt(1));
    expect(shownAssignees(partition)).toEqual(['Cleo']);
    expect(edgesIn(emitted)).toEqual(['assign user 1']);
    expect(Evidence.parse(JSON.parse(emitted[0]!.evidence)).assigned).toMatchObject({
      to: { kind: 'user', id: 7, name: 'Cleo' },
      by: 'Ada',
    });
  });

  it('is assigned to the last of two people, with an event each', () => {
    const { partition, feed, emitted } = anAlarmedPort([200]);
    feed(0);
    sendAcknowledgement(partition, assignAt(0, 'Cleo'));
    sendAcknowledgement(partition, assignAt(0, 'Dan'));
    expect(shownAssignees(partition)).toEqual(['Dan']);
    expect(new Set(emitted.map(({ event }) => Buffer.from(event).toString('hex'))).size).toBe(2);
  });

  it('is assigned no longer after it was unassigned, and a second time does nothing', () => {
    const { partition, feed, emitted } = anAlarmedPort([200]);
    feed(0);
    for (const command of [assignAt(0), unassignAt(0), unassignAt(0)])
      sendAcknowledgement(partition, command);
    expect(shownAssignees(partition)).toEqual(['unassigned']);
    expect(edgesIn(emitted)).toEqual(['assign user 0', 'unassign user 0']);
    expect(JSON.parse(emitted[1]!.evidence)).toMatchObject({ endedBy: 'Ben', assigned: { by: 'Ada' } });
  });

  it('stays assigned over a restart', () => {
    const port = anAlarmedPort([200, 200]);
    port.feed(0);
    sendAcknowledgement(port.partition, assignAt(0));
    port.restart();
    port.feed(1);
    expect(shownAssignees(port.partition)).toEqual(['Cleo']);
  });

  it.each([
    [
      'raised again in time is assigned as before',
      forOneMinute,
      ['Cleo'],
      ['assign user 0', 'assign kept 3'],
    ],
    ['raised again too late is not assigned', { measures: 1 }, ['unassigned'], ['assign user 0']],
  ])('%s', (_, definition, assignees, edges) => {
    const { partition, feed, emitted } = anAlarmedPort([200, 0, 0, 200], definition);
    feed(0);
    sendAcknowledgement(partition, assignAt(0));
    feed(3);
    expect(shownAssignees(partition)).toEqual(assignees);
    expect(edgesIn(emitted)).toEqual(edges);
  });
});
