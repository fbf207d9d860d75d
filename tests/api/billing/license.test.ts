import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, dayStartMs, daysAfter } from '#schemas/billing/day.ts';
import { MailJob, jobSubject } from '#schemas/notification/job.ts';
import type { StoredLicense } from '#schemas/settings/license/routes.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { MailSender } from '#server/features/billing/mail-sender.ts';
import { aCertificate, anAuthority } from '#tests/fixtures/license/certificates.ts';
import { aLicense, testAuthority } from '#tests/fixtures/license/licenses.ts';
import { someone } from '#tests/fixtures/server/administrator.ts';
import {
  openServer,
  ORIGIN,
  type Browser,
  type ServerUnderTest,
} from '#tests/fixtures/server/server-under-test.ts';

const PATH = '/api/v1/mt/settings/license';
let server: ServerUnderTest;
let admin: Browser;
const START = Date.UTC(2026, 0, 5, 8);
const TODAY = dayOf(START);

const save = (body: object) => admin.send('PUT', PATH, { body });
const outcomeOf = async (body: object): Promise<string> => {
  const response = await save(body);
  if (response.statusCode === 200) return 'saved';
  const { code, errors = [] } = response.json<{ code: string; errors?: { path: string }[] }>();
  return [code, ...errors.map(({ path }) => path)].join(' ');
};
const read = async () =>
  (await admin.get(PATH)).json<{ stored: StoredLicense | null; usage: object | null }>();
const warnings = async (by = admin) =>
  (await by.get(`${PATH}/warnings`)).json<{ warnings: { is: string; from?: number }[] }>().warnings;

beforeAll(async () => {
  server = await openServer({ startsAt: START, licenseAuthorities: testAuthority.certificate.toString() });
  admin = (await someone(server)).page;
});
afterAll(() => server.close());

describe('the license of the platform', () => {
  it('is none at first: nothing warns, and nothing is stopped', async () => {
    expect(await read()).toEqual({ stored: null, usage: null });
    expect(await warnings()).toEqual([]);
  });

  it.each([
    ['LICENSE_EMPTY body.license', () => ({ ...aLicense(), license: ' ' })],
    ['LICENSE_CERTIFICATE_MISSING body.certificate', () => ({ ...aLicense(), certificate: '' })],
    ['LICENSE_FORMAT_INVALID body.license', () => ({ ...aLicense(), license: 'junk' })],
    [
      'LICENSE_SIGNATURE_INVALID body.license',
      () => ({ ...aLicense(), license: aLicense().license.replace(/.{6}$/, 'AAAAAA') }),
    ],
    ['LICENSE_INVALID body.license', () => aLicense({ notBefore: daysAfter(TODAY, 1) })],
    ['LICENSE_EXPIRED body.license', () => aLicense({ expires: daysAfter(TODAY, -1) })],
    ['CERTIFICATE_UNREADABLE body.certificate', () => ({ ...aLicense(), certificate: 'junk' })],
    ['CERTIFICATE_SIGNATURE_INVALID body.certificate', () => aLicense({}, aCertificate({}, anAuthority()))],
    [
      'CERTIFICATE_UNVERIFIED body.certificate',
      () => aLicense({}, aCertificate({ usages: [] }, testAuthority)),
    ],
    [
      'CERTIFICATE_NOT_IN_FORCE body.certificate',
      () => aLicense({}, aCertificate({ to: TODAY }, testAuthority)),
    ],
    [
      'LICENSE_CERTIFICATE_MISMATCH body.certificate',
      () => ({ ...aLicense(), certificate: aCertificate({}, testAuthority).certificate.toString() }),
    ],
    ['VALIDATION body.license', () => ({ ...aLicense(), license: 'a'.repeat(30_000) })],
    ['PAYLOAD_TOO_LARGE', () => ({ ...aLicense(), license: 'a'.repeat(10_000_000) })],
  ])('is rejected: %s', async (outcome, texts) => {
    expect(await outcomeOf(texts())).toBe(outcome);
    expect((await read()).stored).toBeNull();
  });

  it('is stored with what it says, replaced, and not replaced by itself', async () => {
    const first = aLicense({ units: { device: 10 } });
    expect(await outcomeOf({ ...first, license: ` ${first.license}\n` })).toBe('saved');
    const { stored } = await read();
    expect(stored).toMatchObject({
      license: first.license,
      fault: null,
      warnings: [],
      content: { organization: 'Northwind Networks', units: { device: 10 }, emails: ['billing@example.net'] },
    });
    expect(await outcomeOf(first)).toBe('LICENSE_SAME body.license');
    expect(await outcomeOf(aLicense({ id: 'renewed' }))).toBe('saved');
  });

  it('says why it would no longer be accepted', async () => {
    const certificate = aCertificate({ to: daysAfter(TODAY, 2) }, testAuthority);
    expect(await outcomeOf(aLicense({ id: 'short' }, certificate))).toBe('saved');
    server.clock.setBy(3 * DAY_MS);
    admin = (await someone(server)).page;
    expect((await read()).stored?.fault?.code).toBe('CERTIFICATE_NOT_IN_FORCE');
  });
});

