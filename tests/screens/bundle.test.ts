import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const web = fileURLToPath(new URL('../../dist/web', import.meta.url));
const page = readFileSync(join(web, 'index.html'), 'utf8');
const scripts = [...page.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map(([, path]) => path ?? '');
const budgetBytes = 180_000;

describe('the shipped console', () => {
  it('has a shell of at most 180 kB of compressed script', () => {
    expect(scripts.length).toBeGreaterThan(1);
    const bytes = scripts.map((path) => gzipSync(readFileSync(join(web, path)), { level: 9 }).length);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(budgetBytes);
  });

  it('loads few files per page: shared code is in one', () => {
    const assets = join(web, 'assets');
    const pages = readdirSync(assets).filter((name) => /Page-[^.]+\.js$/.test(name));
    expect(pages.length).toBeGreaterThan(15);
    const asked = (page: string) => [
      ...readFileSync(join(assets, page), 'utf8').matchAll(/from\s*[`"']\.\/([^`"']+)[`"']/g),
    ];
    expect(pages.filter((page) => asked(page).length > 8)).toEqual([]);
  });

  it('keeps the map out of the shell', () => {
    for (const path of scripts)
      expect(readFileSync(join(web, path), 'utf8')).not.toContain('maplibregl-canvas');
  });

  it('has no script in the page itself', () => {
    expect(page.match(/<script(?![^>]*src=)/)).toBeNull();
  });
});
