import { createPrivateKey, X509Certificate } from 'node:crypto';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { variable } from './variable.ts';
import { serverUrls } from '../postgres/server-urls.ts';

/** Whether `check` succeeds. */
function succeeds(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

const isReadableFile = (path: string): boolean =>
  succeeds(() => {
    accessSync(path, constants.R_OK);
  }) && statSync(path).isFile();

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Whether the folder can be written, or made: then that of its nearest folder decides. */
function isWritable(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return dirname(path) !== path && isWritable(dirname(path));
  return (
    found.isDirectory() &&
    succeeds(() => {
      accessSync(path, constants.W_OK | constants.X_OK);
    })
  );
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

function areCertificates(path: string): boolean {
  if (!isReadableFile(path)) return false;
  const found = readFileSync(path, 'utf8').match(CERTIFICATE) ?? [];
  let certificates: readonly X509Certificate[] = [];
  const isReadable = succeeds(() => {
    certificates = found.map((one) => new X509Certificate(one));
  });
  return isReadable && certificates.length > 0;
}

/** A file that must exist; empty when it is not set. */
export const readableFile = () =>
  variable(
    {
      expected: 'a file that this user can read',
      read: (path) => (isReadableFile(resolve(path)) ? path : undefined),
    },
    '',
  );

/** A file of certificates; empty when it is not set. */
export const certificateFile = () =>
  variable(
    {
      expected: 'a file of certificates in PEM that this user can read',
      read: (path) => (areCertificates(resolve(path)) ? path : undefined),
    },
    '',
  );

/** Shorter keys are no longer accepted by those who verify (RFC 8301 §3.2). */
const MIN_RSA_BITS = 1_024;

function isRsaKey(path: string): boolean {
  if (!isReadableFile(path)) return false;
  let bits = 0;
  succeeds(() => {
    const key = createPrivateKey(readFileSync(path));
    bits = key.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? 0) : 0;
  });
  return bits >= MIN_RSA_BITS;
}

/** A file of a private RSA key; empty when it is not set. */
export const rsaKeyFile = () =>
  variable(
    {
      expected: 'a file of a private RSA key of 1024 bits or more in PEM that this user can read',
      read: (path) => (isRsaKey(resolve(path)) ? path : undefined),
    },
    '',
  );

/** A folder that must exist; empty when it is not set. */
export const existingFolder = () =>
  variable(
    { expected: 'a folder that exists', read: (path) => (isFolder(resolve(path)) ? path : undefined) },
    '',
  );

/** A folder that exists or can be made. */
export const writableFolder = (fallback: string) =>
  variable(
    {
      expected: 'a folder that this user can write',
      read: (path) => (isWritable(resolve(path)) ? path : undefined),
    },
    fallback,
  );

/** Parameters of the address of PostgreSQL that name files. */
const TLS_FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/** Returns a line for each file of TLS keys and certificates that an environment names and that cannot be read. */
export function tlsFileFaults(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const { DATABASE_URL: url = '', NODE_EXTRA_CA_CERTS: authorities = '' } = env;
  const [first] = serverUrls(url);
  const parameters = first === undefined ? new URLSearchParams() : new URL(first).searchParams;
  const named = TLS_FILES.flatMap((name) => {
    const path = parameters.get(name) ?? '';
    return path === '' || isReadableFile(path)
      ? []
      : [`DATABASE_URL: expected ${name} to be a file that this user can read, got ${JSON.stringify(path)}`];
  });
  if (authorities === '' || areCertificates(authorities)) return named;
  const expected = 'expected a file of certificates in PEM that this user can read';
  return [...named, `NODE_EXTRA_CA_CERTS: ${expected}, got ${JSON.stringify(authorities)}`];
}
