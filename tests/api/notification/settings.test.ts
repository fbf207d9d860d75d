import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { DELIVERY_TEST } from '#schemas/settings/delivery-test.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { snmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import { withSmtpSecrets } from '#schemas/settings/smtp/smtp-secrets.ts';
import { sql } from 'kysely';
import { withHeaderSecrets, withServiceSecret } from '#schemas/settings/webhook/webhook-secrets.ts';
import { serviceSecrets } from '../../fixtures/notification/services/service-documents.ts';
import { testSecrets } from '../../fixtures/secrets.ts';
import { serviceFields, targetFields } from '#tests/fixtures/update-fields.ts';
import {
  addAlarm,
  httpReceiver,
  startNotification,
} from '../../fixtures/notification/notification-under-test.ts';

const WEBHOOKS = '/api/v1/mt/settings/webhooks';
const SMTP = '/api/v1/mt/settings/smtp';
const TRAPS = '/api/v1/mt/settings/snmp/traps';

let server: ServerUnderTest;
let admin: Browser;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await openServer();
  await server.account({
    username: 'settings',
    permissions: [
      ...([
        'SETTINGS.WEBHOOK.read',
        'SETTINGS.WEBHOOK.write',
        'SETTINGS.SMTP.read',
        'SETTINGS.SMTP.write',
      ] as const),
      ...(['SETTINGS.SNMP.read', 'SETTINGS.SNMP.write'] as const),
    ],
  });
  admin = await server.signedIn('settings');
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
afterAll(() => server.close());

const webhook = {
  name: 'noc',
  enabled: true,
  url: 'https://noc.example/hook',
  headers: [{ name: 'Authorization', value: 'Bearer first' as string | null }],
  payload: { kind: 'json', template: '{"text":"{{alert.name}}"}' },
  trigger: 'both',
  allowInsecure: false,
  ...serviceFields,
  customers: [],
  severities: [],
  alarms: [],
  includeRestricted: false,
  notifyPlatformEvents: false,
};
const listed = async () =>
  ((await admin.get(WEBHOOKS)).json() as { webhooks: ({ id: number } & typeof webhook)[] }).webhooks;
const stored = async (id: number) => {
  const row = await server.stack.db
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // Fails where a value does not stand sealed.
  return { ...row, headers: withHeaderSecrets(row.headers, testSecrets.open) };
};

