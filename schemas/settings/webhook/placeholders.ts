/** `list`: an array in JSON, separated by commas elsewhere. `number` is null in JSON where there is none. */
export type PlaceholderKind = 'text' | 'number' | 'list';

/** What a template may name: `{{alert.name}}`. */
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
  /** Where the element is, as far as the alarm names it: device, site and customer by their filter. */
  'alert.topology': 'list',
  /** The edge that called: `rising` or `falling`. */
  'alert.hook': 'text',
  'kpi.name': 'text',
} as const satisfies Record<string, PlaceholderKind>;

export type PlaceholderName = keyof typeof placeholders;

interface ValueOf {
  readonly text: string;
  readonly number: number | null;
  readonly list: readonly string[];
}

/** The values that a template is filled with. */
export type PlaceholderValues = {
  readonly [Name in PlaceholderName]: ValueOf[(typeof placeholders)[Name]];
};

export const isPlaceholder = (name: string): name is PlaceholderName => Object.hasOwn(placeholders, name);
