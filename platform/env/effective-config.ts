import { z } from 'zod';
import type { ConfigurationValue } from '#schemas/configuration/configuration.ts';

/** Variables whose values never leave the process. */
const sensitive = new WeakSet<z.ZodType>();
/** Of a variable that wraps a sensitive one: its name says so. */
const SENSITIVE_NAME = /(?:_URL|_KEYS?|_PASSWORD|_SECRET|_TOKEN|_URLS)$/;

export const markSensitive = <Variable extends z.ZodType>(variable: Variable): Variable => {
  sensitive.add(variable);
  return variable;
};

const textOf = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

function typeOf(value: unknown): ConfigurationValue['type'] {
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'flag';
  return typeof value === 'object' ? 'list' : 'text';
}

interface Read {
  readonly schema: z.ZodType;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: unknown;
}

/** The values in force, by name: where each comes from, and its default. */
export function effectiveValues({ schema, env, config }: Read): readonly ConfigurationValue[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  const values = config as Readonly<Record<string, unknown>>;
  return Object.entries(shape)
    .map(([name, variable]): ConfigurationValue => {
      const isSensitive = sensitive.has(variable) || SENSITIVE_NAME.test(name);
      const byDefault = variable.safeParse(undefined);
      return {
        name,
        isSensitive,
        type: typeOf(values[name]),
        value: isSensitive ? null : textOf(values[name]),
        defaultValue: isSensitive || !byDefault.success ? null : textOf(byDefault.data),
        isSet: (env[name]?.trim() ?? '') !== '',
      };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

const known = new WeakMap<object, readonly ConfigurationValue[]>();

/** Keeps what a configuration was read from. */
export function rememberValues(read: Read): void {
  if (typeof read.config === 'object' && read.config !== null) known.set(read.config, effectiveValues(read));
}

/** The values of a configuration that `readConfig` returned. */
export const valuesOf = (config: object): readonly ConfigurationValue[] => known.get(config) ?? [];