describe('webhooks', () => {
  it('are added, listed without the values of their headers, changed and removed', async () => {
    const { id } = (await admin.send('POST', WEBHOOKS, { body: webhook })).json() as { id: number };
    expect(await listed()).toEqual([
      { ...webhook, id, secret: null, headers: [{ name: 'Authorization', value: null }], lastDelivery: null },
    ]);
    const retained = { ...webhook, name: 'noc 2', headers: [{ name: 'authorization', value: null }] };
    expect((await admin.send('PUT', `${WEBHOOKS}/${String(id)}`, { body: retained })).statusCode).toBe(200);
    expect(await stored(id)).toMatchObject({
      name: 'noc 2',
      headers: [{ name: 'authorization', value: 'Bearer first' }],
    });
    expect((await admin.send('DELETE', `${WEBHOOKS}/${String(id)}`)).statusCode).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await admin.send('DELETE', `${WEBHOOKS}/${String(id)}`)).json()).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await admin.send('PUT', `${WEBHOOKS}/${String(id)}`, { body: retained })).json()).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('do not carry the stored value of a header to another host', async () => {
    const { id } = (await admin.send('POST', WEBHOOKS, { body: webhook })).json() as { id: number };
    const elsewhere = {
      ...webhook,
      url: 'https://evil.example/',
      headers: [{ name: 'Authorization', value: null }],
    };
    const reply = await admin.send('PUT', `${WEBHOOKS}/${String(id)}`, { body: elsewhere });
    expect(reply.json()).toMatchObject({
      code: 'WEBHOOK_HEADER_UNKNOWN',
      errors: [{ path: 'body.headers.0.value' }],
    });
    const test = await admin.send('POST', `${WEBHOOKS}/test`, { body: { webhook: elsewhere, id } });
    expect(test.json()).toMatchObject({ code: 'WEBHOOK_HEADER_UNKNOWN' });
    await admin.send('DELETE', `${WEBHOOKS}/${String(id)}`);
  });

  it('of a service store its secret sealed, never return it, and use it for the same service and host', async () => {
    const secret = serviceSecrets.slack;
    const slack = {
      ...webhook,
      service: 'slack',
      url: 'https://slack.com/api',
      channel: '#noc',
      headers: [],
      secret: secret as string | null,
    };
    const { id } = (await admin.send('POST', WEBHOOKS, { body: slack })).json() as { id: number };
    const reply = await admin.get(WEBHOOKS);
    expect(reply.body).not.toContain(secret);
    expect(await listed()).toMatchObject([{ service: 'slack', channel: '#noc', secret: null }]);
    const change = (part: object) =>
      admin.send('PUT', `${WEBHOOKS}/${String(id)}`, { body: { ...slack, secret: null, ...part } });
    expect((await change({ channel: '#night' })).statusCode).toBe(200);
    const row = await stored(id);
    expect(row.channel).toBe('#night');
    expect(row.secret).not.toContain(secret);
    expect(withServiceSecret(row.secret ?? '', testSecrets.open)).toBe(secret);
    for (const part of [{ url: 'https://evil.example/api' }, { service: 'telegram' }])
      expect((await change(part)).json()).toMatchObject({
        code: 'WEBHOOK_SECRET_MISSING',
        errors: [{ path: 'body.secret' }],
      });
    const { rows } = await sql<{ found: string }>`SELECT audit_event::text AS found FROM audit_event`.execute(
      server.stack.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ found }) => found.includes(secret))).toEqual([]);
    await admin.send('DELETE', `${WEBHOOKS}/${String(id)}`);
  });

  it('are rejected with the path of every fault', async () => {
    const payload = { kind: 'json', template: '{\n  "a": "{{alert.nom}}",\n  "b": "{{foo}}"\n}' };
    const body = { ...webhook, url: 'https://noc.example/{{alert.targets}}', payload };
    expect((await admin.send('POST', WEBHOOKS, { body })).json()).toMatchObject({
      code: 'WEBHOOK_TARGETS_IN_URL',
      errors: [
        { path: 'body.url', code: 'WEBHOOK_TARGETS_IN_URL' },
        {
          path: 'body.payload.template',
          code: 'WEBHOOK_PLACEHOLDER_UNKNOWN',
          message: 'Line 2, column 9: Unknown placeholder alert.nom.',
        },
        { message: 'Line 3, column 9: Unknown placeholder foo.' },
      ],
    });
  });

  it('have names of their own', async () => {
    const { id } = (await admin.send('POST', WEBHOOKS, { body: webhook })).json() as { id: number };
    const second = await admin.send('POST', WEBHOOKS, { body: webhook });
    expect([second.statusCode, second.json()]).toMatchObject([409, { code: 'NAME_TAKEN' }]);
    await admin.send('DELETE', `${WEBHOOKS}/${String(id)}`);
  });

  it('are tested by the notification process, which returns the rendered request and the response', async () => {
    const http = await httpReceiver((response) => {
      response.statusCode = 418;
      response.end('short and stout');
    });
    closing.push(() => http.close());
    const notification = await startNotification(server.stack);
    closing.push(() => notification.stop());
    await server.stack.bus.flush();
    const body = { webhook: { ...webhook, url: `${http.url}/{{customer.name}}` } };
    const reply = (await admin.send('POST', `${WEBHOOKS}/test`, { body })).json() as { sent: string };
    expect(reply).toMatchObject({ delivered: false, response: 'HTTP 418: short and stout' });
    expect(reply.sent).toContain(`POST ${http.url}/Example%20customer\n`);
    expect(reply.sent).toContain('{"text":"Test of a notification"}');
    expect(reply.sent).not.toContain('Bearer first');
    expect(http.received).toMatchObject([
      { url: '/Example%20customer', headers: { authorization: 'Bearer first' } },
    ]);
  });

  it('cannot be tested while the notification process is away', async () => {
    const reply = await admin.send('POST', `${WEBHOOKS}/test`, { body: { webhook } });
    expect(reply.json()).toMatchObject({ code: 'UNAVAILABLE', params: { tier: 'notification' } });
  });

  it('list the outcome of their notifications', async () => {
    const at = new Date(Date.UTC(2026, 0, 5));
    const one = { kind: 'webhook', target: 77, state: 'dead', events: 3, attempts: 2, response: 'HTTP 400' };
    await server.stack.db
      .insertInto('notification_delivery')
      .values([
        { ...one, key: 'k1', created_at: at, updated_at: at },
        { ...one, key: 'k2', target: 78, created_at: at, updated_at: at },
      ])
      .execute();
    expect((await admin.get(`${WEBHOOKS}/77/deliveries`)).json()).toEqual({
      deliveries: [
        {
          key: 'k1',
          state: 'dead',
          customer: null,
          events: 3,
          attempts: 2,
          response: 'HTTP 400',
          createdAt: at.getTime(),
          updatedAt: at.getTime(),
        },
      ],
    });
  });

  it('are listed with the newest of their notifications each', async () => {
    const body = { ...webhook, name: 'notified' };
    const { id } = (await admin.send('POST', WEBHOOKS, { body })).json() as { id: number };
    const one = { kind: 'webhook', target: id, events: 1, attempts: 1, customer_id: null };
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour));
    await server.stack.db
      .insertInto('notification_delivery')
      .values(
        [3, 7, 5].map((hour) => ({
          ...one,
          key: `notified ${String(hour)}`,
          state: hour === 7 ? 'retrying' : 'delivered',
          response: `at ${String(hour)}`,
          created_at: at(hour),
          updated_at: at(hour),
        })),
      )
      .execute();
    expect((await listed()).find((each) => each.id === id)).toMatchObject({
      lastDelivery: { key: 'notified 7', state: 'retrying', response: 'at 7', createdAt: at(7).getTime() },
    });
    await admin.send('DELETE', `${WEBHOOKS}/${String(id)}`);
  });
});

