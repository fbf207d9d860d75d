import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { subjects } from '#schemas/bus/subject.ts';
import { openStack, type Stack } from '../../store/stack.ts';
import {
  addAlarm,
  addWebhook,
  anEvent,
  deliveriesOf,
  httpReceiver,
  publishEvents,
  startNotification,
  allowedFor,
  type HttpReceiver,
  type Notification,
} from '../../fixtures/notification/notification-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { atNight } from '#tests/gate/at-night.ts';

let stack: Stack;
let alarm: number;
let element = 1_000;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  stack = await openStack();
  alarm = await addAlarm(stack);
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await stack.db.deleteFrom('webhook').execute();
});
afterAll(() => stack.close());

async function receiver(...given: Parameters<typeof httpReceiver>): Promise<HttpReceiver> {
  const http = await httpReceiver(...given);
  closing.push(() => http.close());
  return http;
}
async function notification(changes: Parameters<typeof startNotification>[1] = {}): Promise<Notification> {
  const running = await startNotification(stack, changes);
  closing.push(() => running.stop());
  return running;
}
/** Each test has its own element, since the id of an event is derived from it. */
const raise = (changes: Parameters<typeof anEvent>[0] = {}) =>
  anEvent({ alarm, element: (element += 1), ...changes });

/** The state of the only notification of a target, when it is the one that is waited for. */
const settled = (target: number, state = 'delivered') =>
  eventually(async () => (await deliveriesOf(stack, target)).find((one) => one.state === state), 60_000);

