const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host.startsWith('127.');

/** PostgreSQL's own client library knows a folder with a socket as a host, also as a parameter. */
const isSocket = (host: string): boolean => host === '' || host.startsWith('/') || host.startsWith('%2F');

function isSealedPostgres({ searchParams }: URL): boolean {
  const mode = searchParams.get('sslmode') ?? '';
  if (['verify-ca', 'verify-full'].includes(mode)) return true;
  // As the driver takes it, `require` looks at the certificate, unless it is told to be as libpq.
  if (mode === 'require') return searchParams.get('uselibpqcompat') !== 'true';
  return mode === '' && ['true', '1'].includes(searchParams.get('ssl') ?? '');
}

const stays = ({ hostname, searchParams }: URL): boolean => {
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
    return stays(address) || isSealedPostgres(address);
  },
  NATS_URL: (url) =>
    url.split(',').every((one) => {
      const { protocol, hostname } = new URL(one.trim());
      return protocol === 'tls:' || isLoopback(hostname);
    }),
};

const how: Readonly<Record<string, string>> = {
  CLICKHOUSE_URL: 'https://',
  DATABASE_URL: 'sslmode=verify-full',
  NATS_URL: 'tls://',
};

/**
 * What is wrong with a store that is spoken to in the clear beyond this machine, in one line that names its variable
 * (OWASP ASVS 5.0, 12.3.1); undefined when every one is encrypted, stays here, or `PLAIN_STORES` allows it.
 */
export function plainStore(
  config: Readonly<Record<string, unknown>>,
  isAllowed: boolean,
): string | undefined {
  if (isAllowed) return undefined;
  for (const [name, sealed] of Object.entries(isSealed)) {
    const url = config[name];
    if (typeof url === 'string' && url !== '' && !sealed(url))
      return `${name}: leaves this machine in the clear: encrypt it (${how[name] ?? ''}), or set PLAIN_STORES=true where the network between is trusted`;
  }
  return undefined;
}