describe('the mail server', () => {
  const smtp = {
    host: 'mail.example',
    port: 587,
    login: 'noc',
    password: 'secret' as string | null,
    tls: 'starttls',
    advanced: 'socketTimeout=30000',
    source: 'telltale@example.net',
  };

  it('is saved, shown without its password, and keeps it', async () => {
    expect((await admin.get(SMTP)).json()).toEqual({ smtp: null });
    expect((await admin.send('PUT', SMTP, { body: smtp })).statusCode).toBe(200);
    const shown = await admin.get(SMTP);
    expect(shown.json()).toEqual({ smtp: { ...smtp, password: null, hasPassword: true } });
    expect(shown.body).not.toContain('secret');
    const retained = { ...smtp, password: null, tls: 'implicit' };
    expect((await admin.send('PUT', SMTP, { body: retained })).statusCode).toBe(200);
    const row = await server.stack.db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'smtp')
      .executeTakeFirst();
    expect(row?.value).toMatchObject({ password: expect.stringMatching(/^v1\./), tls: 'implicit' });
    expect(withSmtpSecrets(row!.value as { password: string }, testSecrets.open).password).toBe('secret');
  });

  it('does not send the stored password to another host', async () => {
    const reply = await admin.send('PUT', SMTP, { body: { ...smtp, host: 'evil.example', password: null } });
    expect(reply.json()).toMatchObject({
      code: 'SMTP_PASSWORD_UNKNOWN',
      errors: [{ path: 'body.password' }],
    });
  });

  it('is rejected with the line of the fault', async () => {
    const body = { ...smtp, advanced: 'name=noc.example\nfoo' };
    expect((await admin.send('PUT', SMTP, { body })).json()).toMatchObject({
      code: 'SMTP_LINE_MALFORMED',
      params: { line: 2 },
      errors: [{ path: 'body.advanced', message: 'Line 2 is not key=value.' }],
    });
  });

  it('is removed', async () => {
    expect((await admin.send('DELETE', SMTP)).statusCode).toBe(200);
    expect((await admin.get(SMTP)).json()).toEqual({ smtp: null });
  });
});