describe('a webhook', () => {
  it('gets everything except silenced alarms and acknowledgements', async () => {
    const http = await receiver();
    const target = await addWebhook(stack, { url: http.url });
    await stack.db
      .insertInto('silence')
      .values({
        match: { alarms: [], severities: [], sites: [], elements: [9_001] },
        reason: 'Router update',
        author: 'ada',
        starts_at: new Date(Date.now() - 60_000),
        ends_at: new Date(Date.now() + 60_000),
      })
      .execute();
    closing.push(() => stack.db.deleteFrom('silence').execute());
    await notification();
    const reported = raise();
    await publishEvents(stack, [
      anEvent({ alarm, element: 9_001 }),
      anEvent({ alarm, element: reported.element, edge: 'acknowledge', at: reported.at - 300 }),
      reported,
    ]);
    await settled(target);
    expect((await deliveriesOf(stack, target)).length).toBe(1);
    expect(http.received).toHaveLength(1);
    expect(http.received[0]!.headers['idempotency-key']).toContain(
      Buffer.from(reported.event).toString('hex'),
    );
  });

  atNight(
    'gets the clear of every raise it got, and each running alarm once at the end of a silence, across a restart',
    async () => {
      const http = await receiver();
      const template = '"{{alert.hook}} {{alert.datetime}}"';
      const target = await addWebhook(stack, { url: http.url, template });
      const at = raise().at;
      const of = (number: number, edge: 'raise' | 'clear', minute: number) =>
        anEvent({ alarm, element: number, edge, at: at - 3_000 + 60 * minute });
      const edges = () =>
        http.received.map(({ body }) => {
          const [hook, iso] = (JSON.parse(body) as string).split(' ');
          return `${hook!} ${String((Date.parse(iso!) / 1_000 - 300 - at + 3_000) / 60)}`;
        });
      const count = (expected: number) =>
        eventually(async () => {
          const over = (await deliveriesOf(stack, target)).filter(({ state }) => state === 'delivered');
          return over.length >= expected || undefined;
        });
      let running = await startNotification(stack);
      closing.push(() => running.stop());
      await publishEvents(stack, [of(9_101, 'raise', 0)]);
      await count(1);
      const { id } = await stack.db
        .insertInto('silence')
        .values({
          match: { alarms: [], severities: [], sites: [], elements: [9_101, 9_102, 9_103] },
          reason: 'Router update',
          author: 'ada',
          // Behind the last notified event: the message of a window that is still open is read again.
          starts_at: new Date(),
          ends_at: new Date(Date.now() + 3_600_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      closing.push(() => stack.db.deleteFrom('silence').execute());
      // After its restart it has the silence.
      await running.stop();
      running = await startNotification(stack);
      await publishEvents(stack, [
        of(9_101, 'clear', 1),
        of(9_102, 'raise', 2),
        of(9_103, 'raise', 3),
        of(9_103, 'clear', 4),
      ]);
      await count(2);
      await running.stop();
      const ends_at = new Date(Date.now() - 1);
      await stack.db.updateTable('silence').set({ ends_at }).where('id', '=', id).execute();
      running = await startNotification(stack);
      await count(3);
      await publishEvents(stack, [of(9_102, 'clear', 5)]);
      await count(4);
      expect(edges()).toEqual(['rising 0', 'falling 1', 'rising 2', 'falling 5']);
      expect(
        await eventually(async () => {
          const rows = await stack.db
            .selectFrom('notification_raise')
            .select('element_id')
            .where('element_id', '>', 9_100)
            .execute();
          return rows.length === 0 ? rows : undefined;
        }, 60_000),
      ).toEqual([]);
    },
  );

  atNight(
    'gets an explained alarm only if it still runs when nothing explains it any more, once, across a restart',
    async () => {
      const http = await receiver();
      const template = '"{{alert.hook}} {{alert.targets}} {{alert.datetime}}"';
      const target = await addWebhook(stack, { url: http.url, template });
      const { at, evidence } = raise();
      const parent = { alarm, element: 9_300, relation: 'device', since: at };
      const withParent = JSON.stringify({ ...(JSON.parse(evidence) as object), parent });
      const of = (number: number, edge: string, minute: number, isExplained = false) =>
        anEvent({
          alarm,
          element: number,
          edge,
          at: at - 3_000 + 60 * minute,
          ...(isExplained ? { evidence: withParent } : {}),
        });
      const edges = () =>
        http.received.map(({ body }) => {
          const [hook, element, iso] = (JSON.parse(body) as string).split(' ');
          return `${hook!} ${element!} ${String((Date.parse(iso!) / 1_000 - 300 - at + 3_000) / 60)}`;
        });
      const count = (expected: number) =>
        eventually(async () => {
          const over = (await deliveriesOf(stack, target)).filter(({ state }) => state === 'delivered');
          return over.length >= expected || undefined;
        });
      let running = await startNotification(stack);
      closing.push(() => running.stop());
      await publishEvents(stack, [
        of(9_301, 'raise', 0),
        of(9_300, 'raise', 1),
        of(9_301, 'explain', 1, true),
        of(9_302, 'raise', 1, true),
        of(9_303, 'raise', 1, true),
        of(9_304, 'raise', 1),
      ]);
      await count(3);
      await running.stop();
      running = await startNotification(stack);
      await publishEvents(stack, [of(9_303, 'clear', 2), of(9_300, 'clear', 3)]);
      await publishEvents(stack, [
        ...[9_301, 9_302].map((number) => of(number, 'unexplain', 3, true)),
        of(9_304, 'clear', 3),
      ]);
      await count(6);
      await publishEvents(stack, [of(9_301, 'clear', 4), of(9_302, 'clear', 4)]);
      await count(8);
      expect(edges().toSorted()).toEqual(
        [
          'rising 9301 0',
          'rising 9300 1',
          'rising 9304 1',
          'falling 9300 3',
          'falling 9304 3',
          'rising 9302 1',
          'falling 9301 4',
          'falling 9302 4',
        ].toSorted(),
      );
    },
  );

  atNight(
    'is notified when a running alarm gets worse, in a silence at its end, and not when it gets better',
    async () => {
      const http = await receiver();
      const template = '"{{alert.hook}} {{alert.severity}} {{alert.targets}}: {{alert.description}}"';
      const target = await addWebhook(stack, { url: http.url, template });
      const { at } = raise();
      const of = (number: number, edge: string, given: { severity: string; cause: string; minute: number }) =>
        anEvent({
          alarm,
          element: number,
          edge,
          at: at - 3_000 + 60 * given.minute,
          severity: given.severity,
          cause: given.cause,
        });
      const story = (number: number) => [
        of(number, 'change', { severity: 'critical', cause: 'minor', minute: 1 }),
        of(number, 'change', { severity: 'major', cause: 'critical', minute: 2 }),
      ];
      const raises = [9_201, 9_202].map((number) =>
        of(number, 'raise', { severity: 'minor', cause: 'rule', minute: 0 }),
      );
      const held = of(9_203, 'raise', { severity: 'minor', cause: 'rule', minute: 0 });
      const silence = await stack.db
        .insertInto('silence')
        .values({
          match: { alarms: [], severities: ['critical', 'major'], sites: [], elements: [9_202] },
          reason: 'Router update',
          author: 'ada',
          starts_at: new Date(Date.now() - 60_000),
          ends_at: new Date(Date.now() + 3_600_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const other = await stack.db
        .insertInto('silence')
        .values({
          match: { alarms: [], severities: [], sites: [], elements: [9_203] },
          reason: 'Router update',
          author: 'ada',
          starts_at: new Date(Date.now() - 60_000),
          ends_at: new Date(Date.now() + 3_600_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      closing.push(() => stack.db.deleteFrom('silence').execute());
      await notification();
      await publishEvents(stack, [...raises, held, ...story(9_201), ...story(9_202), ...story(9_203)]);
      const reported = async (count: number) => {
        await eventually(async () => {
          const over = (await deliveriesOf(stack, target)).filter(({ state }) => state === 'delivered');
          return over.length >= count || undefined;
        });
        return http.received.map(({ body }) => (JSON.parse(body) as string).replace(/:.*/, '')).toSorted();
      };
      const first = ['rising critical 9201', 'rising minor 9201', 'rising minor 9202'];
      expect(await reported(3)).toEqual(first);
      expect(
        http.received.some(({ body }) => body.includes('The severity went from minor to critical. ')),
      ).toBe(true);
      const ends_at = new Date(Date.now() - 1);
      await stack.db
        .updateTable('silence')
        .set({ ends_at })
        .where('id', 'in', [silence.id, other.id])
        .execute();
      stack.bus.publish(subjects.config('silence'), '{}');
      // A notified alarm is sent with its new severity; a held-back one as the raise that it is now.
      const atEnd = [...first, 'rising major 9202', 'rising major 9203'].toSorted();
      expect(await reported(5)).toEqual(atEnd);
      await publishEvents(
        stack,
        [9_201, 9_202, 9_203].map((number) =>
          of(number, 'clear', { severity: 'major', cause: 'rule', minute: 3 }),
        ),
      );
      expect(await reported(8)).toEqual([
        ...[1, 2, 3].map((last) => `falling major 920${String(last)}`),
        ...atEnd,
      ]);
    },
  );

  it('gets restricted alarms only where enabled; otherwise the counts of its groups exclude them', async () => {
    const http = await receiver();
    const template = '"{{alert.name}}: {{alert.description}}"';
    const open = await addWebhook(stack, { url: `${http.url}/open`, template });
    const privy = await addWebhook(stack, { url: `${http.url}/privy`, template, include_restricted: true });
    await notification({ rule: { singles: 2, windowMs: 4_000 } });
    // Made when the process runs already, and not announced: it is requested.
    const secret = await addAlarm(stack, { visibility: 'RESTRICTED', label: 'Line of the board' });
    const deleted = 900_001;
    const raises = (count: number, of: number) => Array.from({ length: count }, () => raise({ alarm: of }));
    // In one message, and so in one window; the restricted ones come first, and take no place of the others.
    await publishEvents(stack, [...raises(5, secret), ...raises(3, deleted), ...raises(6, alarm)], 100);
    const reported = async (target: number) =>
      (await deliveriesOf(stack, target)).filter(({ state }) => state === 'delivered');
    const sum = (rows: Awaited<ReturnType<typeof reported>>) =>
      rows.reduce((all, { events }) => all + events, 0);
    await eventually(async () => sum(await reported(privy)) === 14 || undefined, 60_000);
    await eventually(async () => sum(await reported(open)) === 6 || undefined, 60_000);
    const texts = (path: string) =>
      http.received
        .filter(({ url }) => url === path)
        .map(({ body }) => JSON.parse(body) as string)
        .filter((text) => text.includes('more alarm events'))
        .sort();
    expect(texts('/open')).toEqual([
      '4 more alarm events: 4 alarms raised on 1 site of Acme "North": Line "saturated" (4)',
    ]);
    expect(texts('/privy')).toEqual([
      '4 more alarm events: 4 alarms raised on 1 site of Acme "North": Line "saturated" (4)',
      '6 more alarm events: 6 restricted alarms raised on 1 site of Acme "North": Line of the board (3), 900001 (3)',
    ]);
    expect(JSON.stringify(http.received.filter(({ url }) => url === '/open'))).not.toContain('board');
    expect((await reported(open)).map(({ events }) => events).toSorted((a, b) => a - b)).toEqual([1, 1, 4]);
    expect((await reported(privy)).map(({ events }) => events).toSorted((a, b) => a - b)).toEqual([
      1, 1, 1, 1, 4, 6,
    ]);
  });

  atNight('gets the topology of the element at the levels of its alarm', async () => {
    const http = await receiver();
    await addWebhook(stack, { url: http.url, template: '{"at": {{alert.topology}}}' });
    const named = async (topology_levels: string[], topology_filter: string) => {
      const own = await addAlarm(stack);
      const values = { topology_levels, topology_filter };
      await stack.db.updateTable('cockpit_alarm').set(values).where('id', '=', own).execute();
      return anEvent({ alarm: own });
    };
    const events = [
      await named(['device', 'site', 'customer'], ''),
      await named(['device', 'site', 'customer'], 'EDGE'),
      await named(['site'], 'lyon'),
    ];
    await notification();
    await publishEvents(stack, events);
    await eventually(async () => (await Promise.resolve(http.received.length)) === 3 || undefined, 60_000);
    const reported = http.received.map(({ body }) => (JSON.parse(body) as { at: string[] }).at.join());
    expect(reported.toSorted((a, b) => a.localeCompare(b))).toEqual([
      '',
      'edge-1',
      'edge-1,Besançon,Acme "North"',
    ]);
  });

  atNight('that no longer includes restricted alarms drops those that wait', async () => {
    const http = await receiver((response, number) => {
      response.statusCode = number < 3 ? 500 : 200;
      response.end();
    });
    const target = await addWebhook(stack, { url: http.url, include_restricted: true });
    const secret = await addAlarm(stack, { visibility: 'RESTRICTED' });
    await notification();
    await publishEvents(stack, [raise({ alarm: secret })]);
    await settled(target, 'retrying');
    await stack.db
      .updateTable('webhook')
      .set({ include_restricted: false })
      .where('id', '=', target)
      .execute();
    stack.bus.publish(subjects.config('notification'), '{}');
    const over = await eventually(
      async () => (await deliveriesOf(stack, target)).find(({ state }) => state !== 'retrying'),
      60_000,
    );
    expect(over).toMatchObject({
      state: 'dropped',
      response: 'the target no longer receives restricted alarms',
    });
  });

  it('is called with the rendered payload when an alarm is raised and when it is cleared', async () => {
    const http = await receiver();
    const template =
      '{"customer":{{customer.id}},"who":"{{customer.name}}","where":{{site.name}},"name":"{{alert.name}}",' +
      '"severity":"{{alert.severity}}","targets":{{alert.targets}},"types":{{alert.targetTypes}},"hook":"{{alert.hook}}",' +
      '"kpi":"{{kpi.name}}","at":"{{alert.datetime}}","about":"{{alert.description}}"}';
    const headers = [{ name: 'Authorization', value: 'Bearer secret' }];
    const target = await addWebhook(stack, {
      url: `${http.url}/{{customer.name}}?hook={{alert.hook}}`,
      template,
      headers,
    });
    await notification();
    const raised = anEvent({ alarm });
    await publishEvents(stack, [raised, anEvent({ alarm, edge: 'clear', at: raised.at + 300 })]);
    await eventually(async () => (await deliveriesOf(stack, target)).length === 2 || undefined);
    const [rising, falling] = http.received.toSorted((one, other) => other.url.localeCompare(one.url));
    expect(rising!.url).toBe('/Acme%20%22North%22?hook=rising');
    expect(falling!.url).toBe('/Acme%20%22North%22?hook=falling');
    expect(rising!.headers).toMatchObject({
      authorization: 'Bearer secret',
      'content-type': 'application/json',
      'idempotency-key': `${Buffer.from(raised.event).toString('hex')}.webhook-${String(target)}`,
    });
    expect(JSON.parse(rising!.body)).toEqual({
      customer: 1,
      who: 'Acme "North"',
      where: 'Besançon',
      name: 'Line "saturated"',
      severity: 'critical',
      targets: ['Gi0/1'],
      types: ['interface'],
      hook: 'rising',
      kpi: 'Inbound utilisation',
      at: new Date((raised.at + 300) * 1_000).toISOString(),
      about: 'Gi0/1 of edge-1, Besançon: Inbound utilisation > 80% in 3 of 5 measures, last value 93.3%',
    });
  });

  atNight.each(['rising', 'falling'] as const)(
    'of trigger %s is called on that edge only',
    async (trigger) => {
      const http = await receiver();
      const target = await addWebhook(stack, { url: http.url, trigger });
      await notification();
      const raised = raise();
      await publishEvents(stack, [
        raised,
        anEvent({ ...raised, edge: 'clear', event: new Uint8Array(16).fill(element) }),
      ]);
      await settled(target);
      expect(http.received.map(({ body }) => (JSON.parse(body) as { hook: string }).hook)).toEqual([trigger]);
    },
  );

  it('that returns 500 is retried with the same key until it returns 200', async () => {
    const http = await receiver((response, number) => {
      response.statusCode = number < 3 ? 500 : 200;
      response.end(number < 3 ? 'broken' : 'thanks');
    });
    const target = await addWebhook(stack, { url: http.url });
    await notification();
    await publishEvents(stack, [raise()]);
    expect(await settled(target)).toMatchObject({ attempts: 3, response: 'HTTP 200: thanks', events: 1 });
    expect(new Set(http.keys()).size).toBe(1);
    expect(http.received.length).toBe(3);
  });

  it('that rejects a job makes it dead at once, with the response', async () => {
    const http = await receiver((response) => {
      response.statusCode = 400;
      response.end('no such channel');
    });
    const target = await addWebhook(stack, { url: http.url });
    await notification();
    await publishEvents(stack, [raise()]);
    expect(await settled(target, 'dead')).toMatchObject({
      attempts: 1,
      response: 'HTTP 400: no such channel',
    });
    expect(http.received.length).toBe(1);
  });

  atNight(
    'that hangs is left after the timeout and called again; others are called in the same time',
    async () => {
      const hanging = await receiver((response, number) => {
        if (number > 1) response.end('awake');
      });
      const lively = await receiver();
      const [slow, quick] = [
        await addWebhook(stack, { url: hanging.url }),
        await addWebhook(stack, { url: lively.url }),
      ];
      await notification();
      await publishEvents(stack, [raise()]);
      await settled(quick);
      expect((await deliveriesOf(stack, slow)).map(({ state }) => state)).not.toContain('delivered');
      expect(
        await eventually(async () =>
          (await deliveriesOf(stack, slow)).find(({ state }) => state === 'retrying'),
        ),
      ).toMatchObject({
        response: 'no response within 1000 ms',
      });
      expect(await settled(slow)).toMatchObject({ attempts: 2, response: 'HTTP 200: awake' });
    },
  );

  atNight('that sends without end is read up to a limit', async () => {
    const http = await receiver((response) => {
      const more = () => {
        while (response.write('x'.repeat(4_096)));
      };
      response.on('drain', more);
      response.on('error', () => undefined);
      more();
    });
    const target = await addWebhook(stack, { url: http.url });
    await notification();
    await publishEvents(stack, [raise()]);
    const { response } = await settled(target);
    expect(response.length).toBeLessThan(600);
  });

  it('that redirects to an internal address is rejected; that address is not called', async () => {
    const internal = await receiver();
    const outer = await receiver((response) => {
      response.writeHead(307, { location: `${internal.url}/admin` }).end();
    }, '127.0.0.2');
    const target = await addWebhook(stack, { url: outer.url });
    await notification({ allowedNetworks: allowedFor(['127.0.0.2']) });
    await publishEvents(stack, [raise()]);
    const { response } = await settled(target, 'dead');
    expect(response).toBe(
      '127.0.0.1 is a loopback address: only networks of WEBHOOK_ALLOWED_NETWORKS may be called',
    );
    expect(outer.received.length).toBe(1);
    expect(internal.received).toEqual([]);
  });

  atNight(
    'follows a redirection that keeps the request, without the headers when it leads to another host',
    async () => {
      const other = await receiver(undefined, '127.0.0.2');
      const first = await receiver((response) => {
        response.writeHead(308, { location: `${other.url}/moved` }).end();
      });
      const headers = [{ name: 'X-Token', value: 'secret' }];
      const target = await addWebhook(stack, { url: first.url, headers });
      await notification();
      await publishEvents(stack, [raise()]);
      await settled(target);
      expect(other.received).toMatchObject([{ url: '/moved', body: first.received[0]!.body }]);
      expect(other.received[0]!.headers['x-token']).toBeUndefined();
      expect(other.keys()).toEqual(first.keys());
    },
  );

  it('whose name resolves to an internal address is rejected', async () => {
    const http = await receiver();
    const target = await addWebhook(stack, { url: http.url.replace('127.0.0.1', 'localhost') });
    await notification({ allowedNetworks: allowedFor([]) });
    await publishEvents(stack, [raise()]);
    expect((await settled(target, 'dead')).response).toMatch(
      /^localhost \((127\.0\.0\.1|::1)\) is a loopback address/,
    );
    expect(http.received).toEqual([]);
  });

  it('is called at the checked address, whatever its name resolves to later', async () => {
    const http = await receiver(undefined, '127.0.0.2');
    let requested = 0;
    const target = await addWebhook(stack, { url: http.url.replace('127.0.0.2', 'rebinding.example') });
    await notification({
      allowedNetworks: allowedFor(['127.0.0.2']),
      resolve: () => Promise.resolve([(requested += 1) === 1 ? '127.0.0.2' : '127.0.0.1']),
    });
    await publishEvents(stack, [raise()]);
    await settled(target);
    expect(requested).toBe(1);
    expect(http.received[0]!.headers.host).toMatch(/^rebinding\.example:/);
  });

  atNight('whose name is never resolved is left after the timeout', async () => {
    const target = await addWebhook(stack, { url: 'http://never.example/' });
    await notification({ resolve: () => new Promise(() => undefined) });
    await publishEvents(stack, [raise()]);
    expect(await settled(target, 'retrying')).toMatchObject({ response: 'no response within 1000 ms' });
  });

  atNight('outside its maximum age is dead, with its last response', async () => {
    const http = await receiver((response) => {
      response.statusCode = 503;
      response.end();
    });
    const target = await addWebhook(stack, { url: http.url });
    await notification({ maxAgeMs: 2_500 });
    await publishEvents(stack, [raise()]);
    const { response, attempts } = await settled(target, 'dead');
    expect(response).toBe(`expired after ${String(attempts)} attempts; last response: HTTP 503`);
  });

  atNight('that is disabled drops its waiting jobs', async () => {
    const http = await receiver((response) => {
      response.statusCode = 500;
      response.end();
    });
    const target = await addWebhook(stack, { url: http.url });
    await notification();
    await publishEvents(stack, [raise()]);
    await settled(target, 'retrying');
    await stack.db.updateTable('webhook').set({ enabled: false }).where('id', '=', target).execute();
    stack.bus.publish('config.notification', '{}');
    expect(await settled(target, 'dropped')).toMatchObject({
      response: 'the webhook is deleted or disabled',
    });
  });

  atNight('enabled later does not get earlier events', async () => {
    const http = await receiver();
    await publishEvents(stack, [raise()]);
    const target = await addWebhook(stack, { url: http.url });
    await stack.db
      .updateTable('webhook')
      .set({ active_since: new Date(Date.now() + 1) })
      .execute();
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    await notification();
    const later = raise();
    await publishEvents(stack, [later]);
    await settled(target);
    expect(http.keys()).toEqual([`${Buffer.from(later.event).toString('hex')}.webhook-${String(target)}`]);
  });
});

describe('the certificate of a receiver', () => {
  it('is checked unless insecure connections are allowed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'telltale-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-keyout',
        key,
        '-out',
        cert,
        '-days',
        '2',
        '-subj',
        '/CN=127.0.0.1',
      ],
      { stdio: 'ignore' },
    );
    let calls = 0;
    const server = createServer(
      { key: readFileSync(key), cert: readFileSync(cert) },
      (_request, response) => {
        calls += 1;
        response.end('thanks');
      },
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    const url = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
    const [strict, lax] = [
      await addWebhook(stack, { url }),
      await addWebhook(stack, { url, allow_insecure: true }),
    ];
    await notification();
    await publishEvents(stack, [raise()]);
    await settled(lax);
    expect(await settled(strict, 'retrying')).toMatchObject({
      response: expect.stringMatching(/self.signed/) as string,
    });
    expect(calls).toBe(1);
  });
});
