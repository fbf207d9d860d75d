import { csvLine, BYTE_ORDER_MARK, type CsvCell } from '#schemas/csv/csv-text.ts';
import { MAX_ATTACHMENT, type MailContent } from '#schemas/notification/job.ts';
import type { GroupedNotice } from '#schemas/notification/notice.ts';
import { placeholderValues } from '#schemas/settings/webhook/placeholder-values.ts';
import type { EventValue } from '#schemas/settings/webhook/placeholders.ts';

const columns = [
  'id',
  'sequence',
  'event',
  'hook',
  'severity',
  'datetime',
  'value',
  'threshold',
  'type',
  'name',
  'element',
  'site',
  'incident',
] as const satisfies readonly (keyof EventValue)[];
/** What a receiver cannot do without: the other columns may have long names. */
const needed: readonly (keyof EventValue)[] = columns.slice(0, 9);

function csvOf(events: readonly EventValue[], shown: readonly (keyof EventValue)[]): string {
  const lines: readonly (readonly CsvCell[])[] = [
    shown,
    ...events.map((event) => shown.map((column) => event[column])),
  ];
  const text = lines.map((cells) => csvLine(cells, 'international')).join('');
  return Buffer.from(`${BYTE_ORDER_MARK}${text}`).toString('base64');
}

/** The events of a grouped mail as a CSV file, whose columns are the fields of `alert.events`. */
export function attachedEvents(notice: GroupedNotice): NonNullable<MailContent['attachment']> {
  const events = placeholderValues(notice)['alert.events'];
  const full = csvOf(events, columns);
  const content = full.length > MAX_ATTACHMENT ? csvOf(events, needed) : full;
  return { name: 'events.csv', type: 'text/csv', content };
}
