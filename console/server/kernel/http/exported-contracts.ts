import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Route } from '#schemas/route.ts';

const schemas = join(import.meta.dirname, '../../../../schemas');
/** Tables of routes lie no deeper: those of each kind of resource by their acts. */
const DEEP = 2;
/** What a file with contracts calls: `route`, or a function that makes a table of routes (`documentRoutesIn`, `imagesIn`). */
const MAKES_ROUTES = /\broute\(|In\(/;

const isRoute = (value: object): value is Route => 'method' in value && 'path' in value && 'reply' in value;

function* routesIn(value: unknown, name: string, deep: number): Generator<readonly [string, Route]> {
  if (typeof value !== 'object' || value === null) return;
  if (isRoute(value)) yield [name, value];
  else if (deep > 0 && Object.getPrototypeOf(value) === Object.prototype)
    for (const [key, part] of Object.entries(value)) yield* routesIn(part, `${name}.${key}`, deep - 1);
}

/** Every contract that a file exports, by its name: `listCockpits`, `customerReports.list`. */
export async function exportedContracts(): Promise<ReadonlyMap<string, Route>> {
  const found = new Map<string, Route>();
  for (const file of globSync('**/*.ts', { cwd: schemas, exclude: ['**/*.test.ts'] }).toSorted()) {
    const path = join(schemas, file);
    if (!MAKES_ROUTES.test(readFileSync(path, 'utf8'))) continue;
    const exported = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(exported))
      for (const [key, route] of routesIn(value, name, DEEP)) found.set(key, route);
  }
  return found;
}
