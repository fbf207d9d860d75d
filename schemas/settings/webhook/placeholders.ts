/** `list`: an array in JSON, separated by commas elsewhere. `number` is null in JSON if absent. */
export type PlaceholderKind = 'text' | 'number' | 'list';

/** Placeholders of a template: `{{alert.name}}`. */
export const placeholders = {
  'customer.id': 'number',
  'customer.name': 'text',
  'site.id': 'number',
  'site.name': 'text',
  /** When the alarm was raised or cleared, ISO 8601 in UTC. */
  'alert.datetime': 'text',
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
  /** The edge of the call: `rising` or `falling`. */
  'alert.hook': 'text',
  'kpi.name': 'text',
} as const satisfies Record<string, PlaceholderKind>;

export type PlaceholderName = keyof typeof placeholders;

interface ValueOf {
  readonly text: string;
  readonly number: number | null;
  readonly list: readonly string[];
}

/** Values of the placeholders. */
export type PlaceholderValues = {
  readonly [Name in PlaceholderName]: ValueOf[(typeof placeholders)[Name]];
};

export const isPlaceholder = (name: string): name is PlaceholderName => Object.hasOwn(placeholders, name);
