import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createTransport } from 'nodemailer';
import { networkList } from '#platform/outbound/internal-address.ts';
import { failingTogether } from './mail-deliverer.ts';
import { failureAt, sendMail, transportOf } from './send-mail.ts';

const mail = { key: 'key-1', to: ['one@example.net'], subject: 'Line saturated', text: 'About it' };
const smtpAt = (host: string, port: number) =>
  ({
    host,
    port,
    login: '',
    password: '',
    tls: 'none',
    advanced: '',
    source: 'telltale@example.net',
  }) as const;
const loopback = networkList(['127.0.0.0/8']);
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A service that greets, and responds to each line with `reply`. */
async function service(greeting: string, reply: string | ((line: string) => string) = '500 unknown') {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.write(`${greeting}\r\n`);
    socket.on('data', (line: Buffer) =>
      socket.write(`${typeof reply === 'string' ? reply : reply(line.toString('utf8'))}\r\n`),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

describe('a line break', () => {
  it.each([
    ['the subject', { subject: 'Down\r\nBcc: eve@example.net\r\n\r\nbody' }, {}],
    ['a recipient', { to: ['one@example.net\r\nBcc: eve@example.net'] }, {}],
    ['a recipient, as a command', { to: ['one@example.net>\r\nRCPT TO:<eve@example.net'] }, {}],
    ['the sender', {}, { source: 'telltale@example.net\r\nBcc: eve@example.net' }],
    ['the key', { key: 'key-1>\r\nBcc: eve@example.net' }, {}],
    [
      'the name of a file',
      { attachment: { name: 'a.pdf"\r\nBcc: eve@example.net', type: 'text/csv' as const, content: '' } },
      {},
    ],
  ])('in %s adds no header and no recipient', async (_, changed, smtp) => {
    const said: string[] = [];
    const { port } = await service('220 mail.example ESMTP', (text) => {
      said.push(text);
      if (/^DATA/im.test(text)) return '354 start';
      return /^EHLO/im.test(text) ? '250 mail.example' : '250 ok';
    });
    const needs = { resolve: () => Promise.resolve(['127.0.0.1']), allowed: loopback };
    await sendMail({ ...mail, ...changed }, { ...smtpAt('mail.example', port), ...smtp }, needs);
    const lines = said.join('').split(/\r?\n/);
    expect(said.join('')).toMatch(/^EHLO/m);
    expect(lines.filter((line) => /^bcc:/i.test(line))).toEqual([]);
    expect(
      lines.filter((line) => /^rcpt to:.*eve@example\.net>$/i.test(line) && !line.includes('one@')),
    ).toEqual([]);
  });
});

describe('the mail server', () => {
  it.each([
    ['INFO {"server_id":"NA45SECRET"}', '-ERR SECRET', 'the server does not greet as a mail server'],
    ['220 ftp SECRET ready', '500 SECRET', 'the server does not respond to HELO as a mail server (500)'],
    ['554 SECRET', '500 SECRET', 'the server does not greet as a mail server (554)'],
  ])('that says %s is not quoted', async (greeting, reply, expected) => {
    const { port } = await service(greeting, reply);
    const needs = { resolve: () => Promise.resolve(['127.0.0.1']), allowed: loopback };
    const { is, response } = await sendMail(mail, smtpAt('mail.example', port), needs);
    expect(is).not.toBe('delivered');
    expect(response).toBe(expected);
  });

  it('in a private network that is not listed conceals refused, open and other ports alike, but not a mail server', async () => {
    const failure = async (port: number) => {
      const transport = createTransport(transportOf(smtpAt('mail.example', port), '127.0.0.1'));
      return transport
        .sendMail({ from: 'a@example.net', to: 'b@example.net' })
        .catch((error: unknown) => error);
    };
    const errors = [
      await failure((await service('INFO {"server_id":"NA45SECRET"}')).port),
      await failure((await service('220 ftp ready')).port),
      await failure(1),
    ];
    const shown = new Set(errors.map((error) => JSON.stringify(failureAt(error, false))));
    expect([...shown]).toEqual([
      '{"response":"no mail server responds there, or its certificate is not valid: the reason is shown for networks of MAIL_ALLOWED_NETWORKS","isConcealed":true}',
    ]);
    expect(new Set(errors.map((error) => failureAt(error, true).response)).size).toBe(3);
    const mailServer = await failure(
      (await service('220 mail', (line) => (line.startsWith('MAIL') ? '550 no' : '250 SIZE 1'))).port,
    );
    expect(failureAt(mailServer, false)).toMatchObject({ isConcealed: false });
  });

  it('in a private network fails after the same time, whether it refuses or is silent', async () => {
    const needs = { resolve: () => Promise.resolve(['198.18.0.1']), allowed: networkList([]) };
    const quick = { ...smtpAt('mail.example', 9), advanced: 'connectionTimeout=300\ngreetingTimeout=200' };
    expect(await sendMail(mail, quick, needs)).toMatchObject({ is: 'failed', concealedMs: 800 });
  });

  it.each([
    ['169.254.169.254', 'link-local'],
    ['127.0.0.1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
  ])('%s is not called, because its address is %s', async (host, kind) => {
    const { port, connections } = await service('220 mail');
    const needs = { resolve: () => Promise.resolve([host]), allowed: networkList([]) };
    const outcome = await sendMail(mail, smtpAt('mail.example', port), needs);
    expect(outcome).toEqual({
      is: 'failed',
      response: `mail.example (${host}) is a ${kind} address: only networks of MAIL_ALLOWED_NETWORKS may be called`,
    });
    expect(connections()).toBe(0);
  });

  it('is called at the checked address, whatever its name resolves to later', async () => {
    const { port, connections } = await service('220 mail');
    const responses = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.1']];
    const resolve = () => Promise.resolve(responses.shift() ?? []);
    await sendMail(mail, smtpAt('rebinding.example', port), { resolve, allowed: networkList(['127.0.0.2']) });
    expect(connections()).toBe(0);
    expect(responses.length).toBe(2);
  });

  it('with several addresses is called at the first that responds', async () => {
    const { port, connections } = await service('220 mail');
    const resolve = () => Promise.resolve(['127.0.0.9', '127.0.0.1']);
    await sendMail(mail, smtpAt('mail.example', port), { resolve, allowed: loopback });
    expect(connections()).toBe(1);
  });
});

describe('a mail that fails', () => {
  const to = ['one@example.net', 'two@example.net'];
  it.each([
    [{ to, target: 3 }, 'mail-3'],
    [{ to: ['one@example.net'], target: 3, apart: true }, 'mail to one@example.net'],
    [{ to: ['one@example.net'] }, 'mail to one@example.net'],
  ])('delays those of its notification or of its recipients: %j', (job, together) => {
    expect(failingTogether(job)).toBe(together);
  });
});
