import type { StartConfiguration } from './configuration.ts';

/** Address of the server for programs on this machine. */
export function serverAddress({ HOST, PORT }: Pick<StartConfiguration, 'HOST' | 'PORT'>): string {
  const everywhere = HOST === '0.0.0.0' || HOST === '::';
  const host = everywhere ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(PORT)}`;
}

/** Address of the console for browsers, and that of the server when a proxy is in front of it. */
export function consoleAddress(config: Pick<StartConfiguration, 'HOST' | 'PORT' | 'PUBLIC_URL'>): string {
  const server = serverAddress(config);
  const { PUBLIC_URL: url } = config;
  // The server rejects an invalid address, with the reason.
  if (url === '' || !URL.canParse(url)) return server;
  return new URL(url).origin === server ? url : `${url}, behind a proxy to ${server}`;
}
