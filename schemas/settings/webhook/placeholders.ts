import type { Severity } from '../../alerting/severity.ts';

/**
 * `list`: an array in JSON, separated by commas elsewhere. `number` is null in JSON if absent. `events`: an array of objects in JSON, a line
 * for each elsewhere.
 */
export type PlaceholderKind = 'text' | 'number' | 'list' | 'events';

/** Placeholders of a template: `{{alert.name}}`. */
export const placeholders = {
  'customer.id': 'number',
  'customer.name': 'text',
  'site.id': 'number',
  'site.name': 'text',
  /** The alarm on its element, `12:345`: identical in every raise, change and clear of it. Empty in a group. */
  'alert.id': 'text',
  /** Greater in every later event of the same `alert.id`. */
  'alert.sequence': 'number',
  /** End of the window that raised or cleared the alarm, ISO 8601 in UTC. */
  'alert.datetime': 'text',
  /** End of the window that raised the alarm: in a raise `alert.datetime`. Empty in a group. */
  'alert.since': 'text',
  /** When the raise or clear was decided. */
  'alert.decidedAt': 'text',
  /** Newest value and threshold in the unit of the KPI. */
  'alert.value': 'number',
  'alert.threshold': 'number',
  'alert.name': 'text',
  'alert.description': 'text',
  /** `critical`, `major` or `minor`. */
  'alert.severity': 'text',
  /** Names of the network elements. */
  'alert.targets': 'list',
  /** Their kinds, in the same order: `device`, `interface`. */
  'alert.targetTypes': 'list',
  /** Locations of the element selected by the alarm: device, site and customer. */
  'alert.topology': 'list',
  /** What to do: an address or text; empty without one. */
  'alert.runbook': 'text',
  /** The network element with its device: `edge-1 · GigabitEthernet0/1`; of a group the names. */
  'alert.element': 'text',
  /** Value, and operator with threshold, with units, as a person reads them: `97%`, `> 90%`. Empty in a group. */
  'alert.reading': 'text',
  'alert.limit': 'text',
  /** `RAISED` or `CLEARED` in the language of the target, for people; `alert.hook` is for programs. */
  'alert.state': 'text',
  /** Address of the alarm in the console; empty without `PUBLIC_URL`. */
  'alert.link': 'text',
  /** Address of the page of the network element; empty in a group, of an element without one, and without `PUBLIC_URL`. */
  'alert.elementLink': 'text',
  /** The edge of the call: `rising` or `falling`. */
  'alert.hook': 'text',
  'kpi.name': 'text',
  /** The alarms of a site that belong together: the same in every event of it; empty in a group of several incidents. */
  'incident.id': 'text',
  /** All of it in one sentence, as of the event; of a group a line for each of the worst incidents, and how many more there are. */
  'incident.text': 'text',
  /** Every event of the notification: of a group all, else one. */
  'alert.events': 'events',
  /** Running number of the notification in its group, from 1. */
  'alert.part': 'number',
  /** Version of these values, 1: it grows when one changes its meaning. */
  'alert.version': 'number',
} as const satisfies Record<string, PlaceholderKind>;

export type PlaceholderName = keyof typeof placeholders;

/** An event in `alert.events`. */
export interface EventValue {
  /** The alarm on its element: `alert.id`. */
  readonly id: string;
  /** `alert.sequence`. */
  readonly sequence: number;
  /** Id of the event, hexadecimal. */
  readonly event: string;
  readonly hook: 'rising' | 'falling';
  /** `alert.state`. */
  readonly state: string;
  readonly severity: Severity;
  readonly name: string;
  readonly element: string;
  readonly type: string;
  readonly site: string;
  readonly datetime: string;
  readonly value: number;
  readonly threshold: number;
  /** `incident.id`. */
  readonly incident: string;
}

interface ValueOf {
  readonly text: string;
  readonly number: number | null;
  readonly list: readonly string[];
  readonly events: readonly EventValue[];
}

/** Values of the placeholders. */
export type PlaceholderValues = {
  readonly [Name in PlaceholderName]: ValueOf[(typeof placeholders)[Name]];
};

export const isPlaceholder = (name: string): name is PlaceholderName => Object.hasOwn(placeholders, name);
