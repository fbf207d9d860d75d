import { everyRoute, routesByFile } from '#tests/fixtures/every-route.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { formulaProblems } from '#schemas/problem/family/formula-problems.ts';
import { importProblems } from '#schemas/problem/family/import-problems.ts';
import { inputProblems } from '#schemas/problem/family/input-problems.ts';
import { networkProblems } from '#schemas/problem/family/network-problems.ts';
import { pollingProblems } from '#schemas/problem/family/polling-problems.ts';
import { problemCodes, problems, type ProblemCode } from '#schemas/problem/catalogue.ts';
import { problemsOf } from '#schemas/route-problems.ts';
import type { Route } from '#schemas/route.ts';
import { openServer, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const FEATURES = 'console/server/features';
/** Contracts with a folder of their own that a feature serves in addition to its own. */
const alsoServed: Readonly<Record<string, readonly string[]>> = {
  alerting: ['annotation', 'dashboard'],
  data: ['dashboard', 'kpi'],
  kpi: ['dashboard'],
  report: ['image', 'rendering'],
  sdwan: ['dashboard'],
};

const routesOf = (feature: string): readonly Route[] => {
  const folders = [feature, ...(alsoServed[feature] ?? [])].map((name) => `schemas/${name}/`);
  return routesByFile
    .filter(([file]) => folders.some((folder) => file.startsWith(folder)))
    .flatMap(([, routes]) => routes);
};

interface Operation {
  readonly 'x-permission': string;
  readonly parameters: readonly { readonly in: string }[];
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly headers?: object; readonly content: object }>
  >;
}
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: object };
}

let server: ServerUnderTest;
let document: Document;
beforeAll(async () => {
  server = await openServer();
  document = (await server.browser().get('/api/v1/openapi.json')).json();
});
afterAll(() => server.close());

const operations = (): readonly (readonly [string, Operation])[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );

/** It has no routes: its codes are replies to messages of the socket (`tests/api/snmp/realtime.test.ts`). */
const OVER_SOCKET = 'realtime';
/** Files of other features whose codes are replies to requests by Socket.IO. */
const SOCKET_FILES = new Set(['flow-watch.ts']);
/** Files whose codes are faults of lines or fields, listed within IMPORT_FORMAT_INVALID and VALIDATION. */
const LINE_FAULTS = new Set([
  'application-file.ts',
  'plan/parse-cell.ts',
  'plan/parse-lines.ts',
  'plan/check-elements.ts',
  'addition/read-device-place.ts',
]);
/** Codes of single inputs, listed within VALIDATION and NETWORK_FILE_INVALID. */
const inputCodes = new Set<string>([
  ...[inputProblems, formulaProblems, networkProblems, importProblems, pollingProblems].flatMap((family) =>
    Object.keys(family),
  ),
  'CLUSTER_TYPE_FIXED',
  'SILENCE_SITES_REQUIRED',
  'SILENCE_NEVER_ACTIVE',
  'ANNOTATION_ELEMENT_UNKNOWN',
]);

/** Codes that a feature's own files name when they throw. */
function thrownBy(feature: string): ReadonlySet<ProblemCode> {
  const folder = join(FEATURES, feature);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') && !file.endsWith('.test.ts') && !LINE_FAULTS.has(file) && !SOCKET_FILES.has(file),
  );
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const quoted = new Set([...text.matchAll(/'([A-Z][A-Z0-9_]+)'/g)].map(([, code]) => code));
  return new Set(problemCodes.filter((code) => quoted.has(code) && !inputCodes.has(code)));
}

describe('the description of the interface', () => {
  it('is OpenAPI 3.1 and names the permission of every route', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.components.schemas).toHaveProperty('Problem');
    expect(document.components.schemas).toHaveProperty(
      'DocumentFile.properties.document.properties.dashlets',
    );
    expect(document.paths['/api/v1/customers/{customerId}/alert']?.['get']).toMatchObject({
      'x-permission': 'ALERT.read',
      parameters: [{ name: 'customerId', in: 'path' }],
    });
    for (const [name, operation] of operations()) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect([name, inPath.length]).toEqual([name, name.split('{').length - 1]);
    }
  });

  it('lists the problems of every route under their status', () => {
    for (const [name, { responses }] of operations()) {
      expect([name, Object.keys(responses)]).toEqual([
        name,
        expect.arrayContaining(['200', '403', '429', '500']),
      ]);
      expect(responses['429']?.headers).toHaveProperty('Retry-After');
    }
    const signIn = document.paths['/api/v1/internalLogin']?.['post'];
    expect(signIn?.responses['401']?.description).toContain(`LOGIN_REFUSED: ${problems.LOGIN_REFUSED.en}`);
    expect(JSON.stringify(signIn?.responses['403'])).toContain('ACCOUNT_LOCKED_BY_RETRIES');
    expect(signIn?.responses).not.toHaveProperty('404');
  });
});

describe('a response of the API', () => {
  const all = everyRoute;
  it('is not cached by browsers or proxies, with or without success', async () => {
    await server.account({ username: 'reader', permissions: permissionKeys });
    const page = await server.signedIn('reader');
    const visitor = server.browser();
    for (const { method, path } of all) {
      const url = path.replaceAll(/:[a-z]\w*/gi, '1');
      const responses = [await (method === 'GET' ? visitor.get(url) : visitor.send(method, url))];
      if (method === 'GET') responses.push(await page.get(url));
      for (const { headers } of responses)
        expect([path, headers['cache-control']]).toEqual([path, 'no-store']);
    }
    for (const path of [
      '/api/v1/none',
      '/api/v1/openapi.json',
      '/api/v1/saml/login',
      '/api/v1/saml/metadata',
    ])
      expect([path, (await visitor.get(path)).headers['cache-control']]).toEqual([path, 'no-store']);
  });
});

describe('the problems of a route', () => {
  it('follow from its permission and its input', () => {
    const [read] = routesOf('alerting').filter(({ path }) => path.endsWith('/alert/:alarm/:element'));
    expect(new Set(problemsOf(read!))).toEqual(
      new Set([
        'UNAUTHENTICATED',
        'TOKEN_SCOPE',
        'FORBIDDEN',
        'NOT_FOUND',
        'VALIDATION',
        'ORIGIN_REFUSED',
        'RATE_LIMITED',
        'SERVER_PROBLEM',
        'TIME_SERIES_UNREACHABLE',
        'DATABASE_UNREACHABLE',
        'DATABASE_FULL',
      ]),
    );
    const [save] = routesOf('alerting').filter(({ method }) => method === 'PUT');
    expect(problemsOf(save!)).toEqual(expect.arrayContaining(['CSRF_INVALID', 'READ_ONLY', 'MALFORMED']));
  });

  it.each(readdirSync(FEATURES).filter((feature) => feature !== OVER_SOCKET))(
    'of the feature %s name every code that its files throw',
    (feature) => {
      const declared = new Set(routesOf(feature).flatMap(problemsOf));
      const undeclared = [...thrownBy(feature)].filter((code) => !declared.has(code));
      expect(undeclared).toEqual([]);
    },
  );
});
