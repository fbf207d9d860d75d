import type { TargetNotice } from '#schemas/notification/job.ts';
import type { GroupedNotice, SingleNotice } from '#schemas/notification/notice.ts';
import { streamNoticeTexts } from '#schemas/notification/stream-notice.ts';
import type { StreamNotice } from '#schemas/notification/stream-notice.ts';
import { dateAndTime } from './date-and-time.ts';
import { severityNumbers, stateNumbers } from './objects.ts';
import type { TrapNotification, TrapObjectName } from './objects.ts';

type Values = Readonly<Partial<Record<TrapObjectName, string | number | Buffer>>>;

export interface Trap {
  readonly name: TrapNotification;
  readonly values: Values;
}

const INT32_MAX = 2 ** 31 - 1;
/** Counter64 is written from its octets. */
function counter64(value: number): Buffer {
  const octets = Buffer.alloc(8);
  octets.writeBigUInt64BE(BigInt(value));
  return octets;
}
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
      // SNMP has no floating-point type.
      ttAlarmValue: String(notice.value),
      ttAlarmThreshold: String(notice.threshold),
      ttAlarmTime: dateAndTime(notice.atMs),
      ttAlarmCorrelationId: notice.correlation,
      ttAlarmDescription: notice.description,
      ttNotificationKey: key,
      ttAlarmSince: dateAndTime(notice.sinceMs ?? notice.atMs),
      ttAlarmDecided: dateAndTime(notice.decidedMs),
      ttAlarmSequence: counter64(notice.sequence),
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

function ofStreams(notice: StreamNotice, key: string): Trap {
  const { edge, streams, correlation, atMs } = notice;
  const { en, fr } = streamNoticeTexts(notice);
  return {
    name: edge === 'raise' ? 'ttStreamsFull' : 'ttStreamsWell',
    values: {
      ttAlarmSeverity: severityNumbers.critical,
      ttAlarmState: edge === 'raise' ? stateNumbers.raised : stateNumbers.cleared,
      ttAlarmTarget: streams.join(', '),
      ttAlarmTargetType: 'stream',
      ttAlarmTime: dateAndTime(atMs),
      ttAlarmCorrelationId: correlation,
      // Both fit the 255 octets of a string.
      ttAlarmDescription: `${en.title} / ${fr.title}`,
      ttNotificationKey: key,
    },
  };
}

/** Creates the trap of a notice. */
export function trapOf(notice: TargetNotice, key: string): Trap {
  switch (notice.is) {
    case 'single':
      return ofSingle(notice, key);
    case 'grouped':
      return ofGroup(notice, key);
    case 'streams':
      return ofStreams(notice, key);
  }
}
