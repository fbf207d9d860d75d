import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withSmtpSecrets } from '#schemas/settings/smtp/smtp-secrets.ts';
import { testSecrets } from '../../fixtures/secrets.ts';
import { jobSubject } from '#schemas/notification/job.ts';
import type { Smtp } from '#schemas/settings/smtp/smtp.ts';
import { sendMail } from '#engine/notification/mail/send-mail.ts';
import { openStack, type Stack } from '../../store/stack.ts';
import { streams } from '#schemas/bus/stream.ts';
import {
  addAlarm,
  addWebhook,
  anEvent,
  deliveriesOf,
  httpReceiver,
  loopback,
  publishEvents,
  startNotification,
} from '../../fixtures/notification/notification-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { atNight, describeAtNight } from '#tests/gate/at-night.ts';

interface Arrived {
  readonly secure: boolean;
  readonly user: string | undefined;
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

let stack: Stack;
let certificate: { readonly key: Buffer; readonly cert: Buffer };
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  stack = await openStack();
  const folder = mkdtempSync(join(tmpdir(), 'telltale-smtp-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
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
      ...subject,
    ],
    { stdio: 'ignore' },
  );
  certificate = { key: readFileSync(key), cert: readFileSync(cert) };
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
afterAll(() => stack.close());

/** A real SMTP server with STARTTLS, that wants `noc` with `secret`. */
async function smtpServer(changes: SMTPServerOptions = {}) {
  const arrived: Arrived[] = [];
  const server = new SMTPServer({
    ...certificate,
    authOptional: false,
    onAuth({ username, password }, _session, done) {
      if (username === 'noc' && password === 'secret') done(null, { user: username });
      else done(new Error('wrong password'));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        arrived.push({
          secure: session.secure,
          user: session.user,
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
    ...changes,
  });
  // Faults of clients do not matter here.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { arrived, port: (server.server.address() as AddressInfo).port };
}

const anSmtp = (port: number, changes: Partial<Smtp> = {}): Smtp => ({
  host: 'localhost',
  port,
  login: 'noc',
  password: 'secret',
  tls: 'starttls',
  advanced: 'rejectUnauthorized=false',
  source: 'telltale@example.net',
  ...changes,
});
const mail = {
  key: 'key-1',
  to: ['one@example.net', 'two@example.net'],
  subject: 'Été\nBcc: x@y.z',
  text: 'Ligne saturée',
};

describe('a mail', () => {
  it('goes over STARTTLS with login, with an id derived from the job', async () => {
    const { arrived, port } = await smtpServer();
    expect(await sendMail(mail, anSmtp(port), loopback)).toMatchObject({ is: 'delivered' });
    expect(arrived).toMatchObject([
      { secure: true, user: 'noc', from: 'telltale@example.net', to: ['one@example.net', 'two@example.net'] },
    ]);
    const [{ text }] = arrived as [Arrived];
    expect(text).toContain('Message-ID: <key-1@example.net>');
    expect(text).toContain('Auto-Submitted: auto-generated');
    expect(text).not.toMatch(/^Bcc:/m);
  });

  atNight('carries its file as it is, under its name', async () => {
    const { arrived, port } = await smtpServer();
    const csv = '\uFEFFday,customer,units\r\n2026-11-22,Café,3\r\n';
    const content = Buffer.from(csv).toString('base64');
    const attachment = { name: 'units-2026-11.csv', type: 'text/csv' as const, content };
    expect(await sendMail({ ...mail, attachment }, anSmtp(port), loopback)).toMatchObject({
      is: 'delivered',
    });
    const [{ text }] = arrived as [Arrived];
    expect(text).toMatch(/Content-Type: text\/csv; name=units-2026-11\.csv/);
    expect(text).toContain('Content-Disposition: attachment; filename=units-2026-11.csv');
    const sent =
      /base64[\s\S]*?\r?\n\r?\n([\w+/=\r\n]+)\r?\n--/.exec(text.slice(text.indexOf('text/csv')))?.[1] ?? '';
    expect(Buffer.from(sent, 'base64').toString()).toBe(csv);
  });

  atNight('goes over TLS from the first byte', async () => {
    const { arrived, port } = await smtpServer({ secure: true });
    expect(await sendMail(mail, anSmtp(port, { tls: 'implicit' }), loopback)).toMatchObject({
      is: 'delivered',
    });
    expect(arrived.map(({ secure }) => secure)).toEqual([true]);
  });

  it('is not sent to a server with an untrusted certificate', async () => {
    const { arrived, port } = await smtpServer();
    const outcome = await sendMail(mail, anSmtp(port, { advanced: '' }), loopback);
    expect(outcome).toMatchObject({ is: 'failed', response: expect.stringMatching(/self.signed/) as string });
    expect(arrived).toEqual([]);
  });

  it('is not sent in plain text when STARTTLS is stripped', async () => {
    const { arrived, port } = await smtpServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
    expect((await sendMail(mail, anSmtp(port), loopback)).is).not.toBe('delivered');
    expect(arrived).toEqual([]);
  });

  it('is retried after a rejected login, but not after a permanent rejection', async () => {
    const refusing = await smtpServer();
    expect(await sendMail(mail, anSmtp(refusing.port, { password: 'wrong' }), loopback)).toMatchObject({
      is: 'failed',
    });
    const full = await smtpServer({
      onRcptTo(_address, _session, done) {
        done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
      },
    });
    expect(await sendMail(mail, anSmtp(full.port), loopback)).toMatchObject({ is: 'rejected' });
  });

  atNight(
    'rejected temporarily for some recipients is retried only for them, and reaches the others once',
    async () => {
      const requested: string[] = [];
      const { arrived, port } = await smtpServer({
        onRcptTo({ address }, _session, done) {
          requested.push(address);
          const times = requested.filter((one) => one === address).length;
          const code = { grey: times < 3 ? 450 : 0, deleted: 550, taken: 0 }[address.split('@')[0]!] ?? 0;
          if (code === 0) done();
          else done(Object.assign(new Error('rejected'), { responseCode: code }));
        },
      });
      await stack.db
        .insertInto('setting')
        .values({ name: 'smtp', value: JSON.stringify(withSmtpSecrets(anSmtp(port), testSecrets.seal)) })
        .execute();
      const running = await startNotification(stack);
      closing.push(() => running.stop());
      const to = (...names: string[]) => names.map((name) => `${name}@example.net`);
      const queue = (key: string, names: readonly string[]) => {
        const job = { ...mail, to: to(...names), kind: 'mail', key, sinceMs: Date.now() };
        const data = new TextEncoder().encode(JSON.stringify(job));
        return publisher.publish({ subject: jobSubject('mail'), data });
      };
      const publisher = stack.bus.publisher();
      await queue('partly-1', ['taken', 'grey', 'deleted']);
      await eventually(async () => arrived.length === 2 || undefined, 60_000);
      await eventually(async () => (await stack.bus.streamState('JOBS')).messages === 0 || undefined, 60_000);
      // No recipient got it at once, and one of them never will.
      requested.length = 0;
      await queue('partly-2', ['grey', 'deleted']);
      await eventually(async () => arrived.length === 3 || undefined, 60_000);
      await eventually(async () => (await stack.bus.streamState('JOBS')).messages === 0 || undefined, 60_000);
      publisher.close();
      expect(arrived.map((one) => one.to)).toEqual([to('taken'), to('grey'), to('grey')]);
      expect(new Set(arrived.map(({ text }) => /^Message-ID: (.*)$/m.exec(text)?.[1])).size).toBe(3);
      const states = (await deliveriesOf(stack, 0, 'mail')).filter(({ key }) => key.startsWith('partly'));
      expect(states.map(({ state }) => state).sort()).toEqual([
        'dead',
        'delivered',
        'delivered',
        'delivered',
      ]);
      await stack.db.deleteFrom('setting').where('name', '=', 'smtp').execute();
    },
  );

  atNight('waits in the queue until a server is set up, then goes out once', async () => {
    const { arrived, port } = await smtpServer();
    const running = await startNotification(stack);
    closing.push(() => running.stop());
    const job = { ...mail, kind: 'mail', key: 'queued-1', subject: 'Queued', sinceMs: Date.now() };
    const publisher = stack.bus.publisher();
    const data = new TextEncoder().encode(JSON.stringify(job));
    await publisher.publish({ subject: jobSubject('mail'), data });
    await publisher.publish({ subject: jobSubject('mail'), data });
    publisher.close();
    const state = async () => (await deliveriesOf(stack, 0, 'mail')).find(({ key }) => key === 'queued-1');
    expect(await eventually(state)).toMatchObject({
      state: 'retrying',
      response: 'no mail server is configured',
    });
    await stack.db
      .insertInto('setting')
      .values({ name: 'smtp', value: JSON.stringify(withSmtpSecrets(anSmtp(port), testSecrets.seal)) })
      .execute();
    stack.bus.publish('config.notification', '{}');
    await eventually(async () => ((await state())?.state === 'delivered' ? true : undefined), 60_000);
    await eventually(async () => (await stack.bus.streamState('JOBS')).messages === 0 || undefined, 60_000);
    expect(arrived.length).toBe(1);
  });
});

describe('a mail notification of alarms', () => {
  const rule = {
    enabled: true,
    recipients: JSON.stringify(['noc@example.net', 'duty@example.net']) as unknown as string[],
    trigger: 'both',
    customers: JSON.stringify([1]) as unknown as number[],
    severities: JSON.stringify([]) as unknown as string[],
    alarms: JSON.stringify([]) as unknown as number[],
    grouping: 'single',
    subject: '[{{alert.severity}}] {{alert.name}} {{alert.hook}}',
    body: '{{alert.description}}\n{{customer.name}} / {{site.name}}',
    active_since: new Date(),
  };
  const add = async (changes: Partial<typeof rule> & { name: string }) => {
    const values = { ...rule, ...changes };
    return (await stack.db.insertInto('alarm_mail').values(values).returning('id').executeTakeFirstOrThrow())
      .id;
  };

  it('notifies its recipients of raises and clears within its filters, grouped when that is set', async () => {
    const { arrived, port } = await smtpServer();
    await stack.db.deleteFrom('setting').where('name', '=', 'smtp').execute();
    await stack.db
      .insertInto('setting')
      .values({ name: 'smtp', value: JSON.stringify(withSmtpSecrets(anSmtp(port), testSecrets.seal)) })
      .execute();
    const alarm = await addAlarm(stack);
    const all = await add({ name: 'all' });
    const critical = await add({
      name: 'critical raises',
      trigger: 'rising',
      severities: JSON.stringify(['critical']) as unknown as string[],
    });
    const grouped = await add({ name: 'grouped', grouping: 'minute' });
    const others = await add({ name: 'others', customers: JSON.stringify([2]) as unknown as number[] });
    const running = await startNotification(stack);
    closing.push(() => running.stop());
    const raise = anEvent({ alarm });
    await publishEvents(stack, [
      raise,
      anEvent({ alarm, edge: 'clear', at: raise.at + 1 }),
      anEvent({ alarm, at: raise.at + 2, severity: 'minor' }),
    ]);
    const delivered = async (target: number) =>
      (await deliveriesOf(stack, target, 'mail')).filter(({ state }) => state === 'delivered');
    await eventually(async () => (await delivered(all)).length === 3 || undefined, 60_000);
    await eventually(async () => (await delivered(grouped)).length === 1 || undefined, 60_000);
    expect(await delivered(critical)).toHaveLength(1);
    expect(await delivered(grouped)).toMatchObject([{ events: 3 }]);
    expect(await deliveriesOf(stack, others, 'mail')).toEqual([]);
    expect(new Set(arrived.flatMap(({ to }) => to))).toEqual(
      new Set(['noc@example.net', 'duty@example.net']),
    );
    // The quotes of the alarm's name are encoded (RFC 2047).
    const subjects = arrived.map(({ text }) => /^Subject: ([\s\S]*?)\r\n\S/m.exec(text)?.[1] ?? '');
    expect(subjects.filter((one) => /=5Bcritical=5D_Line_=22saturated=22_risi/.test(one))).toHaveLength(2);
    expect(subjects).toContain('[critical] 3 more alarm events rising');
  });
});

describe('the language of a mail notification', () => {
  it('is that of a recipient who is a user with a language, and of the notification for all others', async () => {
    const { arrived, port } = await smtpServer();
    await stack.db.deleteFrom('setting').where('name', '=', 'smtp').execute();
    await stack.db
      .insertInto('setting')
      .values({ name: 'smtp', value: JSON.stringify(withSmtpSecrets(anSmtp(port), testSecrets.seal)) })
      .execute();
    const role = await stack.db
      .insertInto('role')
      .values({ label: 'duty' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await stack.db
      .insertInto('account')
      .values({ username: 'duty', role_id: role.id, email: 'Duty@example.net', language: 'fr' })
      .execute();
    await stack.db.deleteFrom('alarm_mail').execute();
    const alarm = await addAlarm(stack, { label: 'Inbound saturation' });
    const json = (value: unknown): never => JSON.stringify(value) as never;
    const { id } = await stack.db
      .insertInto('alarm_mail')
      .values({
        name: 'both languages',
        enabled: true,
        recipients: json(['noc@example.net', 'duty@example.net']),
        trigger: 'both',
        customers: json([]),
        severities: json([]),
        alarms: json([alarm]),
        grouping: 'single',
        subject: '{{alert.name}}',
        body: '{{incident.text}}',
        active_since: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const running = await startNotification(stack);
    closing.push(() => running.stop());
    await publishEvents(stack, [anEvent({ alarm })]);
    await eventually(async () => {
      const deliveries = await deliveriesOf(stack, id, 'mail');
      return deliveries.filter(({ state }) => state === 'delivered').length === 2 ? true : undefined;
    });
    const read = arrived.map(({ to, text }) => [to.join(), /^Subject: (.*)\r$/m.exec(text)?.[1]]);
    expect(Object.fromEntries(read)).toEqual({
      'duty@example.net': 'Saturation entrante',
      'noc@example.net': 'Inbound saturation',
    });
    const french = arrived.find(({ to }) => to[0] === 'duty@example.net')?.text;
    expect(french).toMatch(/sur edge-1 .* depuis/);
  });
});

describeAtNight('a stream that is full', () => {
  it('goes to mails and webhooks that include platform events, whatever their filters, and so does its end', async () => {
    const { arrived, port } = await smtpServer();
    const board = await httpReceiver();
    closing.push(() => board.close());
    await stack.db.deleteFrom('setting').where('name', '=', 'smtp').execute();
    await stack.db
      .insertInto('setting')
      .values({ name: 'smtp', value: JSON.stringify(withSmtpSecrets(anSmtp(port), testSecrets.seal)) })
      .execute();
    const json = (value: unknown): never => JSON.stringify(value) as never;
    const mailTo = (name: string, notify_platform_events: boolean) => ({
      name,
      notify_platform_events,
      enabled: true,
      recipients: json([`${name}@example.net`]),
      trigger: 'both',
      customers: json([1]),
      severities: json(['minor']),
      alarms: json([]),
      grouping: 'single',
      subject: '{{alert.name}}',
      body: '{{alert.name}}',
      active_since: new Date(),
    });
    await stack.db
      .insertInto('alarm_mail')
      .values([mailTo('platform', true), mailTo('customers', false)])
      .execute();
    const template =
      '{"name":"{{alert.name}}","hook":{{alert.hook}},"of":{{customer.id}},"at":{{alert.targets}}}';
    const [reported, untold] = [
      await addWebhook(stack, { url: `${board.url}/notified`, notify_platform_events: true, template }),
      await addWebhook(stack, { url: `${board.url}/untold` }),
    ];
    await stack.bus.ensureStreams([{ ...streams.stats, maxBytes: 200 * 1_024 }]);
    const running = await startNotification(stack, { calmMs: 2_000 });
    closing.push(() => running.stop());
    const publisher = stack.bus.publisher();
    closing.push(() => Promise.resolve(publisher.close()));
    const offer = () => publisher.publish({ subject: 'stats.0', data: new Uint8Array(30 * 1_024) });
    while ((await offer()).ok);
    const bodies = () =>
      board.received.filter(({ url }) => url === '/notified').map(({ body }) => JSON.parse(body) as unknown);
    await eventually(async () => {
      // A rejected publisher retries and reports each time, so a process started later is notified too.
      if (bodies().length === 0) await offer();
      return bodies().length > 0 && arrived.length > 0 ? true : undefined;
    });
    // Nothing is rejected any more.
    await eventually(async () => (bodies().length === 2 && arrived.length === 2 ? true : undefined), 60_000);
    expect(bodies()).toEqual([
      {
        name: 'The stream STATS is full / La file STATS est pleine',
        hook: 'rising',
        of: null,
        at: ['STATS'],
      },
      {
        name: 'The stream STATS accepts messages again / La file STATS accepte de nouveau les messages',
        hook: 'falling',
        of: null,
        at: ['STATS'],
      },
    ]);
    expect(arrived.map(({ to }) => to)).toEqual([['platform@example.net'], ['platform@example.net']]);
    expect(arrived[0]?.text).toMatch(
      /^Subject: The stream STATS is full \/ La file STATS est pleine\r\n[^]*Messages are rejected/m,
    );
    expect(await deliveriesOf(stack, reported)).toMatchObject([
      { state: 'delivered', events: 1 },
      { state: 'delivered', events: 1 },
    ]);
    expect(await deliveriesOf(stack, untold)).toEqual([]);
  });
});
