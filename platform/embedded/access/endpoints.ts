import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';

/** Addresses of the embedded stores, with user and password. */
export const Endpoints = z.strictObject({
  CLICKHOUSE_URL: z.string(),
  DATABASE_URL: z.string(),
  NATS_URL: z.string(),
});
export type Endpoints = z.infer<typeof Endpoints>;

/** An environment file, for the processes of the product and for administrators. */
export const endpointsFile = (data: string): string => join(data, 'stores.env');

const HEAD = `# Addresses of the embedded stores with user and password, written at each start.
# Who reads this file may read and change everything in them.
`;

/** Writes the file atomically. */
export function writeEndpoints(data: string, endpoints: Endpoints): void {
  const path = endpointsFile(data);
  // Neither addresses nor passwords contain a quote: both are percent-encoded or hexadecimal.
  const lines = Object.entries(endpoints).map(([name, url]) => `${name}='${url}'\n`);
  writeFileSync(`${path}.tmp`, HEAD + lines.join(''), { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}

/** Reads what the embedded stores wrote; they may have ended since. */
export const readEndpoints = (data: string): Endpoints =>
  Endpoints.parse(parseEnv(readFileSync(endpointsFile(data), 'utf8')));
