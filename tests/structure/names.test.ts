import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

const files = sourceFiles([
  'schemas',
  'platform',
  'engine',
  'ingest',
  'console',
  'demo',
  'bench',
  'deploy',
  'tests',
]);

describe('names of files', () => {
  it('are kebab-case, and PascalCase for a component', () => {
    const odd = files.filter((file) => {
      const name = basename(file);
      return name.endsWith('.tsx')
        ? !/^([A-Z][A-Za-z0-9]*|[a-z0-9-]+)((\.browser)?\.test)?\.tsx$/.test(name)
        : !/^[a-z0-9-]+(\.(machine|generated|config|d))?(\.test)?\.ts$/.test(name);
    });
    expect(odd).toEqual([]);
  });

  it('have a specific name', () => {
    expect(
      files.filter((file) =>
        /(^|[/-])(utils?|helpers?|common|manager|misc|new|legacy|v2|index)([./-]|$)/.test(
          file.replaceAll('new-feature', '').replace(/-index\.ts/, ''),
        ),
      ),
    ).toEqual([]);
  });
});

describe('the sources', () => {
  it('carry no machine path and no host of a registry', () => {
    const reported = files.filter((file) =>
      /\/work\/|registry\.npmjs|deb\.debian/.test(readFileSync(file, 'utf8')),
    );
    expect(reported.filter((file) => file !== 'tests/structure/names.test.ts')).toEqual([]);
  });

  it('leave nothing to do for later and switch no test off', () => {
    const marks = /\b(TODO|FIXME)\b|\b(it|test|describe)\.(only|skip|todo)\(/;
    expect(
      files.filter(
        (file) => file !== 'tests/structure/names.test.ts' && marks.test(readFileSync(file, 'utf8')),
      ),
    ).toEqual([]);
  });
});
