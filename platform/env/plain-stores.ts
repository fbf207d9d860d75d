import { shardUrls } from '../clickhouse/replica-urls.ts';
import { serverUrls } from '../postgres/server-urls.ts';

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host.startsWith('127.');

/** PostgreSQL's client library also accepts a socket directory as host, in the URL or as a parameter. */
const isSocket = (host: string): boolean => host === '' || host.startsWith('/') || host.startsWith('%2F');

function isSealedPostgres({ searchParams }: URL): boolean {
  const mode = searchParams.get('sslmode') ?? '';
  if (['verify-ca', 'verify-full'].includes(mode)) return true;
  // The driver verifies the certificate with `require`, unless it must behave like libpq.
  if (mode === 'require') return searchParams.get('uselibpqcompat') !== 'true';
  return mode === '' && ['true', '1'].includes(searchParams.get('ssl') ?? '');
}

const isLocal = ({ hostname, searchParams }: URL): boolean => {
  const host = searchParams.get('host') ?? hostname;
  return isLoopback(host) || isSocket(host);
};

const isSealed: Readonly<Record<string, (url: string) => boolean>> = {
  CLICKHOUSE_URL: (url) =>
    shardUrls(url)
      .flat()
      .every((one) => {
        const { protocol, hostname } = new URL(one);
        return protocol === 'https:' || isLoopback(hostname);
      }),
  DATABASE_URL: (url) =>
    serverUrls(url).every((one) => {
      const address = new URL(one);
      return isLocal(address) || isSealedPostgres(address);
    }),
  NATS_URL: (url) =>
    url.split(',').every((one) => {
      const { protocol, hostname } = new URL(one.trim());
      return protocol === 'tls:' || isLoopback(hostname);
    }),
};

const isOne = (url: string): boolean => URL.canParse(url.trim());
const isAddress: Readonly<Record<string, (url: string) => boolean>> = {
  CLICKHOUSE_URL: (url) => shardUrls(url.trim()).length > 0,
  DATABASE_URL: (url) => serverUrls(url.trim()).length > 0,
  NATS_URL: (urls) => urls.split(',').every(isOne),
};

const remedies: Readonly<Record<string, string>> = {
  CLICKHOUSE_URL: 'https://',
  DATABASE_URL: 'sslmode=verify-full',
  NATS_URL: 'tls://',
};

/**
 * Returns a line for each store beyond this machine that is not encrypted, which names its variable (OWASP ASVS 5.0, 12.3.1); none when
 * `PLAIN_STORES` allows it. An invalid address is none of its faults.
 */
export function plainStoreFaults(
  config: Readonly<Record<string, unknown>>,
  isAllowed: boolean,
): readonly string[] {
  if (isAllowed) return [];
  return Object.entries(isSealed).flatMap(([name, sealed]) => {
    const url = config[name];
    if (typeof url !== 'string' || !isAddress[name]?.(url) || sealed(url)) return [];
    return [
      `${name}: leaves this machine in the clear: encrypt it (${remedies[name] ?? ''}), or set PLAIN_STORES=true where the network between is trusted`,
    ];
  });
}
