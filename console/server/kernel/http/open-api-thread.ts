import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { serveJobs } from '#platform/thread/serve-jobs.ts';
import type { Route } from '#schemas/route.ts';
import { exportedContracts } from './exported-contracts.ts';
import { openApiOf } from './open-api.ts';

/** The document in the encodings of browsers, compressed once. */
export interface OpenApiFiles {
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
}

/** A route by what it serves: contracts themselves cannot be handed over to a thread. */
const routeKey = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

const BROTLI_QUALITY = 5;

/** Throws for a route that no file of contracts exports. */
async function filesOf(keys: readonly string[]): Promise<OpenApiFiles> {
  const contracts = await exportedContracts();
  const routes = new Map([...contracts.values()].map((one) => [routeKey(one), one]));
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
