import {
  account,
  accountCustomer,
  accountProfile,
  layout,
  role,
  rolePermission,
  session,
  setting,
} from './access.ts';
import { customApplication } from './application.ts';
import {
  alarmGroup,
  alarmGroupAccount,
  alarmThreshold,
  cockpit,
  cockpitAlarm,
  cockpitAlarmGroup,
  cockpitOpened,
} from './cockpit.ts';
import { debugRecording } from './debug.ts';
import {
  customer,
  customerProfile,
  device,
  exporter,
  networkElement,
  networkInterface,
  site,
} from './inventory.ts';
import type { KyselyTable, Relation } from './relation.ts';

/** Every PostgreSQL table, in the order in which they can be made. */
export const postgresTables = [
  customerProfile,
  customer,
  networkElement,
  site,
  device,
  exporter,
  networkInterface,
  role,
  rolePermission,
  account,
  accountCustomer,
  accountProfile,
  session,
  layout,
  setting,
  cockpit,
  cockpitAlarm,
  alarmThreshold,
  alarmGroup,
  alarmGroupAccount,
  cockpitAlarmGroup,
  cockpitOpened,
  customApplication,
  debugRecording,
] as const satisfies readonly Relation[];

/** The type that the query builder (kysely) takes. */
export interface Database {
  customer_profile: KyselyTable<typeof customerProfile>;
  customer: KyselyTable<typeof customer>;
  network_element: KyselyTable<typeof networkElement>;
  site: KyselyTable<typeof site>;
  device: KyselyTable<typeof device>;
  exporter: KyselyTable<typeof exporter>;
  network_interface: KyselyTable<typeof networkInterface>;
  role: KyselyTable<typeof role>;
  role_permission: KyselyTable<typeof rolePermission>;
  account: KyselyTable<typeof account>;
  account_customer: KyselyTable<typeof accountCustomer>;
  account_profile: KyselyTable<typeof accountProfile>;
  session: KyselyTable<typeof session>;
  layout: KyselyTable<typeof layout>;
  setting: KyselyTable<typeof setting>;
  cockpit: KyselyTable<typeof cockpit>;
  cockpit_alarm: KyselyTable<typeof cockpitAlarm>;
  alarm_threshold: KyselyTable<typeof alarmThreshold>;
  alarm_group: KyselyTable<typeof alarmGroup>;
  alarm_group_account: KyselyTable<typeof alarmGroupAccount>;
  cockpit_alarm_group: KyselyTable<typeof cockpitAlarmGroup>;
  cockpit_opened: KyselyTable<typeof cockpitOpened>;
  custom_application: KyselyTable<typeof customApplication>;
  debug_recording: KyselyTable<typeof debugRecording>;
}
