import { describe, expect, it } from 'vitest';
import { Evidence } from '#schemas/alerting/alert.ts';
import { START_MS } from '#tests/fixtures/engine/engine-network.ts';
import {
  acknowledgeAt,
  anAlarmedPort,
  edgesIn,
  sendAcknowledgement,
  shownNotes,
  unacknowledgeAt,
} from '#tests/fixtures/engine/alarmed-port.ts';

/** One minute is six windows. */
const forOneMinute = { measures: 1, acknowledgementMinutes: 1 };
/** Raised, cleared for this many windows, raised again. */
const flap = (cleared: number): number[] => [200, ...Array.from({ length: cleared }, () => 0), 200, 200];

describe('an alarm raised again in time', () => {
  it('keeps its acknowledgement, with an event', () => {
    const { partition, feed, emitted } = anAlarmedPort(flap(2), forOneMinute);
    feed(0);
    sendAcknowledgement(partition, acknowledgeAt(0));
    feed(2);
    expect(shownNotes(partition)).toEqual([]);
    feed(3);
    expect(shownNotes(partition)).toEqual(['on it']);
    expect(edgesIn(emitted)).toEqual(['acknowledge user 0', 'acknowledge kept 3']);
    expect(Evidence.parse(JSON.parse(emitted[1]!.evidence)).acknowledged).toMatchObject({
      by: 'Ada',
      note: 'on it',
    });
  });

  it.each([
    [6, ['on it']],
    [7, ['unacknowledged']],
  ])('%i windows after its clear, of 6 in a minute, with a restart in between: %j', (cleared, expected) => {
    const port = anAlarmedPort(flap(cleared), forOneMinute);
    port.feed(0);
    sendAcknowledgement(port.partition, acknowledgeAt(0));
    port.feed(2);
    port.restart();
    port.feed(cleared + 1);
    expect(shownNotes(port.partition)).toEqual(expected);
  });

  it('keeps it flap after flap, with an event of its own each time', () => {
    const { partition, feed, emitted } = anAlarmedPort([200, 0, 200, 0, 200], forOneMinute);
    feed(0);
    sendAcknowledgement(partition, acknowledgeAt(0));
    feed(4);
    expect(shownNotes(partition)).toEqual(['on it']);
    expect(edgesIn(emitted)).toEqual(['acknowledge user 0', 'acknowledge kept 2', 'acknowledge kept 4']);
    expect(new Set(emitted.map(({ event }) => Buffer.from(event).toString('hex'))).size).toBe(3);
  });

  it.each([
    ['it expired before', { until: START_MS + 25_000 }, [200, 0, 200]],
    ['it expired in that window', { until: START_MS + 30_000 }, [200, 0, 200]],
    ['the value is worse', { worse: { severity: 'critical', value: 200 } as const }, [200, 0, 204]],
    ['the severity is worse', { worse: { severity: 'major', value: 200 } as const }, [200, 0, 200]],
  ])('does not keep an acknowledgement when %s', (_, change, loads) => {
    const { partition, feed, emitted } = anAlarmedPort(loads, { ...forOneMinute, severity: 'critical' });
    feed(0);
    sendAcknowledgement(partition, acknowledgeAt(0, change));
    feed(2);
    expect(shownNotes(partition, START_MS)).toEqual(['unacknowledged']);
    expect(edgesIn(emitted)).toEqual(['acknowledge user 0']);
  });

  it('keeps one that is valid until later, and ends it then', () => {
    const { partition, feed, emitted } = anAlarmedPort([200, 0, 200, 200, 200, 200], forOneMinute);
    feed(0);
    sendAcknowledgement(partition, acknowledgeAt(0, { until: START_MS + 45_000 }));
    feed(5);
    expect(shownNotes(partition)).toEqual(['unacknowledged']);
    expect(edgesIn(emitted)).toEqual(['acknowledge user 0', 'acknowledge kept 2', 'unacknowledge expired 4']);
  });

  it('does not keep an acknowledgement that was withdrawn', () => {
    const { partition, feed } = anAlarmedPort([200, 200, 0, 200], forOneMinute);
    feed(1);
    sendAcknowledgement(partition, acknowledgeAt(0));
    sendAcknowledgement(partition, unacknowledgeAt(1));
    feed(3);
    expect(shownNotes(partition)).toEqual(['unacknowledged']);
  });

  it('can be acknowledged and withdrawn as any other', () => {
    const { partition, feed, emitted } = anAlarmedPort([200, 0, 200, 200], forOneMinute);
    feed(0);
    sendAcknowledgement(partition, acknowledgeAt(0));
    feed(3);
    sendAcknowledgement(partition, unacknowledgeAt(3));
    expect(shownNotes(partition)).toEqual(['unacknowledged']);
    expect(edgesIn(emitted).at(-1)).toBe('unacknowledge user 3');
  });

  it.each([
    ['is deleted', [[]]],
    ['is disabled and enabled again', [[{ ...forOneMinute, enabled: false }], [forOneMinute]]],
    ['moves to another KPI and back', [[{ ...forOneMinute, kpi: 'itf_out_bps' }], [forOneMinute]]],
    ['no longer keeps acknowledgements', [[{ measures: 1 }]]],
  ])('does not keep an acknowledgement when its definition %s in between', (_, changes) => {
    const { partition, feed, redefine, emitted } = anAlarmedPort([200, 0, 0, 0, 0, 200, 200], forOneMinute);
    feed(0);
    sendAcknowledgement(partition, acknowledgeAt(0));
    feed(1);
    for (const [index, change] of changes.entries()) {
      redefine(change);
      feed(2 + index);
    }
    feed(6);
    expect(shownNotes(partition).filter((note) => note !== 'unacknowledged')).toEqual([]);
    expect(edgesIn(emitted)).toEqual(['acknowledge user 0']);
  });
});

describe('a command read after the alarm cleared', () => {
  it('is retained by the next raise, as if it had been read in time', () => {
    const played = [1, 2, 3].map((readAfter) => {
      const { partition, feed, emitted } = anAlarmedPort(flap(2), forOneMinute);
      feed(readAfter);
      sendAcknowledgement(partition, acknowledgeAt(0), 1);
      feed(4);
      return [shownNotes(partition), edgesIn(emitted)];
    });
    const expected = [['on it'], ['acknowledge user 0', 'acknowledge kept 3']];
    expect(played).toEqual([expected, expected, expected]);
  });

  it('does nothing without time for another raise', () => {
    const { partition, feed, emitted } = anAlarmedPort(flap(2), { measures: 1 });
    feed(1);
    sendAcknowledgement(partition, acknowledgeAt(0));
    feed(4);
    expect([shownNotes(partition), edgesIn(emitted)]).toEqual([['unacknowledged'], []]);
  });
});
