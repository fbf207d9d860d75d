import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Addresses of the embedded stores. */
export const Endpoints = z.strictObject({
  CLICKHOUSE_URL: z.string(),
  DATABASE_URL: z.string(),
  NATS_URL: z.string(),
  pid: z.int(),
});
export type Endpoints = z.infer<typeof Endpoints>;

export const endpointsFile = (data: string): string => join(data, 'embedded', 'endpoints.json');

/** Writes the file atomically. */
export function writeEndpoints(data: string, endpoints: Endpoints): void {
  const path = endpointsFile(data);
  mkdirSync(join(data, 'embedded'), { recursive: true });
  writeFileSync(`${path}.tmp`, `${JSON.stringify(endpoints, undefined, 2)}\n`);
  renameSync(`${path}.tmp`, path);
}

/** Reads what a running `embedded/main.ts` wrote; that process may have ended since. */
export const readEndpoints = (data: string): Endpoints =>
  Endpoints.parse(JSON.parse(readFileSync(endpointsFile(data), 'utf8')));
