import type { Database } from '../table/postgres.ts';
import type { Tier } from './tier.ts';

export type RelationName = keyof Database;

/** PostgreSQL privileges of an account; other tables are closed. */
export interface RelationRights {
  readonly read: readonly RelationName[];
  readonly add?: readonly RelationName[];
  readonly remove?: readonly RelationName[];
  /** Updatable columns; locking a row requires one. */
  readonly change?: Readonly<Partial<Record<RelationName, 'every' | readonly string[]>>>;
}

/** Reads the inventory. */
const inventory = [
  ...(['customer', 'customer_profile', 'network_element', 'site', 'device', 'exporter'] as const),
  'device_identity',
  ...(['network_interface', 'network_component', 'flow_attribution', 'flow_target', 'flow_agent'] as const),
  ...(['cluster', 'cluster_site', 'cluster_application', 'resource', 'resource_share'] as const),
  'custom_application',
  'application_override',
] as const satisfies readonly RelationName[];

/** What processes of the SD-WAN managers keep. */
const ofManagers = [
  'sdwan_proposal',
  'sdwan_alarm',
  'sdwan_volume',
  'sdwan_device',
] as const satisfies readonly RelationName[];

/**
 * Least privileges per tier (OWASP ASVS 5.0, 13.2.2). Only the server reads accounts, sessions, second factors and the audit
 * trail. A `setting` verifies the key of the secrets.
 */
export const relationRights: Readonly<Record<Exclude<Tier, 'server'>, RelationRights>> = {
  collector: { read: [...inventory, 'debug_recording', 'setting'] },
  poller: {
    read: [
      ...inventory,
      ...([
        'poller',
        'deactivated_poller',
        'polled_counter',
        'kpi_definition',
        'kpi_override',
        'setting',
      ] as const),
    ],
    // Current ifIndex, and the targets of probes.
    change: { network_interface: ['if_index'], network_component: ['fields'] },
  },
  discovery: {
    read: [
      ...(['network_element', 'site', 'device', 'network_component', 'network_interface'] as const),
      ...(['device_identity', 'device_part', 'setting'] as const),
      ...(['discovery_run', 'discovery_found', 'discovery_proposal', 'device_miss'] as const),
    ],
    add: ['discovery_found', 'discovery_proposal', 'device_miss'],
    remove: ['discovery_found', 'device_miss'],
    change: { discovery_run: 'every', discovery_found: ['found'], device_miss: 'every' },
  },
  sdwan: {
    read: [...inventory, 'sdwan_server', ...ofManagers, 'setting'],
    add: ofManagers,
    remove: ofManagers,
    change: {
      sdwan_device: ['element_id'],
      sdwan_volume: ['until_ms'],
      sdwan_alarm: ['type', 'severity', 'message', 'device', 'device_id', 'raised_at', 'cleared_at'],
      sdwan_server: [
        ...(['connectivity', 'connectivity_at', 'response_ms', 'connectivity_fault'] as const),
        ...(['collected_at', 'collect_slot', 'synchronise_state'] as const),
        ...(['synchronised_at', 'synchronise_fault', 'certificate', 'session_ends_at'] as const),
        ...(['alarms_until', 'alarms_at', 'alarms_fault'] as const),
        ...(['volumes_at', 'volumes_fault', 'unplaced'] as const),
      ],
    },
  },
  /** Uses only NATS and ClickHouse. */
  writer: { read: [] },
  engine: {
    read: [
      ...inventory,
      ...(['cockpit_alarm', 'alarm_threshold', 'alarm_customer_threshold'] as const),
      ...(['silence', 'polled_counter', 'kpi_definition', 'kpi_override'] as const),
    ],
    // Registers new flow targets while locking the customer.
    add: ['network_element', 'flow_target'],
    change: { flow_target: ['label'], customer: ['id'] },
  },
  notification: {
    read: [
      ...inventory,
      ...(['cockpit_alarm', 'silence', 'kpi_definition', 'past_name', 'setting'] as const),
      ...(['alarm_mail', 'trap_receiver', 'webhook', 'notification_delivery', 'notification_raise'] as const),
      ...(['notification_thread', 'notification_incident'] as const),
      // Schedules that alarms trigger, and the reports that mails contain.
      ...(['schedule', 'report_file'] as const),
    ],
    add: [
      ...(['notification_delivery', 'notification_raise', 'notification_thread'] as const),
      ...(['notification_incident', 'setting', 'schedule_alarm'] as const),
    ],
    remove: ['notification_delivery', 'notification_raise', 'notification_thread', 'notification_incident'],
    change: {
      notification_delivery: 'every',
      notification_raise: 'every',
      notification_thread: 'every',
      notification_incident: 'every',
      setting: ['value'],
    },
  },
  /** Renders what is queued; values come from the server, by its interface. */
  jobs: {
    read: ['report_run', 'report_file'],
    add: ['report_file'],
    remove: ['report_run'],
    change: { report_run: 'every' },
  },
};

/** The server uses every table, but cannot change audit entries or delete past names. */
export const serverKeeps = ['audit_event', 'past_name'] as const satisfies readonly RelationName[];
