import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makePrivateDirectory } from './private-directory.ts';

/** The account in each embedded store. */
export const STORE_USER = 'telltale';

const StoreCredentials = z.strictObject({
  clickhouse: z.string().min(1),
  postgres: z.string().min(1),
  nats: z.string().min(1),
});
/** Passwords of `STORE_USER`. */
export type StoreCredentials = z.infer<typeof StoreCredentials>;

/** 192 bits, in characters that URLs and configuration files take as they are. */
const newPassword = (): string => randomBytes(24).toString('hex');

/** Returns the passwords of the embedded stores below `data`; the first start generates them. */
export function storeCredentials(data: string): StoreCredentials {
  const directory = join(data, 'embedded');
  const file = join(directory, 'credentials.json');
  makePrivateDirectory(directory);
  if (existsSync(file)) return StoreCredentials.parse(JSON.parse(readFileSync(file, 'utf8')));
  const created = { clickhouse: newPassword(), postgres: newPassword(), nats: newPassword() };
  writeFileSync(`${file}.tmp`, `${JSON.stringify(created, undefined, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.tmp`, file);
  return created;
}
