import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languages, type OfferedLanguages } from '#schemas/time/locale.ts';
import type { OwnTexts } from '../text/read-own-texts.ts';
import { isForgedPath } from './forged-path.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { unbuiltPage } from './unbuilt-page.ts';

const YEAR_S = 31_536_000;
const IMMUTABLE = `public, max-age=${String(YEAR_S)}, immutable`;

const isPage = (url: string): boolean => !/\.[a-z0-9]+$/i.test(url) && !url.startsWith('/assets/');

/** A navigation to a page. A script that requests data gets a problem instead of a page. */
const isNavigation = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true;

/** What the page of an installation says. */
interface PageFacts {
  /** That of the public URL, with a slash at both ends. */
  readonly basePath: string;
  /** Languages that it offers, the default first. */
  readonly languages: OfferedLanguages;
  /** Texts of the installation. */
  readonly ownTexts: readonly OwnTexts[];
}

/** Names the files of texts of the installation, which change with their content. */
const fileOf = ({ language, texts }: OwnTexts): string =>
  `${language}.${createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)}.json`;
const namesOf = (ownTexts: readonly OwnTexts[]): string =>
  ownTexts.length === 0 ? '' : ` data-texts="${ownTexts.map(fileOf).join(' ')}"`;

/** Relative URLs of the page resolve against the base path at every address of the router. */
const withFacts = (page: string, { basePath, languages, ownTexts }: PageFacts): string =>
  page
    .replace(
      '<html lang="en">',
      `<html lang="${languages[0]}" data-languages="${languages.join(' ')}"${namesOf(ownTexts)}>`,
    )
    .replace('<head>', `<head>\n    <base href="${basePath}" />`);

/** Whether a folder has a built console. */
export const hasConsole = (folder: string): boolean => existsSync(join(folder, 'index.html'));

const sendPage = (reply: FastifyReply, page: string | undefined): FastifyReply =>
  reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);

/**
 * Serves the files of the console. Files with a hash in their name are cached for ever. Any other path without an extension returns
 * the console page, whose router resolves it; before a console is built, a page that says how.
 */
export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  facts: PageFacts = { basePath: '/', languages, ownTexts: [] },
): Promise<void> {
  const built = hasConsole(folder);
  const page = built ? withFacts(await readFile(join(folder, 'index.html'), 'utf8'), facts) : undefined;
  if (built)
    await app.register(async (scope) => {
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, outsideContracts: 'static files' };
      });
      scope.addHook('onRequest', async ({ url }) => {
        await Promise.resolve();
        if (isForgedPath(url)) throw new ProblemError('NOT_FOUND');
      });
      for (const path of ['/', '/index.html']) scope.get(path, (_, reply) => sendPage(reply, page));
      for (const one of facts.ownTexts)
        scope.get(`/texts/${fileOf(one)}`, (_, reply) =>
          reply.header('cache-control', IMMUTABLE).send(one.texts),
        );
      await scope.register(files, {
        root: folder,
        wildcard: true,
        index: false,
        // The build writes each text file compressed as well; other encodings are made on request.
        preCompressed: true,
        cacheControl: false,
        setHeaders(reply, path) {
          const hashed = path.includes('/assets/');
          void reply.header('cache-control', hashed ? IMMUTABLE : 'no-cache');
        },
      });
    });
  app.setNotFoundHandler({}, async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPageRequest = isNavigation(request) && isPage(path);
    if (!isPageRequest) throw new ProblemError('NOT_FOUND');
    return page === undefined ? sendPage(reply.status(503), unbuiltPage) : sendPage(reply, page);
  });
}
