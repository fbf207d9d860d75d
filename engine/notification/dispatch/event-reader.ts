import { readHeader } from '#schemas/bus/header.ts';
import { alarmEvents } from '#schemas/table/stream/alarm-events.ts';
import { codecOf } from '#schemas/table/codec.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import type { AlarmEvent } from '../../alarm/event-row.ts';

const codec = codecOf(alarmEvents);

/**
 * Returns the events of a message, or why they cannot be read. The writer parks unreadable messages; the
 * dispatcher skips them.
 */
export function readEvents({
  header,
  data,
}: Pick<StoredMessage, 'header' | 'data'>):
  | { readonly ok: true; readonly rows: readonly AlarmEvent[] }
  | { readonly ok: false; readonly cause: string } {
  const read = readHeader(header, alarmEvents);
  if (!read.ok) return read;
  try {
    return { ok: true, rows: codec.decode(data) };
  } catch (error) {
    return { ok: false, cause: error instanceof Error ? error.message : 'incomplete rows' };
  }
}
