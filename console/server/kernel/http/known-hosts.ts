import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem/problem-error.ts';

/**
 * Whether a request is for this installation: by its public name, by an address, or as `localhost`. A page that made its own
 * name point at us (DNS rebinding) asks for that name, and would otherwise be of the same origin as the console.
 */
export function isKnownHost(hostname: string, publicUrl: string): boolean {
  const plain = hostname.replace(/^\[|\]$/g, '');
  return isIP(plain) !== 0 || plain === 'localhost' || hostname === new URL(publicUrl).hostname;
}

/** Refuses requests for hosts that are not ours. */
export function refuseUnknownHosts(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    await Promise.resolve();
    if (!isKnownHost(request.hostname, publicUrl)) throw new ProblemError('ORIGIN_REFUSED');
  });
}
