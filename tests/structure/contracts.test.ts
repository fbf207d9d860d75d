import { everyRoute as routes } from '#tests/fixtures/every-route.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { MenuEntry } from '#schemas/menu/entry.ts';
import { builtSettings } from '#schemas/menu/modules.ts';
import { menuEntries } from '#schemas/menu/table.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { problems } from '#schemas/problem/catalogue.ts';
import { API } from '#schemas/route.ts';
import { PersonNames } from '#schemas/user/user.ts';

describe('the routes', () => {
  it('exist', () => {
    expect(routes.length).toBeGreaterThan(8);
  });

  it('each state a permission of the catalogue, or are open to every signed-in user or to every visitor', () => {
    const allowed = new Set<string>([...permissionKeys, 'signed-in', 'anonymous']);
    expect(routes.filter(({ needs }) => !allowed.has(needs)).map(({ path }) => path)).toEqual([]);
  });

  it('are each the only one with their method and path', () => {
    const named = routes.map(({ method, path }) => `${method} ${path}`);
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
  });

  it('of a scope stand below the path of that scope', () => {
    const prefix = {
      none: `${API}/`,
      customer: `${API}/customers/:customerId/`,
      'cross-customer': `${API}/cc/`,
      admin: `${API}/mt/`,
    };
    expect(
      routes.filter(({ path, scope }) => !path.startsWith(prefix[scope])).map(({ path }) => path),
    ).toEqual([]);
  });
});

/** The rules for input in a schema: everything but types. */
function rulesIn(schema: z.core.$ZodType, path = ''): readonly string[] {
  const { checks = [], ...def } = schema._zod.def;
  // A type that zod does not know is a check of itself; a refinement is one of another schema.
  const own = [...(def.type === 'custom' ? [] : [def]), ...checks.map(({ _zod }) => _zod.def)]
    .map((of) => ('check' in of ? of.check : ''))
    .filter((check) => check !== '' && check !== 'number_format');
  const parts = Object.entries(def).flatMap(([name, part]: [string, unknown]) =>
    name === 'shape' || Array.isArray(part) ? Object.entries(part as object) : [[name, part] as const],
  );
  return [
    ...own.map((check) => `${path} ${check}`),
    ...parts.flatMap(([name, part]: readonly [string, unknown]) =>
      typeof part === 'object' && part !== null && '_zod' in part
        ? rulesIn(part as z.core.$ZodType, `${path}.${name}`)
        : [],
    ),
  ];
}

describe('a reply', () => {
  it('is never validated by the rules for input: what is stored may be older, or come from elsewhere', () => {
    expect(rulesIn(PersonNames).length).toBeGreaterThan(5);
    expect(
      routes.flatMap(({ method, path, reply }) => rulesIn(reply).map((rule) => `${method} ${path}: ${rule}`)),
    ).toEqual([]);
  });
});

/** Without what differs from call to call: `/customers/:customerId`, `/customers/1`. */
const shapeOf = (path: string): string => path.replace(/(:[A-Za-z]+|\d+)(?=\/|$)/g, ':').replace(/\/$/, '');

describe('the documents', () => {
  it('name calls that exist, or what they stand below', () => {
    const shapes = [...routes.map(({ path }) => path), `${API}/openapi.json`].map(shapeOf);
    const call =
      /(?:\b(?:GET|POST|PUT|PATCH|DELETE)\s+|`|\$B)((?:\/api\/v1)?\/(?:mt|cc|customers|session|token|internalLogin|authProviders|openapi)[\w\-./:]*)/g;
    const named = readdirSync('docs')
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => [...readFileSync(`docs/${file}`, 'utf8').matchAll(call)])
      .map(([, path = '']) => shapeOf(path.startsWith(API) ? path : `${API}${path}`));
    expect(named.length).toBeGreaterThan(20);
    expect(
      named.filter((shape) => !shapes.some((known) => known === shape || known.startsWith(`${shape}/`))),
    ).toEqual([]);
  });
});

describe('the menu', () => {
  it('names only permissions of the catalogue', () => {
    const known = new Set<string>(permissionKeys);
    const named = menuEntries.flatMap(({ needs }) => (needs === null ? [] : [needs].flat()));
    expect(named.filter((permission) => !known.has(permission))).toEqual([]);
  });

  const entries: readonly MenuEntry[] = menuEntries;
  const readsOf = (path: string) =>
    routes.filter((each) => each.method === 'GET' && `${each.path}/`.startsWith(`${API}${path}/`));

  it('requires every customer where all that a page reads does', () => {
    const across = entries.filter(({ route }) => {
      const reads = readsOf(route);
      return reads.length > 0 && reads.every(({ everyCustomer }) => everyCustomer === true);
    });
    expect(across.map(({ id }) => id)).toEqual(
      entries.filter(({ everyCustomer }) => everyCustomer === true).map(({ id }) => id),
    );
  });

  it('shows the settings with the rights that read one of them', () => {
    const needed = new Set(readsOf('/mt/settings').map(({ needs }) => needs));
    expect([...needed].toSorted()).toEqual([...builtSettings].toSorted());
  });
});

describe('the problems', () => {
  it('have a text in both languages and a status of an error', () => {
    const bad = Object.entries(problems).filter(
      ([, { status, en, fr }]) => status < 400 || status > 599 || [en, fr].some((text) => text.length === 0),
    );
    expect(bad).toEqual([]);
  });
});
