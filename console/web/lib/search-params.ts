import type { SearchSchemaInput } from '@tanstack/react-router';
import { z } from 'zod';

/** `a=1&b=x,y` to an object of texts: what the address bar shows is what a person can read and edit. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const parts = Object.entries(search).flatMap(([key, value]) => {
    if (value === undefined || value === null || value === '') return [];
    const text = Array.isArray(value) ? value.join(',') : `${value as string | number | boolean}`;
    return text === ''
      ? []
      : [
          `${encodeURIComponent(key)}=${encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':')}`,
        ];
  });
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

const asList = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  return value === '' ? [] : value.split(',');
};

/** Values of search parameters; anything that cannot be read becomes the default, never an error page. */
export const searchValue = {
  text: () => z.coerce.string().optional().catch(undefined),
  id: () => z.coerce.number().int().positive().optional().catch(undefined),
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
/** Brings the parameters of one version to the next. */
export type SearchMigration = (search: Raw) => Raw;

/**
 * A versioned search schema: `migrations[0]` lifts version 1 to 2 and so on. A link of any former version opens as it was meant.
 * A version from the future is read as far as it is understood.
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
