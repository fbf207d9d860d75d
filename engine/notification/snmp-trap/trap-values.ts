import type { GroupedNotice, Notice, SingleNotice } from '#schemas/notification/notice.ts';
import { dateAndTime } from '#platform/clock/date-and-time.ts';
import { severityNumbers, stateNumbers } from './objects.ts';
import type { TrapNotification, TrapObjectName } from './objects.ts';

type Values = Readonly<Partial<Record<TrapObjectName, string | number | Buffer>>>;

export interface Trap {
  readonly name: TrapNotification;
  readonly values: Values;
}

const INT32_MAX = 2 ** 31 - 1;
const int32 = (value: number): number => Math.min(value, INT32_MAX);

function ofSingle(notice: SingleNotice, key: string): Trap {
  const { alarm, customer, site, element, kpi, edge, severity } = notice;
  return {
    name: edge === 'raise' ? 'ttAlarmRaised' : 'ttAlarmCleared',
    values: {
      ttAlarmId: int32(alarm.id),
      ttAlarmName: alarm.name,
      ttAlarmKpi: kpi.key,
      ttAlarmSeverity: severityNumbers[severity],
      ttAlarmState: edge === 'raise' ? stateNumbers.raised : stateNumbers.cleared,
      ttCustomerId: int32(customer.id),
      ttCustomerName: customer.name,
      ttSiteId: int32(site.id),
      ttSiteName: site.name,
      ttAlarmTarget: element.name,
      ttAlarmTargetType: element.kind,
      // SNMP has no floating point number.
      ttAlarmValue: String(notice.value),
      ttAlarmThreshold: String(notice.threshold),
      ttAlarmTime: dateAndTime(notice.atMs),
      ttAlarmCorrelationId: notice.correlation,
      ttAlarmDescription: notice.description,
      ttNotificationKey: key,
    },
  };
}

const ofGroup = (notice: GroupedNotice, key: string): Trap => ({
  name: 'ttAlarmsGrouped',
  values: {
    ttAlarmSeverity: severityNumbers[notice.severity],
    ttCustomerId: int32(notice.customer.id),
    ttCustomerName: notice.customer.name,
    ttAlarmDescription: notice.description,
    ttNotificationKey: key,
    ttGroupRaised: notice.raises,
    ttGroupCleared: notice.clears,
    ttGroupFrom: dateAndTime(notice.fromMs),
    ttGroupUntil: dateAndTime(notice.untilMs),
  },
});

/** The trap that tells a notice. */
export const trapOf = (notice: Notice, key: string): Trap =>
  notice.is === 'single' ? ofSingle(notice, key) : ofGroup(notice, key);
