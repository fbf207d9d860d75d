import type { IncomingMessage, Server } from 'node:http';

/** Path of the console in its public URL, with a slash at both ends. */
export function basePathOf(publicUrl: string): string {
  const { pathname } = new URL(publicUrl);
  return pathname.endsWith('/') ? pathname : `${pathname}/`;
}

/**
 * Accepts requests and sockets below the base path: a reverse proxy may strip it or not. Call it after everything else listens to the
 * server, since it must see requests first.
 */
export function stripBasePath(http: Server, basePath: string): void {
  if (basePath === '/') return;
  const strip = (request: IncomingMessage): void => {
    const { url = '/' } = request;
    if (url.startsWith(basePath)) request.url = url.slice(basePath.length - 1);
    else if (url === basePath.slice(0, -1)) request.url = '/';
  };
  http.prependListener('request', strip);
  http.prependListener('upgrade', strip);
}