describe('mail notifications of alarms', () => {
  const MAILS = '/api/v1/mt/settings/mails';
  const mail = {
    name: 'duty',
    enabled: true,
    recipients: ['noc@example.net'],
    trigger: 'rising',
    customers: [],
    severities: ['critical'],
    alarms: [],
    grouping: 'single',
    language: 'en',
    subject: '{{alert.name}}',
    body: '{{alert.description}}',
    includeRestricted: false,
    notifyPlatformEvents: false,
  };
  const mails = async () =>
    ((await admin.get(MAILS)).json() as { mails: ({ id: number } & typeof mail)[] }).mails;

  it('are added, listed, changed, tested and removed', async () => {
    const { id } = (await admin.send('POST', MAILS, { body: mail })).json() as { id: number };
    expect(await mails()).toEqual([{ ...mail, id, lastDelivery: null }]);
    expect((await admin.send('POST', MAILS, { body: mail })).json()).toMatchObject({ code: 'NAME_TAKEN' });
    const path = `${MAILS}/${String(id)}`;
    expect((await admin.send('PUT', path, { body: { ...mail, enabled: false } })).statusCode).toBe(200);
    expect(await mails()).toMatchObject([{ enabled: false }]);
    const notification = await startNotification(server.stack);
    closing.push(() => notification.stop());
    await server.stack.bus.flush();
    expect((await admin.send('POST', `${MAILS}/test`, { body: mail })).json()).toMatchObject({
      delivered: false,
      response: 'no mail server is configured',
      sent: expect.stringContaining('Subject: Test of a notification') as string,
    });
    expect((await admin.get(`${path}/deliveries`)).json()).toEqual({ deliveries: [] });
    expect((await admin.send('DELETE', path)).statusCode).toBe(200);
    expect((await admin.send('PUT', path, { body: mail })).json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it.for([
    [{ recipients: [] }, 'VALIDATION', 'body.recipients', 'RECIPIENT_REQUIRED'],
    [
      { recipients: ['noc@example.net', 'no-address'] },
      'VALIDATION',
      'body.recipients.1',
      'RECIPIENT_INVALID',
    ],
    [
      { subject: '{{alert.nam}}' },
      'WEBHOOK_PLACEHOLDER_UNKNOWN',
      'body.subject',
      'WEBHOOK_PLACEHOLDER_UNKNOWN',
    ],
    [{ body: 'x {{site.name' }, 'WEBHOOK_PLACEHOLDER_UNCLOSED', 'body.body', 'WEBHOOK_PLACEHOLDER_UNCLOSED'],
  ] as const)('are rejected with code and path: %j', async ([changes, code, path, fault]) => {
    const reply = await admin.send('POST', MAILS, { body: { ...mail, ...changes } });
    expect(reply.json()).toMatchObject({ code, errors: [{ path, code: fault }] });
  });
});

describe('receivers of traps', () => {
  const receiver = {
    ...targetFields,
    name: 'noc',
    enabled: true,
    host: '127.0.0.1',
    port: 162,
    inform: false,
    access: {
      version: 'v3',
      user: 'telltale',
      auth: { protocol: 'SHA-256', password: 'authpass123' as string | null },
      priv: { protocol: 'AES-128', password: 'privpass123' as string | null },
    },
  };
  const withoutSecrets = {
    ...receiver,
    access: {
      ...receiver.access,
      auth: { protocol: 'SHA-256', password: null },
      priv: { protocol: 'AES-128', password: null },
    },
  };

  it('are added, listed without secrets, changed with the stored ones, and removed', async () => {
    const { id } = (await admin.send('POST', TRAPS, { body: receiver })).json() as { id: number };
    const shown = await admin.get(TRAPS);
    expect(shown.json()).toMatchObject({ receivers: [{ ...withoutSecrets, id }] });
    expect(shown.body).not.toContain('pass123');
    const path = `${TRAPS}/${String(id)}`;
    expect((await admin.send('PUT', path, { body: { ...withoutSecrets, inform: true } })).statusCode).toBe(
      200,
    );
    const row = await server.stack.db.selectFrom('trap_receiver').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ inform: true });
    expect(testSecrets.open(row.auth_password!, snmpSecrets.auth)).toBe('authpass123');
    expect(testSecrets.open(row.priv_password!, snmpSecrets.priv)).toBe('privpass123');
    const elsewhere = await admin.send('PUT', path, { body: { ...withoutSecrets, host: '10.0.0.9' } });
    expect(elsewhere.json()).toMatchObject({
      code: 'TRAP_SECRET_UNKNOWN',
      errors: [{ path: 'body.access.auth.password' }, { path: 'body.access.priv.password' }],
    });
    expect((await admin.send('DELETE', path)).statusCode).toBe(200);
  });

  it('have no privacy without authentication', async () => {
    const body = { ...receiver, access: { ...receiver.access, auth: null } };
    expect((await admin.send('POST', TRAPS, { body })).json()).toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: 'body.access.priv' }],
    });
  });

  it('are tested by a trap marked as a test; the engine id for their users is listed', async () => {
    const notification = await startNotification(server.stack);
    closing.push(() => notification.stop());
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    closing.push(async () => {
      socket.close();
      await once(socket, 'close');
    });
    const message = once(socket, 'message') as Promise<[Buffer]>;
    await server.stack.bus.flush();
    const access = { version: 'v2c', community: 'public' };
    const body = { receiver: { ...receiver, access, port: socket.address().port } };
    const reply = await admin.send('POST', `${TRAPS}/test`, { body });
    expect(reply.json()).toMatchObject({ delivered: true });
    expect((reply.json() as { sent: string }).sent).toContain('ttAlarmName: Test of a notification');
    expect((await message)[0].toString('latin1')).toContain('Test of a notification');
    const { engines } = (await admin.get(TRAPS)).json() as { engines: string[] };
    expect(engines).toEqual([expect.stringMatching(/^80001f8805/)]);
  });
});

