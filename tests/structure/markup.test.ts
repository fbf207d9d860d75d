import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

const components = sourceFiles(['console/web']).filter(
  (file) => file.endsWith('.tsx') && !file.includes('.test.'),
);

/** What does not match, as `file: tag`. */
const tagsWithout = (tag: RegExp, needed: RegExp): readonly string[] =>
  components.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(tag)]
      .map(([found]) => found)
      .filter((found) => !needed.test(found))
      .map((found) => `${file}: ${found.replaceAll(/\s+/g, ' ')}`),
  );

it('every table has a name, which a reader hears on entering it', () => {
  expect(tagsWithout(/<table\b[^>]*>\s*(?:<caption)?/g, /aria-label|<caption/)).toEqual([]);
});

it('every heading of a table says whether it is of a row or of a column', () => {
  expect(tagsWithout(/<th\b[^>]*>/g, /scope=|role=/)).toEqual([]);
});
