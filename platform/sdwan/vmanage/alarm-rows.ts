import { looseNumber, looseRows, looseText, type LooseFields } from '../lenient.ts';
import { alarmText, severityOf, type ManagedAlarm } from '../managed-alarms.ts';
import { ALARM_ROWS } from './vmanage-pages.ts';

/** With its zone: the manager takes UTC only. */
export const timeText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)} UTC`;

const oldestFirst = { sort: [{ field: 'entry_time', type: 'date', order: 'asc' }], size: ALARM_ROWS };

/** Alarms between two times; times of queries are full seconds. */
export const alarmsBetween = (sinceMs: number, endMs: number): object => ({
  query: {
    condition: 'AND',
    rules: [
      {
        field: 'entry_time',
        type: 'date',
        operator: 'between',
        value: [timeText(sinceMs), timeText(endMs + 999)],
      },
    ],
  },
  ...oldestFirst,
});

/** The same of those that are raised. */
export const raisedBetween = (sinceMs: number, endMs: number): object => ({
  query: {
    condition: 'AND',
    rules: [
      {
        field: 'entry_time',
        type: 'date',
        operator: 'between',
        value: [timeText(sinceMs), timeText(endMs + 999)],
      },
      { field: 'active', type: 'boolean', operator: 'equal', value: ['true'] },
    ],
  },
  ...oldestFirst,
});

/** Name or system address of the device that an alarm is of. */
function deviceOf(row: LooseFields): Pick<ManagedAlarm, 'device' | 'address'> {
  const [values = {}] = looseRows(row['values']);
  const [device = {}] = looseRows(row['devices']);
  const name = looseText(values, 'host-name', 'system-ip') || looseText(device, 'host-name', 'system-ip');
  const address = looseText(values, 'system-ip') || looseText(device, 'system-ip');
  return { device: name, ...(address !== '' && { address }) };
}

/** Rows of `POST /alarms`; those without an id are not known again, and are left out. */
export function vmanageAlarms(rows: readonly LooseFields[], tenant: string): readonly ManagedAlarm[] {
  return rows.flatMap((row): readonly ManagedAlarm[] => {
    const [key, raisedMs] = [looseText(row, 'uuid'), looseNumber(row, 'entry_time')];
    if (key === '' || raisedMs === undefined) return [];
    const isRaised = row['active'] === true || row['active'] === 'true';
    const clearedMs = Math.max(raisedMs, looseNumber(row, 'cleared_time') ?? raisedMs);
    return [
      {
        tenant,
        key,
        raisedMs,
        severity: severityOf(row),
        isEvent: false,
        type: alarmText(looseText(row, 'rule_name_display', 'type')),
        message: alarmText(looseText(row, 'message', 'eventname', 'type')),
        ...deviceOf(row),
        clearedMs: isRaised ? undefined : clearedMs,
      },
    ];
  });
}
