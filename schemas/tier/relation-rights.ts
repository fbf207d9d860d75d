import type { Database } from '../table/postgres.ts';
import type { Tier } from './tier.ts';

export type RelationName = keyof Database;

/** What an account may do with tables of PostgreSQL; a table that is not named is closed to it. */
export interface RelationRights {
  readonly read: readonly RelationName[];
  readonly add?: readonly RelationName[];
  readonly remove?: readonly RelationName[];
  /** With the columns that may be changed; locking a row needs one of them. */
  readonly change?: Readonly<Partial<Record<RelationName, 'every' | readonly string[]>>>;
}

/** What is read of sites, devices and who they belong to. */
const inventory = [
  ...(['customer', 'customer_profile', 'network_element', 'site', 'device', 'exporter'] as const),
  ...(['network_interface', 'network_component', 'flow_attribution', 'flow_target'] as const),
  ...(['cluster', 'cluster_site', 'cluster_application', 'resource', 'resource_share'] as const),
  'custom_application',
] as const satisfies readonly RelationName[];

/**
 * The least that each tier works with (OWASP ASVS 5.0, 13.2.2). Nobody but the server reads accounts, sessions, second factors or the
 * audit. A `setting` says whether the key of the secrets is the right one.
 */
export const relationRights: Readonly<Record<Exclude<Tier, 'server'>, RelationRights>> = {
  collector: { read: [...inventory, 'debug_recording', 'setting'] },
  poller: {
    read: [...inventory, 'poller', 'deactivated_poller', 'polled_counter', 'setting'],
    // The index under which a device has it now.
    change: { network_interface: ['if_index'] },
  },
  discovery: {
    read: [
      ...(['network_element', 'device', 'network_component', 'network_interface'] as const),
      ...(['device_identity', 'device_part', 'setting'] as const),
      ...(['discovery_run', 'discovery_found', 'discovery_proposal'] as const),
    ],
    add: ['discovery_found', 'discovery_proposal'],
    remove: ['discovery_found'],
    change: { discovery_run: 'every' },
  },
  /** Knows NATS and ClickHouse only. */
  writer: { read: [] },
  engine: {
    read: [
      ...inventory,
      ...(['cockpit_alarm', 'alarm_threshold', 'silence', 'polled_counter', 'kpi_definition'] as const),
    ],
    // What flows bring for the first time; locks the customer meanwhile.
    add: ['network_element', 'flow_target'],
    change: { flow_target: ['label'], customer: ['id'] },
  },
  notification: {
    read: [
      ...inventory,
      ...(['cockpit_alarm', 'silence', 'kpi_definition', 'past_name', 'setting'] as const),
      ...(['alarm_mail', 'trap_receiver', 'webhook', 'notification_delivery', 'notification_raise'] as const),
    ],
    add: ['notification_delivery', 'notification_raise', 'setting'],
    remove: ['notification_delivery', 'notification_raise'],
    change: { notification_delivery: 'every', notification_raise: 'every', setting: ['value'] },
  },
};

/** The server works with every table, but does not change what was told, and removes no name of before. */
export const serverKeeps = ['audit_event', 'past_name'] as const satisfies readonly RelationName[];
