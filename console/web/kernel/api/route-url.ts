import { basePath } from '#web/lib/base-path.ts';
import type { Route } from '#schemas/route.ts';

type Values = Readonly<Record<string, unknown>>;

/** Parameters are texts, numbers or booleans by contract. */
const text = (value: unknown): string => `${value as string | number | boolean}`;

/** The URL of a route: below the base path, `:name` parts filled, with the query. Throws on a missing part. */
export function routeUrl(route: Pick<Route, 'path'>, params: Values = {}, query: Values = {}): string {
  const path = route.path.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${route.path} needs ${name}`);
    return encodeURIComponent(text(value).toWellFormed());
  });
  const given = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, text(value)]],
  );
  const url = `${basePath()}${path}`;
  return given.length === 0 ? url : `${url}?${new URLSearchParams(given).toString()}`;
}
