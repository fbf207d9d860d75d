import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServer, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

const webFolder = mkdtempSync(join(tmpdir(), 'languages-'));
writeFileSync(join(webFolder, 'index.html'), '<!doctype html><html lang="en"><head></head></html>');

let server: ServerUnderTest;
let english: ServerUnderTest;
beforeAll(async () => {
  server = await openServer({ webFolder, languages: ['fr', 'en'] });
  english = await openServer({ adjacent: server, languages: ['en'] });
});
afterAll(async () => {
  await english.close();
  await server.close();
  rmSync(webFolder, { recursive: true });
});

const titleFor = async (of: ServerUnderTest, accepted: string) => {
  const response = await of.browser().get('/api/v1/elsewhere', { 'accept-language': accepted });
  return [response.headers['content-language'], response.json<{ title: string }>().title.split(',')[0]];
};

describe('an installation whose languages are configured', () => {
  it('names them in its page, the default first', async () => {
    const page = await server.browser().get('/', { accept: 'text/html' });
    expect(page.body).toContain('<html lang="fr" data-languages="fr en">');
  });

  it.each([
    ['fr-CA', 'fr', 'Cette ressource n’existe pas'],
    ['en-GB', 'en', 'This resource does not exist or you do not have access to it.'],
    ['de', 'fr', 'Cette ressource n’existe pas'],
    ['*', 'fr', 'Cette ressource n’existe pas'],
  ])('replies to a browser that wants %s in %s', async (accepted, language, title) => {
    expect(await titleFor(server, accepted)).toEqual([language, title]);
  });

  it('replies in a language that it offers, whatever the browser wants', async () => {
    expect((await titleFor(english, 'fr'))[0]).toBe('en');
  });
});
