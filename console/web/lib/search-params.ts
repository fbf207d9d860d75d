import type { SearchSchemaInput } from '@tanstack/react-router';
import { z } from 'zod';

/** Parses `a=1&b=x,y` into texts: the address bar stays readable and editable. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

/** A text that was cut within a character has no form in an address: its half becomes U+FFFD. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

export function stringifySearch(search: Record<string, unknown>): string {
  const parts = Object.entries(search).flatMap(([key, value]) => {
    if (value === undefined || value === null || value === '') return [];
    const text = Array.isArray(value) ? value.join(',') : `${value as string | number | boolean}`;
    return text === ''
      ? []
      : [`${encoded(key)}=${encoded(text).replaceAll('%2C', ',').replaceAll('%3A', ':')}`];
  });
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

const asList = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  return value === '' ? [] : value.split(',');
};

/** Values of search parameters; invalid ones become the default, never an error page. */
export const searchValue = {
  text: () => z.coerce.string().optional().catch(undefined),
  id: () => z.coerce.number().int().positive().optional().catch(undefined),
  /** Seconds since 1970, as far as stores hold them: left out beyond. */
  seconds: () =>
    z.coerce
      .number()
      .int()
      .positive()
      .max(2 ** 32 - 1)
      .optional()
      .catch(undefined),
  flag: (byDefault: boolean) =>
    z
      .preprocess(
        (value) => (value === undefined ? byDefault : value === true || value === 'true'),
        z.boolean(),
      )
      .catch(byDefault),
  list: <const T extends string>(options: readonly T[]) =>
    z.preprocess(asList, z.array(z.enum(options))).catch([]),
  ids: () => z.preprocess(asList, z.array(z.coerce.number().int().positive())).catch([]),
  numbers: (count: number) =>
    z.preprocess(asList, z.array(z.coerce.number()).length(count)).optional().catch(undefined),
};

type Raw = Readonly<Record<string, unknown>>;
/** Migrates the parameters of one version to the next. */
export type SearchMigration = (search: Raw) => Raw;

/**
 * A versioned search schema: `migrations[0]` migrates version 1 to 2 and so on, so that old links keep working. A later version
 * is read as far as possible.
 */
export function versionedSearch<S extends z.ZodType<object>>(
  schema: S,
  migrations: readonly SearchMigration[],
) {
  const version = migrations.length + 1;
  return (search: Partial<z.output<S>> & SearchSchemaInput): z.output<S> & { readonly v: number } => {
    const given: Raw = { ...search };
    const from = z.coerce
      .number()
      .int()
      .min(1)
      .catch(version)
      .parse(given['v'] ?? version);
    const lifted = migrations.slice(from - 1).reduce((raw, lift) => lift(raw), given);
    return { ...schema.parse(lifted), v: version };
  };
}
