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
  CLICKHOUSE_URL(url) {
    const { protocol, hostname } = new URL(url);
    return protocol === 'https:' || isLoopback(hostname);
  },
  DATABASE_URL(url) {
    const address = new URL(url);
    return isLocal(address) || isSealedPostgres(address);
  },
  NATS_URL: (url) =>
    url.split(',').every((one) => {
      const { protocol, hostname } = new URL(one.trim());
      return protocol === 'tls:' || isLoopback(hostname);
    }),
};

const remedies: Readonly<Record<string, string>> = {
  CLICKHOUSE_URL: 'https://',
  DATABASE_URL: 'sslmode=verify-full',
  NATS_URL: 'tls://',
};

/**
 * Returns the fault of a store beyond this machine that is not encrypted, in one line that names its variable (OWASP ASVS 5.0,
 * 12.3.1); undefined when each is encrypted or local, or `PLAIN_STORES` allows it.
 */
export function plainStoreFault(
  config: Readonly<Record<string, unknown>>,
  isAllowed: boolean,
): string | undefined {
  if (isAllowed) return undefined;
  for (const [name, sealed] of Object.entries(isSealed)) {
    const url = config[name];
    if (typeof url === 'string' && url !== '' && !sealed(url))
      return `${name}: leaves this machine in the clear: encrypt it (${remedies[name] ?? ''}), or set PLAIN_STORES=true where the network between is trusted`;
  }
  return undefined;
}
