import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { release } from '#platform/lifecycle/release.ts';
import { writeDataRelease } from '#platform/embedded/data-release.ts';

const { version } = JSON.parse(
  readFileSync(resolve('node_modules/@electric-sql/pglite/package.json'), 'utf8'),
) as { readonly version: string };

/** An empty cluster of this version of PGlite: initdb takes three seconds of CPU, its copy a tenth. */
const TEMPLATE = resolve(`node_modules/.cache/postgres-${version}`);

/** Creates the template if there is none. */
export async function ensurePostgresTemplate(): Promise<void> {
  if (existsSync(TEMPLATE)) return;
  const unfinished = `${TEMPLATE}.${String(process.pid)}`;
  mkdirSync(dirname(TEMPLATE), { recursive: true });
  const db = await PGlite.create(unfinished);
  await db.close();
  if (!existsSync(TEMPLATE)) renameSync(unfinished, TEMPLATE);
}

/** Puts the cluster where the embedded PostgreSQL of this TELLTALE_DATA finds it, unless there is one. Returns the folder. */
export function withPostgres(data: string): string {
  const directory = join(data, 'embedded', 'postgres');
  if (existsSync(directory) || !existsSync(TEMPLATE)) return data;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  cpSync(TEMPLATE, directory, { recursive: true });
  writeDataRelease(data, release);
  return data;
}
