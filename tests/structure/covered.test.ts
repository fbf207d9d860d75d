import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtModules } from '#schemas/menu/modules.ts';
import { menuEntries } from '#schemas/menu/table.ts';
import { routesByFile } from '#tests/fixtures/every-route.ts';
import { trackedFiles } from './source-files.ts';

const read = (folder: string): string =>
  trackedFiles([folder])
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

const screens = read('tests/screens');
const callers = [screens, read('tests/api'), read('tests/scenario'), read('tests/fixtures')].join('\n');

/** Pages without a screen test of their own, each with the reason. */
const elsewhere: Readonly<Record<string, string>> = { '/mt/test': 'the page of /test in another frame' };

/** Routes that no test names, each with the test that calls it through its page. */
const throughPage: Readonly<Record<string, string>> = {
  'GET /api/v1/customers/:customerId/alert/timeline': 'tests/screens/alerting.test.ts',
  'PUT /api/v1/mt/application-precedence': 'tests/screens/application.test.ts',
  'GET /api/v1/customers/:customerId/cluster/choices': 'tests/screens/cluster.test.ts',
  'GET /api/v1/mt/cluster/choices': 'tests/screens/cluster.test.ts',
  'GET /api/v1/mt/monitoring-collect/unknown': 'tests/screens/collector.test.ts',
};

describe('every page that is built', () => {
  it('is opened by a screen test', () => {
    const built = menuEntries.filter(({ module }) => (builtModules as readonly string[]).includes(module));
    expect(built.length).toBeGreaterThan(10);
    const unopened = built.filter(
      ({ route }) => !new RegExp(`['"\`]${route}(?:[?'"\`]|/$)`).test(screens) && !(route in elsewhere),
    );
    expect(unopened.map(({ route }) => route)).toEqual([]);
  });
});

/** The path of a route as a test writes it: parameters are any text, `/api/v1` and the customer may come from a helper. */
function callPattern(path: string): RegExp {
  const parts = path
    .replace('/api/v1', '')
    .replace('/customers/:customerId', '')
    .split('/')
    .filter((part) => part !== '');
  const last = parts.filter((part) => !part.startsWith(':')).slice(-1);
  return new RegExp(`/${last.map((part) => part.replaceAll('.', String.raw`\.`)).join('/')}\\b`);
}

describe('every route', () => {
  it('is called by a test in addition to the generated ones', () => {
    const routes = routesByFile.flatMap(([, own]) => own);
    expect(routes.length).toBeGreaterThan(100);
    const uncalled = [...new Set(routes)].filter(({ path }) => !callPattern(path).test(callers));
    const keys = uncalled.map(({ method, path }) => `${method} ${path}`);
    expect(keys.filter((key) => !(key in throughPage))).toEqual([]);
  });
});