describe('a secret in settings', () => {
  const receiver = {
    name: 'notified',
    enabled: true,
    host: '127.0.0.1',
    port: 9_162,
    inform: false,
    access: { version: 'v2c', community: 'a secret community' },
  };
  it('crosses the bus sealed, and is neither in the audit trail nor in a response', async () => {
    const { bus, db } = server.stack;
    const abort = new AbortController();
    const seen: string[] = [];
    bus.subscribe(
      subjects.deliveryTest,
      ({ data, respond }) => {
        seen.push(new TextDecoder().decode(data));
        respond(JSON.stringify({ sent: '', delivered: true, response: '', durationMs: 0 }));
      },
      { signal: abort.signal },
    );
    const body = { receiver };
    expect((await admin.send('POST', `${TRAPS}/test`, { body })).statusCode).toBe(200);
    abort.abort();
    expect(testSecrets.open(seen[0]!, DELIVERY_TEST)).toContain('a secret community');
    const { id } = (await admin.send('POST', TRAPS, { body: receiver })).json() as { id: number };
    expect((await admin.get(TRAPS)).body).not.toContain('a secret');
    expect((await admin.send('DELETE', `${TRAPS}/${String(id)}`)).statusCode).toBe(200);
    const events = JSON.stringify(await db.selectFrom('audit_event').selectAll().execute());
    for (const secret of ['a secret', 'Bearer first', 'authpass123', 'privpass123', '"secret"'])
      expect(events + seen.join()).not.toContain(secret);
  });
});

