import { describe, expect, it } from 'vitest';
import { everyRoute } from '#tests/fixtures/every-route.ts';
import { builtModules, defaultModules, type ModuleName } from './modules.ts';
import { isOffered, modulesOf } from './route-modules.ts';

const of = (method: 'GET' | 'PUT', path: string) => ({ method, path: `/api/v1${path}` });

describe('the modules of the interface', () => {
  it('claim every route, or leave it to signing in and the own account', () => {
    expect(everyRoute.filter((route) => modulesOf(route) === undefined).map(({ path }) => path)).toEqual([]);
  });

  it('each have a route, except the gallery of components', () => {
    const claimed = new Set(everyRoute.flatMap((route) => modulesOf(route) ?? []));
    expect(builtModules.filter((name) => !claimed.has(name))).toEqual(['test']);
    expect([...claimed].filter((name) => !builtModules.includes(name))).toEqual([]);
  });

  it.each([
    ['/customers/:customerId/alert/:alarm/:element', ['alerting']],
    ['/mt/cockpit-alarm/:alarm', ['cockpit']],
    ['/mt/share-resource/cockpit/:resourceId', ['cockpit', 'sharing']],
    ['/mt/share-resource/cockpit/:resourceId/status', ['cockpit']],
    ['/session/list', []],
    ['/elsewhere', undefined],
  ] as const)('%s requires %j', (path, modules) => {
    expect(modulesOf(of('GET', path))).toEqual(modules);
  });

  it('are all required at once', () => {
    const route = of('PUT', '/mt/share-resource/cockpit/:resourceId');
    const offered = (...names: ModuleName[]) => isOffered(route, new Set(names));
    expect([offered('cockpit', 'sharing'), offered('cockpit'), offered('sharing')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('list roles for users and settings without the library of roles', () => {
    expect(isOffered(of('GET', '/mt/role'), new Set(['settings']))).toBe(true);
    expect(isOffered(of('GET', '/mt/role'), new Set(['alerting']))).toBe(false);
    expect(isOffered(of('PUT', '/mt/role/:id'), new Set(['settings']))).toBe(false);
  });

  it('offer the gallery of components only where it is named', () => {
    expect(builtModules).toContain('test');
    expect(defaultModules).toEqual(builtModules.filter((name) => name !== 'test'));
  });
});
