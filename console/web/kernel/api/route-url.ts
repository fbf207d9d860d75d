import type { Route } from '#schemas/route.ts';

type Values = Readonly<Record<string, unknown>>;

/** Parameters are texts, numbers or booleans by contract. */
const text = (value: unknown): string => `${value as string | number | boolean}`;

/** Fills `:name` parts and appends the query. Throws on a missing part. */
export function routeUrl(route: Pick<Route, 'path'>, params: Values = {}, query: Values = {}): string {
  const path = route.path.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${route.path} needs ${name}`);
    return encodeURIComponent(text(value));
  });
  const given = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, text(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