describe('targets that include restricted alarms', () => {
  const mail = {
    name: 'board',
    enabled: true,
    recipients: ['noc@example.net'],
    trigger: 'both',
    ...targetFields,
    grouping: 'single',
    language: 'en',
    subject: 's',
    body: 'b',
  };
  const receiver = {
    ...targetFields,
    name: 'board',
    enabled: true,
    host: 'nms.example',
    port: 162,
    inform: false,
    access: { version: 'v2c', community: 'public' },
  };
  const targets = [
    ['webhook', WEBHOOKS, { ...webhook, name: 'board', includeRestricted: false }],
    ['trap', TRAPS, receiver],
    ['mail', '/api/v1/mt/settings/mails', mail],
  ] as const;
  const rejected = { code: 'RESTRICTED_NOT_OWN', status: 403 };
  let privileged: Browser;
  beforeAll(async () => {
    const read = ['WEBHOOK', 'SMTP', 'SNMP'] as const;
    await server.account({
      username: 'restricted',
      permissions: [
        'EXTRA.RESTRICTED.read',
        ...read.flatMap((area) => [`SETTINGS.${area}.read`, `SETTINGS.${area}.write`] satisfies Permission[]),
      ],
    });
    privileged = await server.signedIn('restricted');
  });

  it.each(targets)(
    '%s: including restricted alarms requires the permission to read them',
    async (_, path, body) => {
      expect(
        (await admin.send('POST', path, { body: { ...body, includeRestricted: true } })).json(),
      ).toMatchObject(rejected);
      const made = await privileged.send('POST', path, { body: { ...body, includeRestricted: true } });
      const own = `${path}/${String((made.json() as { id: number }).id)}`;
      // Another address would send them to the user who enters it.
      const other = await admin.send('PUT', own, {
        body: { ...body, enabled: false, includeRestricted: true },
      });
      expect(other.json()).toMatchObject(rejected);
      // Taken off, and not put on again.
      expect((await admin.send('PUT', own, { body })).statusCode).toBe(200);
      expect((await admin.get(path)).body).toContain('"includeRestricted":false');
      expect((await admin.send('PUT', own, { body: { ...body, includeRestricted: true } })).statusCode).toBe(
        403,
      );
      expect(
        (await privileged.send('PUT', own, { body: { ...body, includeRestricted: true } })).statusCode,
      ).toBe(200);
      expect((await admin.send('DELETE', own)).statusCode).toBe(200);
    },
  );

  it.each(targets)('%s: the audit records who switched it', async (subject) => {
    const reported = await server.stack.db
      .selectFrom('audit_event')
      .selectAll()
      .where('action', '=', `${subject}.update`)
      .where('subject_name', '=', 'board')
      .orderBy('seq')
      .execute();
    expect(reported.map(({ actor, detail }) => [actor, JSON.parse(detail)])).toMatchObject([
      ['settings', { changes: [{ field: 'includeRestricted', before: true, after: false }] }],
      ['restricted', { changes: [{ field: 'includeRestricted', before: false, after: true }] }],
    ]);
  });

  it.each(targets)(
    '%s: deliveries of restricted alarms are listed and counted only for users who may read them',
    async (kind, path, body) => {
      const made = await admin.send('POST', path, { body: { ...body, name: 'notified of both' } });
      const { id } = made.json() as { id: number };
      const at = new Date();
      const delivery = (restricted: boolean) => ({
        key: `${kind} ${String(restricted)}`,
        kind,
        target: id,
        customer_id: null,
        state: 'dead',
        events: restricted ? 7 : 1,
        attempts: 1,
        response: '500',
        updated_at: at,
        restricted,
        created_at: new Date(at.getTime() + (restricted ? 1_000 : 0)),
      });
      await server.stack.db
        .insertInto('notification_delivery')
        .values([delivery(true), delivery(false)])
        .execute();
      const own = `${path}/${String(id)}`;
      const seen = async (browser: Browser) => {
        const { deliveries } = (await browser.get(`${own}/deliveries`)).json() as {
          deliveries: { events: number }[];
        };
        const lists = Object.values((await browser.get(path)).json() as object).flat() as {
          id: number;
          name?: string;
          lastDelivery?: { events: number } | null;
        }[];
        const listed = lists.find((one) => one.id === id && one.name === 'notified of both');
        return [deliveries.map(({ events }) => events), listed?.lastDelivery?.events];
      };
      expect(await seen(admin)).toEqual([[1], 1]);
      expect(await seen(privileged)).toEqual([[7, 1], 7]);
      await admin.send('DELETE', own);
    },
  );

  it('names of restricted alarms are not offered without the permission to read them', async () => {
    const hidden = await addAlarm(server.stack, { visibility: 'RESTRICTED', label: 'Line of the board' });
    const alarms = async (browser: Browser) =>
      ((await browser.get('/api/v1/mt/settings/mails')).json() as { alarms: { id: number }[] }).alarms.map(
        ({ id }) => id,
      );
    expect(await alarms(privileged)).toContain(hidden);
    expect(await alarms(admin)).not.toContain(hidden);
  });
});
