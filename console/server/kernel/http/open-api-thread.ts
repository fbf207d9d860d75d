import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveJobs } from '#platform/thread/serve-jobs.ts';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Route } from '#schemas/route.ts';
import { openApiOf } from './open-api.ts';

/** The document in the encodings of browsers, compressed once. */
export interface OpenApiFiles {
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
}

/** A route by what it serves: contracts themselves cannot be handed over to a thread. */
const routeKey = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

const schemas = join(import.meta.dirname, '../../../../schemas');
/** Tables of routes lie no deeper: those of each kind of resource by their acts. */
const DEEP = 2;
const BROTLI_QUALITY = 5;

const isRoute = (value: object): value is Route => 'method' in value && 'path' in value && 'reply' in value;

function routesIn(value: unknown, deep: number): readonly Route[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isRoute(value)) return [value];
  if (deep === 0 || Object.getPrototypeOf(value) !== Object.prototype) return [];
  return Object.values(value).flatMap((part) => routesIn(part, deep - 1));
}

async function allRoutes(): Promise<ReadonlyMap<string, Route>> {
  const found = new Map<string, Route>();
  for (const file of globSync('**/*.ts', { cwd: schemas, exclude: ['**/*.test.ts'] })) {
    const exported = Object.values((await import(pathToFileURL(join(schemas, file)).href)) as object);
    for (const one of exported.flatMap((value) => routesIn(value, DEEP))) found.set(routeKey(one), one);
  }
  return found;
}

/** Throws for a route that no file of contracts exports. */
async function filesOf(keys: readonly string[]): Promise<OpenApiFiles> {
  const routes = await allRoutes();
  const served = keys.map((key) => {
    const one = routes.get(key);
    if (one === undefined) throw new Error(`no contract is exported for ${key}`);
    return one;
  });
  const text = Buffer.from(JSON.stringify(openApiOf(served)), 'utf8');
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return { br: brotliCompressSync(text, { params }), gzip: gzipSync(text) };
}

serveJobs(filesOf);
