import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hasManyNames, hasMoreValues, MAX_NAMES, maxValuesOf } from '#server/kernel/http/body-values.ts';
import { importCockpit } from '#schemas/cockpit/file-routes.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import type { Route } from '#schemas/route.ts';
import { anAlarmDraft } from '#tests/fixtures/cockpit-draft.ts';
import { everyRoute } from '#tests/fixtures/every-route.ts';
import {
  hostileBodies,
  largestBody,
  maxBytesOf,
  validBodies,
} from '#tests/fixtures/server/largest-bodies.ts';
import { timeLimit } from '../../fixtures/time-limit.ts';
import { longestTurn } from '#tests/fixtures/server/longest-turn.ts';
import type { Browser } from '#tests/fixtures/server/server-under-test.ts';
import { accountOf, matrixServerOfFile } from '../access/matrix-server.ts';
import { targetOf } from '../access/targets.ts';
import { atNight } from '#tests/gate/at-night.ts';

/** Of the processor. */
const MAX_TURN_MS = timeLimit(50);
/** A body of less is parsed within a quarter of that, whatever is in it. */
const LARGE_BYTES = 512 * 1_024;
/** Files, and texts, that a thread parses: the event loop moves their bytes. */
const FILE_BYTES = 10_000_000;

const requested = matrixServerOfFile();
const isText = ({ body }: Route): boolean => body instanceof z.ZodString;
const routes = everyRoute.filter(
  (route) => route.body !== undefined && !isText(route) && maxBytesOf(route) < FILE_BYTES,
);

let page: Browser | undefined;
/** A user with every right: some routes end the session that calls them. */
async function caller(): Promise<Browser> {
  if (page === undefined || (await page.get('/api/v1/session')).statusCode !== 200)
    page = await requested().someone(permissionKeys, 'every');
  return page;
}

async function urlOf(route: Route, by: Browser): Promise<string> {
  const target = await targetOf(requested().server, route, await accountOf(by));
  return requested().urlOf(route, requested().own, target);
}

/** The least of three: what a collection of garbage adds is not the body's. Measured once where it is little. */
async function leastOf(measure: () => Promise<number>): Promise<number> {
  const first = await measure();
  return first < MAX_TURN_MS ? first : Math.min(first, await measure(), await measure());
}

/** Sends bodies and returns those that stop the event loop for too long, or end in an unexpected error. */
async function tooLong(route: Route, bodies: readonly string[]): Promise<readonly string[]> {
  const by = await caller();
  const url = await urlOf(route, by);
  const slow: string[] = [];
  for (const [at, body] of bodies.entries()) {
    const headers = { 'content-type': 'application/json' };
    let failure = '';
    const ms = await leastOf(() =>
      longestTurn(async () => {
        const response = await by.send(route.method as 'POST', url, { body, headers });
        if (response.statusCode >= 500) failure = response.body.slice(0, 300);
      }),
    );
    if (failure !== '') slow.push(`${route.method} ${url} body ${String(at)}: ${failure}`);
    if (ms >= MAX_TURN_MS) slow.push(`${route.method} ${url} body ${String(at)}: ${ms.toFixed(0)} ms`);
  }
  return slow;
}

/** The largest file of a cockpit whose thresholds name other elements each, of which none exists. */
function cockpitFile(maxBytes: number): string {
  const alarms = Array.from({ length: 100 }, (_, alarm) => ({
    ...anAlarmDraft({ label: `Alarm ${String(alarm)}`, threshold: alarm }),
    thresholds: Array.from({ length: Math.floor(maxBytes / 100 / 135) }, (__, at) => ({
      customer: 'acme',
      element: { kind: 'interface', path: [`GigabitEthernet0/0/${String(at)}`, 'acme-lyon-r1', 'acme-lyon'] },
      value: at,
    })),
  }));
  const file = { format: 'telltale-cockpit', version: 1, cockpit: { name: 'Largest' }, alarms };
  return JSON.stringify({ file, enable: false });
}

describe('the largest body of a route', () => {
  atNight('of its contract does not stop the event loop', async () => {
    expect(routes.length).toBeGreaterThan(100);
    const slow: string[] = [];
    for (const route of routes) slow.push(...(await tooLong(route, validBodies(route))));
    expect(slow).toEqual([]);
  });

  atNight('of anything else does not stop the event loop', async () => {
    const large = routes.filter((route) => maxBytesOf(route) >= LARGE_BYTES);
    expect(large.length).toBeGreaterThan(20);
    const slow: string[] = [];
    for (const route of large) slow.push(...(await tooLong(route, hostileBodies(route))));
    expect(slow).toEqual([]);
  });

  atNight(
    'that is a cockpit with thousands of thresholds does not stop the event loop, and is imported',
    async () => {
      const body = cockpitFile(maxBytesOf(importCockpit));
      expect(body.length).toBeGreaterThan(maxBytesOf(importCockpit) * 0.8);
      expect(await tooLong(importCockpit, [body])).toEqual([]);
      const headers = { 'content-type': 'application/json' };
      const name = body.replace('"Largest"', '"Imported"');
      const imported = await (await caller()).send('POST', importCockpit.path, { body: name, headers });
      expect([imported.statusCode, imported.body.slice(0, 200)]).toEqual([200, expect.any(String)]);
    },
  );

  atNight('of as many values as its contract takes is accepted', () => {
    for (const route of routes) {
      const maxBytes = maxBytesOf(route);
      const text = largestBody(route, maxBytes, (first) => (typeof first === 'number' ? 1_234_567 : first));
      expect([route.path, hasMoreValues(text, maxValuesOf(maxBytes))]).toEqual([route.path, false]);
    }
  });

  it('that is a file sent as JSON is rejected without being parsed', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = `[${'0,'.repeat(1_000)}0]`;
    const response = await (
      await caller()
    ).send('POST', '/api/v1/mt/provisioning?name=a.csv', { body, headers });
    expect([response.statusCode, response.json()]).toEqual([
      415,
      expect.objectContaining({ code: 'UNSUPPORTED_MEDIA' }),
    ]);
  });
});

describe('values of JSON', () => {
  it.each([
    ['[]', 2],
    ['[1,2,3]', 4],
    ['{"a,[{":"\\",[{"}', 2],
    ['["\\\\",1]', 3],
    ['"a,b"', 1],
    ['"open', 1],
  ] as const)('%s has at most as many as are counted', (text, values) => {
    expect([hasMoreValues(text, values), hasMoreValues(text, values - 1)]).toEqual([false, true]);
  });

  it('have fields of at most 20,000 names, of which texts and equal names are none', () => {
    const named = (names: number, more = ''): string =>
      `{${Array.from({ length: names }, (_, at) => `"name \\"${String(at)}" :"text ${String(at)}"`).join(',')}${more}}`;
    expect([hasManyNames(named(MAX_NAMES)), hasManyNames(named(MAX_NAMES + 1))]).toEqual([false, true]);
    expect(hasManyNames(named(MAX_NAMES, `,${'"name \\"1":"",'.repeat(10_000)}"name \\"1":"open`))).toBe(
      false,
    );
  });
});