const mails = async () => (await server.stack.bus.streamState('JOBS')).messages;

describe('a license that ends, or that is exceeded', () => {
  let sender: MailSender;
  const END = daysAfter(TODAY, 13);
  beforeAll(async () => {
    sender = new MailSender({ ...server.stack, clock: server.clock, publicUrl: ORIGIN });
    await save(aLicense({ id: 'ending', expires: END, units: { device: 10 }, emails: ['boss@example.net'] }));
  });

  it('warns those who may read it, and no others', async () => {
    expect(await warnings()).toEqual([{ is: 'expires', expires: END, days: 10, from: 30 }]);
    const { page } = await someone(server, ['LICENSE.read', 'SETTINGS.SNMP.read']);
    expect((await page.get(`${PATH}/warnings`)).statusCode).toBe(403);
    const { page: narrow } = await someone(server, ['SETTINGS.LICENSE.read'], ['acme']);
    expect((await narrow.get(`${PATH}/warnings`)).statusCode).toBe(403);
  });

  it('is mailed to the attached addresses 30 and 7 days before, once each', async () => {
    await sender.sendWarnings();
    await sender.sendWarnings();
    expect(await mails()).toBe(1);
    const message = await server.stack.bus.lastMessage('JOBS', jobSubject('mail'));
    const job = MailJob.parse(JSON.parse(new TextDecoder().decode(message!.data)));
    expect([job.to, job.text?.includes('expires in 10 days')]).toEqual([['boss@example.net'], true]);
    server.clock.setBy(4 * DAY_MS);
    await sender.sendWarnings();
    await sender.sendWarnings();
    expect(await mails()).toBe(2);
  });

  it('is mailed at 80 and 100 % of its units, with the units of the last day that was counted', async () => {
    const { db } = server.stack;
    const day = daysAfter(TODAY, 6);
    await db.insertInto('billing_day').values({ day, counted_at: server.clock.now() }).execute();
    const counted = {
      day,
      customer_id: 1,
      client_id: 'acme',
      customer_name: 'Acme',
      service: 'device' as const,
    };
    await db
      .insertInto('billing_count')
      .values({ ...counted, units: 8 })
      .execute();
    await sender.sendWarnings();
    expect(await mails()).toBe(3);
    await db.updateTable('billing_count').set({ units: 11 }).execute();
    await sender.sendWarnings();
    await sender.sendWarnings();
    expect(await mails()).toBe(4);
    admin = (await someone(server)).page;
    expect(await warnings()).toContainEqual({
      is: 'usage',
      service: 'device',
      units: 11,
      contracted: 10,
      from: 100,
    });
    expect((await read()).usage).toMatchObject({ day, units: { device: 11 } });
  });

  it('changes nothing else once it has expired: everything can be read and changed as before', async () => {
    server.clock.setBy(30 * DAY_MS);
    admin = (await someone(server)).page;
    expect((await warnings()).map(({ is }) => is)).toEqual(['expired', 'usage']);
    const changed = await admin.send('PUT', '/api/v1/mt/settings/iframe', { body: { patterns: [] } });
    expect([changed.statusCode, (await admin.get('/api/v1/cc/customer')).statusCode]).toEqual([200, 200]);
  });

  it('has still expired after the clock was set back: the days that were counted are over', async () => {
    const { db } = server.stack;
    await db
      .insertInto('billing_day')
      .values({ day: daysAfter(TODAY, 100), counted_at: server.clock.now() })
      .execute();
    expect(dayStartMs(daysAfter(TODAY, 100))).toBeGreaterThan(server.clock.now().getTime());
    await save(aLicense({ id: 'late', expires: daysAfter(TODAY, 99) }));
    expect(await outcomeOf(aLicense({ id: 'late', expires: daysAfter(TODAY, 99) }))).toBe(
      'LICENSE_EXPIRED body.license',
    );
  });
});
