import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem/problem-error.ts';

const API_ROOT = '/api';

interface KnownPath {
  readonly matches: RegExp;
  readonly methods: Set<string>;
}

const matcherOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:[a-zA-Z]+/g, '[^/]+')}$`,
  );

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url;

/** Files, and the address of a page at which mail programs also post: any method leads to the page or to nothing. */
const ofPages = new Set<unknown>(['static files', 'unsubscribe']);

const isApiPath = (path: string): boolean => path === API_ROOT || path.startsWith(`${API_ROOT}/`);

/** No route matches. The wildcard of the static files catches everything else. */
const isUnmatched = ({ is404, routeOptions }: FastifyRequest): boolean =>
  is404 || routeOptions.config.outsideContracts === 'static files';

/**
 * Rejects requests without a route before their body is read: 405 with the allowed methods when the path exists with others
 * (RFC 9110 §15.5.6), 404 for any other path of the API. Knows the routes registered after it.
 */
export function rejectUnknownPaths(app: FastifyInstance): void {
  const paths = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (ofPages.has(config?.outsideContracts) || url.includes('*')) return;
    const known = paths.get(url) ?? { matches: matcherOf(url), methods: new Set() };
    for (const each of [method].flat()) known.methods.add(each);
    paths.set(url, known);
  });
  app.addHook('onRequest', async (request, reply) => {
    await Promise.resolve();
    if (!isUnmatched(request)) return;
    const path = pathOf(request);
    const allowed = [...paths.values()].filter(({ matches }) => matches.test(path));
    const methods = [...new Set(allowed.flatMap(({ methods: of }) => [...of]))];
    if (methods.length > 0 && !methods.includes(request.method)) {
      void reply.header('allow', methods.sort().join(', '));
      throw new ProblemError('METHOD_NOT_ALLOWED');
    }
    if (isApiPath(path)) throw new ProblemError('NOT_FOUND');
  });
}
