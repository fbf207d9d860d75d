/** SYNTAX in the MIB file, each with its type on the wire. */
export type Syntax =
  | 'Integer32'
  | 'Unsigned32'
  | 'SnmpAdminString'
  | 'DateAndTime'
  | 'CounterBasedGauge64'
  | 'TtEventList'
  | 'TtSeverity'
  | 'TtState';

export interface TrapObject {
  /** Last arc below `<enterprise>.1`. */
  readonly number: number;
  readonly syntax: Syntax;
}

/** Objects of our traps, as in `docs/TELLTALE-ALARM-MIB.txt`; a test compares the two. */
export const trapObjects = {
  ttAlarmId: { number: 1, syntax: 'Integer32' },
  ttAlarmName: { number: 2, syntax: 'SnmpAdminString' },
  ttAlarmKpi: { number: 3, syntax: 'SnmpAdminString' },
  ttAlarmSeverity: { number: 4, syntax: 'TtSeverity' },
  ttAlarmState: { number: 5, syntax: 'TtState' },
  ttCustomerId: { number: 6, syntax: 'Integer32' },
  ttCustomerName: { number: 7, syntax: 'SnmpAdminString' },
  ttSiteId: { number: 8, syntax: 'Integer32' },
  ttSiteName: { number: 9, syntax: 'SnmpAdminString' },
  ttAlarmTarget: { number: 10, syntax: 'SnmpAdminString' },
  ttAlarmTargetType: { number: 11, syntax: 'SnmpAdminString' },
  ttAlarmValue: { number: 12, syntax: 'SnmpAdminString' },
  ttAlarmThreshold: { number: 13, syntax: 'SnmpAdminString' },
  ttAlarmTime: { number: 14, syntax: 'DateAndTime' },
  ttAlarmCorrelationId: { number: 15, syntax: 'SnmpAdminString' },
  ttAlarmDescription: { number: 16, syntax: 'SnmpAdminString' },
  ttNotificationKey: { number: 17, syntax: 'SnmpAdminString' },
  ttGroupRaised: { number: 18, syntax: 'Unsigned32' },
  ttGroupCleared: { number: 19, syntax: 'Unsigned32' },
  ttGroupFrom: { number: 20, syntax: 'DateAndTime' },
  ttGroupUntil: { number: 21, syntax: 'DateAndTime' },
  ttAlarmSince: { number: 22, syntax: 'DateAndTime' },
  ttAlarmDecided: { number: 23, syntax: 'DateAndTime' },
  ttAlarmSequence: { number: 24, syntax: 'CounterBasedGauge64' },
  ttGroupPart: { number: 25, syntax: 'Unsigned32' },
  ttGroupEvents: { number: 26, syntax: 'TtEventList' },
  ttIncidentId: { number: 27, syntax: 'SnmpAdminString' },
  ttIncidentText: { number: 28, syntax: 'SnmpAdminString' },
} as const satisfies Record<string, TrapObject>;

export type TrapObjectName = keyof typeof trapObjects;

const ofAlarm = [
  'ttAlarmId',
  'ttAlarmName',
  'ttAlarmKpi',
  'ttAlarmSeverity',
  'ttAlarmState',
  'ttCustomerId',
  'ttCustomerName',
  'ttSiteId',
  'ttSiteName',
  'ttAlarmTarget',
  'ttAlarmTargetType',
  'ttAlarmValue',
  'ttAlarmThreshold',
  'ttAlarmTime',
  'ttAlarmCorrelationId',
  'ttAlarmDescription',
  'ttNotificationKey',
  'ttAlarmSince',
  'ttAlarmDecided',
  'ttAlarmSequence',
  'ttIncidentId',
  'ttIncidentText',
] as const satisfies readonly TrapObjectName[];

const ofPlatform = [
  'ttAlarmSeverity',
  'ttAlarmState',
  'ttAlarmTarget',
  'ttAlarmTargetType',
  'ttAlarmTime',
  'ttAlarmCorrelationId',
  'ttAlarmDescription',
  'ttNotificationKey',
] as const satisfies readonly TrapObjectName[];

/** Our traps: their arc below `<enterprise>.0`, and their objects in order. */
export const trapNotifications = {
  ttAlarmRaised: { number: 1, objects: ofAlarm },
  ttAlarmCleared: { number: 2, objects: ofAlarm },
  ttAlarmsGrouped: {
    number: 3,
    objects: [
      'ttAlarmSeverity',
      'ttCustomerId',
      'ttCustomerName',
      'ttAlarmDescription',
      'ttNotificationKey',
      'ttGroupRaised',
      'ttGroupCleared',
      'ttGroupFrom',
      'ttGroupUntil',
      'ttGroupPart',
      'ttGroupEvents',
      'ttIncidentText',
    ],
  },
  ttStreamsFull: { number: 4, objects: ofPlatform },
  ttStreamsWell: { number: 5, objects: ofPlatform },
  ttPlatformCritical: { number: 6, objects: ofPlatform },
  ttPlatformWell: { number: 7, objects: ofPlatform },
} as const satisfies Record<string, { number: number; objects: readonly TrapObjectName[] }>;

export type TrapNotification = keyof typeof trapNotifications;

/** ITU-ALARM-TC-MIB ItuPerceivedSeverity (RFC 3877). */
export const severityNumbers = { critical: 3, major: 4, minor: 5 } as const;

export const stateNumbers = { raised: 1, cleared: 2 } as const;

/** Default without a registered enterprise number: netSnmpPlaypen of Net-SNMP. */
export const DEFAULT_ENTERPRISE = '1.3.6.1.4.1.8072.9999.9999';
