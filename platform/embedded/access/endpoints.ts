import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
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

/** Returns the data folder of a process when the stores that it uses are the embedded ones of this folder, all three. */
export function embeddedFolderOf({
  TELLTALE_DATA,
  CLICKHOUSE_URL,
  DATABASE_URL,
  NATS_URL,
}: Endpoints & { readonly TELLTALE_DATA: string }): string | undefined {
  try {
    const own = readEndpoints(TELLTALE_DATA);
    return own.CLICKHOUSE_URL === CLICKHOUSE_URL &&
      own.DATABASE_URL === DATABASE_URL &&
      own.NATS_URL === NATS_URL
      ? resolve(TELLTALE_DATA)
      : undefined;
  } catch {
    // None were started there, or by another user.
    return undefined;
  }
}
