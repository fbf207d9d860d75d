import type { TargetNotice } from '#schemas/notification/job.ts';
import type { GroupedEvent, GroupedNotice, SingleNotice } from '#schemas/notification/notice.ts';
import { noticeWords } from '#schemas/notification/notice-words.ts';
import {
  platformNoticeTexts,
  platformTargets,
  type PlatformNotice,
} from '#schemas/notification/platform-notice.ts';
import { severityNumbers, stateNumbers, type TrapNotification, type TrapObjectName } from './objects.ts';

/** Encodes milliseconds since 1970 as the 11 octets of a DateAndTime (RFC 2579) in UTC. */
function dateAndTime(atMs: number): Buffer {
  // oxlint-disable-next-line no-restricted-globals -- formats a given time, reads no clock
  const at = new Date(atMs);
  const octets = Buffer.alloc(11);
  octets.writeUInt16BE(at.getUTCFullYear(), 0);
  const afterYear = [
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
    Math.floor(at.getUTCMilliseconds() / 100),
    '+'.charCodeAt(0),
    0,
    0,
  ];
  octets.set(afterYear, 2);
  return octets;
}

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
      ttIncidentId: notice.incident?.id ?? '',
      ttIncidentText: notice.incident?.text ?? '',
    },
  };
}

/** A list of events leaves room for the names of the customer, the description and an incident in a packet of 1,400 octets. */
const MAX_LIST_OCTETS = 480;

const lineOfEvent = ({ correlation, edge, severity, sequence, event }: GroupedEvent): string =>
  [correlation, edge === 'raise' ? 'raised' : 'cleared', severity, String(sequence), event].join(' ');

/** The events as lists that each fit a packet; one empty list without events. */
function listsOf(events: readonly GroupedEvent[]): readonly string[] {
  const lists: string[] = [];
  let list = '';
  for (const line of events.map(lineOfEvent)) {
    if (list !== '' && list.length + 1 + line.length > MAX_LIST_OCTETS) {
      lists.push(list);
      list = '';
    }
    list = list === '' ? line : `${list}\n${line}`;
  }
  return [...lists, list];
}

/** The worst incident of a group, and of how many it is; empty where none is known. */
function worstIncident({ incidents, language }: GroupedNotice): string {
  const [worst] = incidents?.listed ?? [];
  if (incidents === undefined || worst === undefined) return '';
  return incidents.total === 1 ? worst.text : noticeWords(language).worstOf(incidents.total, worst.text);
}

const ofGroup = (notice: GroupedNotice, key: string): readonly Trap[] =>
  listsOf(notice.events).map((list, at) => ofList(notice, { key, list, part: at + 1 }));

const ofList = (
  notice: GroupedNotice,
  { key, list, part }: { readonly key: string; readonly list: string; readonly part: number },
): Trap => ({
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
    ttGroupPart: part,
    ttGroupEvents: list,
    ttIncidentText: worstIncident(notice),
  },
});

const platformTraps = {
  streams: { raise: 'ttStreamsFull', clear: 'ttStreamsWell' },
  health: { raise: 'ttPlatformCritical', clear: 'ttPlatformWell' },
} as const satisfies Record<PlatformNotice['is'], Record<PlatformNotice['edge'], TrapNotification>>;

/** Longest string of the MIB, in octets. */
const MAX_STRING = 255;

function ofPlatform(notice: PlatformNotice, key: string): Trap {
  const { is, edge, correlation, atMs } = notice;
  const { en, fr } = platformNoticeTexts(notice);
  const { names, kind } = platformTargets(notice);
  return {
    name: platformTraps[is][edge],
    values: {
      ttAlarmSeverity: severityNumbers.critical,
      ttAlarmState: edge === 'raise' ? stateNumbers.raised : stateNumbers.cleared,
      ttAlarmTarget: names.join(', ').slice(0, MAX_STRING),
      ttAlarmTargetType: kind,
      ttAlarmTime: dateAndTime(atMs),
      ttAlarmCorrelationId: correlation,
      // Both fit the 255 octets of a string.
      ttAlarmDescription: `${en.title} / ${fr.title}`,
      ttNotificationKey: key,
    },
  };
}

/** Creates the traps of a notice: of a group as many as its list of events needs, otherwise one. */
export function trapsOf(notice: TargetNotice, key: string): readonly Trap[] {
  switch (notice.is) {
    case 'single':
      return [ofSingle(notice, key)];
    case 'grouped':
      return ofGroup(notice, key);
    case 'streams':
    case 'health':
      return [ofPlatform(notice, key)];
  }
}
