import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environmentFaults } from '#platform/env/config.ts';
import { networkList } from '#platform/outbound/internal-address.ts';
import { smtpReceiver, type SmtpReceiver } from '#tests/fixtures/scheduling/smtp-receiver.ts';
import { notificationEnvironment } from '../environment.ts';
import { readDkimKey } from './dkim-key.ts';
import { sendMail } from './send-mail.ts';

const folder = mkdtempSync(join(tmpdir(), 'telltale-dkim-'));
const file = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const pem = { type: 'pkcs8', format: 'pem' } as const;
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
const keyFile = file('rsa.pem', privateKey.export(pem));
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;

let server: SmtpReceiver;
beforeAll(async () => {
  server = await smtpReceiver();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const dkim = (domain = '') =>
  readDkimKey({ MAIL_DKIM_KEY_FILE: keyFile, MAIL_DKIM_SELECTOR: 's1', MAIL_DKIM_DOMAIN: domain });

/** Sends a mail with a file and a link to unsubscribe; returns it as it arrived. */
async function sent(to: string, key: ReturnType<typeof dkim>): Promise<string> {
  const mail = {
    key: `key-${to}`,
    to: [to],
    subject: 'Débit de la ligne',
    text: 'About it\n',
    html: '<p>About it</p>',
    files: [{ name: 'report.csv', type: 'text/csv', content: Buffer.alloc(5_000, 'x') }],
    unsubscribe: 'https://telltale.example/unsubscribe?token=a.b',
  };
  const smtp = { host: '127.0.0.1', port: server.port, login: '', password: '', tls: 'none' as const };
  const needs = { resolve: () => Promise.resolve([]), allowed: networkList(['127.0.0.0/8']), dkim: key };
  const outcome = await sendMail(mail, { ...smtp, advanced: '', source: 'noc@example.net' }, needs);
  expect(outcome.is).toBe('delivered');
  return server.to(to)[0]!;
}

/** What a receiver finds: the names that it looks up, and the result of each signature. */
async function verified(content: string) {
  const looked: string[] = [];
  const resolver = (name: string) => {
    looked.push(name);
    return Promise.resolve([[record]]);
  };
  const { results } = await dkimVerify(Buffer.from(content), { resolver });
  return {
    looked: looked.filter((name) => name.includes('_domainkey')),
    results: results.map((one) => one.status.result),
  };
}

describe('a mail', () => {
  it('is signed with the key of the configuration for the domain of its sender', async () => {
    const content = await sent('one@example.org', dkim());
    expect(await verified(content)).toEqual({ looked: ['s1._domainkey.example.net'], results: ['pass'] });
    expect(await verified(await sent('two@example.org', dkim('mail.example')))).toMatchObject({
      looked: ['s1._domainkey.mail.example'],
    });
  });

  it.each([
    ['text', 'About it', 'About that'],
    ['subject', /^Subject: .*/m, 'Subject: Another'],
    ['link to unsubscribe', 'token=a.b', 'token=a.c'],
    ['request of one click', 'One-Click', 'Two-Clicks'],
  ])('whose %s was changed is not authentic', async (name, found, other) => {
    const content = await sent(`${name.replaceAll(' ', '-')}@example.org`, dkim());
    expect((await verified(content.replace(found, other))).results).not.toEqual(['pass']);
  });

  it('has no signature without a key', async () => {
    const content = await sent('none@example.org', undefined);
    expect(content).not.toContain('DKIM-Signature');
  });
});

describe('the start', () => {
  const faultsOf = (env: Readonly<Record<string, string>>): string =>
    environmentFaults(notificationEnvironment, env)
      .filter((fault) => fault.includes('DKIM'))
      .join();
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem);

  it.each([
    ['that does not exist', join(folder, 'missing.pem')],
    ['without a key', file('empty.pem', 'no key')],
    ['with the public key', file('public.pem', publicKey.export({ type: 'spki', format: 'pem' }))],
    ['with a key of another kind', file('ec.pem', elliptic)],
    [
      'with a short key',
      file('short.pem', generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey.export(pem)),
    ],
  ])('names a file %s', (_, path) => {
    expect(faultsOf({ MAIL_DKIM_KEY_FILE: path })).toContain(
      `MAIL_DKIM_KEY_FILE: expected a file of a private RSA key of 1024 bits or more in PEM that this user can read, got ${JSON.stringify(path)}`,
    );
  });

  it('names a selector that is no name, and accepts a key', () => {
    expect(faultsOf({ MAIL_DKIM_SELECTOR: 'a b' })).toContain(
      'MAIL_DKIM_SELECTOR: expected a name in the DNS',
    );
    expect(faultsOf({ MAIL_DKIM_KEY_FILE: keyFile })).toBe('');
  });
});
