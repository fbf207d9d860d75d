import {
  account,
  accountCustomer,
  accountProfile,
  accountRestriction,
  accountSite,
  apiToken,
  apiTokenCustomer,
  layout,
  role,
  rolePermission,
  session,
  setting,
} from './access.ts';
import { customApplication } from './application.ts';
import { auditEvent, auditHead } from './audit.ts';
import { alarmThreshold, cockpit, cockpitAlarm } from './cockpit.ts';
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
  role,
  rolePermission,
  customerProfile,
  customer,
  networkElement,
  site,
  device,
  exporter,
  networkInterface,
  account,
  accountCustomer,
  accountProfile,
  accountRestriction,
  accountSite,
  apiToken,
  apiTokenCustomer,
  session,
  layout,
  setting,
  cockpit,
  cockpitAlarm,
  alarmThreshold,
  customApplication,
  debugRecording,
  auditEvent,
  auditHead,
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
  account_restriction: KyselyTable<typeof accountRestriction>;
  account_site: KyselyTable<typeof accountSite>;
  api_token: KyselyTable<typeof apiToken>;
  api_token_customer: KyselyTable<typeof apiTokenCustomer>;
  session: KyselyTable<typeof session>;
  layout: KyselyTable<typeof layout>;
  setting: KyselyTable<typeof setting>;
  cockpit: KyselyTable<typeof cockpit>;
  cockpit_alarm: KyselyTable<typeof cockpitAlarm>;
  alarm_threshold: KyselyTable<typeof alarmThreshold>;
  custom_application: KyselyTable<typeof customApplication>;
  debug_recording: KyselyTable<typeof debugRecording>;
  audit_event: KyselyTable<typeof auditEvent>;
  audit_head: KyselyTable<typeof auditHead>;
}
