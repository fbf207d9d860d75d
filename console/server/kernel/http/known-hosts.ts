import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem/problem-error.ts';

/**
 * Whether a request addresses this installation: by its public name, an IP address, or `localhost`. A page whose own name resolves
 * to this server (DNS rebinding) sends that name and would otherwise have the origin of the console.
 */
export function isKnownHost(hostname: string, publicUrl: string): boolean {
  const plain = hostname.replace(/^\[|\]$/g, '');
  return isIP(plain) !== 0 || plain === 'localhost' || hostname === new URL(publicUrl).hostname;
}

/** Rejects requests for other hosts. */
export function rejectUnknownHosts(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    await Promise.resolve();
    if (!isKnownHost(request.hostname, publicUrl)) throw new ProblemError('ORIGIN_REFUSED');
  });
}
