import { alarmEvents } from '#schemas/table/alarm-events.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { BATCH_BYTES, batchNumber } from '../partition/rows-batch.ts';
import type { RowsBatch } from '../partition/rows-batch.ts';
import type { AlarmEvent } from './alarm-event.ts';

const codec = codecOf(alarmEvents);
/** What a row takes beside its evidence, at most. */
const ROW_BYTES = 128;

/** The events of one window as messages. */
export function eventBatches(window: number, events: readonly AlarmEvent[]): readonly RowsBatch[] {
  const batches: RowsBatch[] = [];
  let group: AlarmEvent[] = [];
  let bytes = 0;
  const end = () => {
    if (group.length === 0) return;
    batches.push({
      bytes: codec.encode(group),
      rows: group.length,
      batch: batchNumber(window, batches.length),
      at: window,
    });
    group = [];
    bytes = 0;
  };
  for (const event of events) {
    group.push(event);
    bytes += ROW_BYTES + event.evidence.length;
    if (bytes >= BATCH_BYTES) end();
  }
  end();
  return batches;
}
