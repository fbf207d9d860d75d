import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem/problem-error.ts';

const YEAR_S = 31_536_000;

const isPage = (url: string): boolean => !/\.[a-z0-9]+$/i.test(url) && !url.startsWith('/assets/');

/** A navigation to a page. A script that requests data gets a problem instead of a page. */
const isNavigation = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true;

/**
 * Serves the files of the console. Files with a hash in their name are cached for ever. Any other path without an extension returns
 * the console page, whose router resolves it.
 */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'));
  if (built)
    await app.register(async (scope) => {
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, outsideContracts: 'static files' };
      });
      await scope.register(files, {
        root: folder,
        wildcard: true,
        cacheControl: false,
        setHeaders(reply, path) {
          const hashed = path.includes('/assets/');
          const immutable = `public, max-age=${String(YEAR_S)}, immutable`;
          void reply.header('cache-control', hashed ? immutable : 'no-cache');
        },
      });
    });
  const page = built ? await readFile(join(folder, 'index.html')) : undefined;
  app.setNotFoundHandler({}, async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage = isNavigation(request) && isPage(path);
    if (page === undefined || !wantsPage) throw new ProblemError('NOT_FOUND');
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}
