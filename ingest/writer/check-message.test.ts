import { describe, expect, it } from 'vitest';
import type { StoredMessage } from '#platform/bus/streams.ts';
import { headerOf } from '#schemas/bus/header.ts';
import { alarmEvents } from '#schemas/table/stream/alarm-events.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import type { Table } from '#schemas/table/table.ts';
import { messageChecker } from './check-message.ts';

const message = (data: Uint8Array, headers: Readonly<Record<string, string>>): StoredMessage => ({
  seq: 1,
  subject: 'any.0',
  data,
  timeMs: 0,
  header: (name) => headers[name],
});
const headers = (table: Table, rows: number) => headerOf(table, { rows, first: 0, last: 0 });

const event = {
  customer: 1,
  site: 2,
  element: 3,
  alarm: 4,
  kpi: 5,
  event: new Uint8Array(16),
  edge: 'raise',
  severity: 'critical',
  cause: 'rule',
  at: 6,
  length: 300,
  ingested: 7,
  value: 1,
  threshold: 2,
  outliers: 3,
  measures: 5,
  evidence: '{}',
};
const events = codecOf(alarmEvents).encode([event, event]);
const checkEvent = messageChecker(alarmEvents);
const checkMeasure = messageChecker(measures);

describe('a message', () => {
  it('with strings of variable length is counted row by row', () => {
    expect(checkEvent(message(events, headers(alarmEvents, 2)))).toMatchObject({ rows: 2, cause: undefined });
  });

  it('without rows is accepted', () => {
    expect(checkMeasure(message(new Uint8Array(), headers(measures, 0)))).toMatchObject({
      rows: 0,
      cause: undefined,
    });
  });

  for (const [title, check, data, given, cause] of [
    ['without headers', checkMeasure, events, {}, 'header table is missing or malformed'],
    ['of another table', checkMeasure, events, headers(alarmEvents, 2), 'rows of table alarm_events'],
    [
      'with fewer rows than its header says',
      checkEvent,
      events,
      headers(alarmEvents, 3),
      '2 rows where the header says 3',
    ],
    [
      'that ends within a row',
      checkEvent,
      events.subarray(0, -1),
      headers(alarmEvents, 2),
      'row 1 is not complete',
    ],
    [
      'that ends in a fixed-width row',
      checkMeasure,
      new Uint8Array(7),
      headers(measures, 1),
      '7 bytes are not whole rows',
    ],
  ] as const)
    it(`${title} is rejected`, () => {
      const checked = check(message(data, given));
      expect(checked.rows).toBe(0);
      expect(checked.cause).toContain(cause);
    });
});
