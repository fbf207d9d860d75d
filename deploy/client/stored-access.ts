import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { CommandError } from './command-error.ts';

/** Where a server is, and the token to use. */
export const Access = z.strictObject({ url: z.string().min(1), token: z.string().min(1) });
export type Access = z.infer<typeof Access>;

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** The file of `telltale login`. */
export function accessFile(env: EnvironmentVariables): string {
  const named = env['TELLTALE_CONFIG'] ?? '';
  if (named !== '') return named;
  const folder = env['XDG_CONFIG_HOME'] ?? '';
  return join(folder === '' ? join(homedir(), '.config') : folder, 'telltale', 'access.json');
}

const OTHERS = 0o077;

function readStored(path: string): Access | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if ((found.mode & OTHERS) !== 0)
    throw new CommandError('usage', `other users may read the token in ${path}: run chmod 600 ${path}`);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CommandError('usage', `${path}: ${(error as Error).message}`);
  }
  const access = Access.safeParse(json);
  if (!access.success) throw new CommandError('usage', `${path} has no url and token: run telltale login`);
  return access.data;
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** The address as it is used. Tokens travel in clear text by http: it is for this machine alone. */
export function checkedUrl(url: string): string {
  if (!URL.canParse(url))
    throw new CommandError('usage', `${url} is no address such as https://telltale.example`);
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    throw new CommandError('usage', `${url}: https is needed, which hides the token from the network`);
  return url.replace(/\/+$/, '');
}

const none = 'no server is known: run telltale login URL, or set TELLTALE_URL and TELLTALE_TOKEN';

/** The stored token, for the stored server alone. */
function storedAccess(env: EnvironmentVariables, url: string): Access {
  const stored = readStored(accessFile(env));
  if (stored === undefined) throw new CommandError('access', none);
  if (url !== '' && checkedUrl(url) !== stored.url)
    throw new CommandError('access', `the stored token is that of ${stored.url}: run telltale login ${url}`);
  return stored;
}

/** `TELLTALE_URL` and `TELLTALE_TOKEN`, else what `telltale login` has stored. */
export function readAccess(env: EnvironmentVariables): Access {
  const { TELLTALE_URL: url = '', TELLTALE_TOKEN: token = '' } = env;
  if (token === '') return storedAccess(env, url);
  // A token of the environment may be for the stored server.
  const address = url === '' ? readStored(accessFile(env))?.url : url;
  if (address === undefined) throw new CommandError('access', none);
  return { url: checkedUrl(address), token };
}

/** Stores access so that this user alone can read it. */
export function storeAccess(env: EnvironmentVariables, access: Access): string {
  const path = accessFile(env);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const written = `${path}.new`;
  rmSync(written, { force: true });
  writeFileSync(written, `${JSON.stringify(access, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(written, path);
  return path;
}

export const forgetAccess = (env: EnvironmentVariables): void => {
  rmSync(accessFile(env), { force: true });
};
