import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '#platform/embedded/free-port.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { selfSigned } from '../fixtures/saml/certificate.ts';
import { startSimpleSaml } from '../fixtures/saml/simplesamlphp.ts';
import { openBrowser, openPage } from '../screens/support/browser.ts';
import { aSaml, ENTITY } from '../fixtures/saml/saml-sketch.ts';
import { openServer, type ServerUnderTest } from '../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

const SECONDS_MS = 60_000;
const user = {
  username: 'zoe',
  password: 'telescope',
  attributes: {
    uid: ['zoe'],
    givenName: ['Zoé'],
    sn: ['Martin'],
    mail: ['zoe@example.net'],
    groups: ['staff', 'noc'],
    customer: ['acme', 'globex'],
  },
};
const ours = selfSigned();
let server: ServerUnderTest;
let idp: Awaited<ReturnType<typeof startSimpleSaml>>;
let origin: string;
let chromium: Browser;
let page: Page;
let context: BrowserContext;

beforeAll(async () => {
  const port = await freePort(0);
  origin = `http://127.0.0.1:${String(port)}`;
  server = await openServer({
    startsAt: Date.now(),
    publicUrl: origin,
    webFolder: `${process.cwd()}/dist/web`,
  });
  await server.app.listen({ host: '127.0.0.1', port });
  const { id } = await server.stack.db
    .insertInto('role')
    .values({ label: 'Watchers' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.stack.db
    .insertInto('role_permission')
    .values({ role_id: id, permission: 'ALERT.read' })
    .execute();
  await server.account({ username: 'admin', permissions: permissionKeys });
  const provider = {
    entityId: ENTITY,
    acsUrl: `${origin}/api/v1/saml/acs`,
    logoutUrl: `${origin}/api/v1/saml/logout`,
    certificate: ours.certificate,
  };
  idp = await startSimpleSaml(provider, user);
  chromium = await openBrowser();
}, SECONDS_MS);
afterAll(async () => {
  await chromium.close();
  idp.close();
  await server.close();
});
beforeEach(async () => {
  ({ page, context } = await openPage(chromium));
});
afterEach(async () => {
  await context.close();
  await server.stack.db.deleteFrom('session').execute();
});

async function setUp(changed: Partial<SamlSettings> = {}): Promise<void> {
  const admin = await server.signedIn('admin');
  const body = aSaml(ours, {
    name: 'SimpleSAMLphp',
    baseUrl: origin,
    idpEntityId: idp.entityId,
    idpSsoUrl: idp.ssoUrl,
    idpLogoutUrl: idp.logoutUrl,
    certificates: [idp.certificate],
    privateKey: ours.key,
    publicCertificate: ours.certificate,
    // The clock of the test stands still, the provider's does not.
    skewSeconds: 120,
    ...changed,
  });
  const reply = await admin.send('PUT', '/api/v1/mt/settings/saml', { body });
  expect(reply.statusCode).toBe(200);
}

/** The provider's own form. */
async function signInThere(): Promise<void> {
  await page.locator('input[name="username"]').fill(user.username);
  await page.locator('input[name="password"]').fill(user.password);
  await page.keyboard.press('Enter');
}
const isIn = () => page.getByRole('button', { name: 'Account of Zoé Martin' }).waitFor();
const sessions = async (): Promise<number> => {
  const { db } = server.stack;
  const rows = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select('token_hash')
    .where('username', '=', 'zoe')
    .execute();
  return rows.length;
};
const reportedBy = async (action: string) => {
  const { db } = server.stack;
  const rows = await db.selectFrom('audit_event').selectAll().where('action', '=', action).execute();
  return rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) as unknown }));
};
async function signOut(): Promise<void> {
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(`${origin}/sign-in`);
}

describe('SimpleSAMLphp', () => {
  it.each(['REDIRECT', 'POST'] as const)(
    'signs its user in, requested by %s, and out on both sides',
    async (binding) => {
      await setUp({ binding });
      await page.goto(`${origin}/alert?customer=${String(server.customers.get('globex'))}`);
      await page.getByRole('link', { name: 'Sign in with SimpleSAMLphp' }).click();
      await signInThere();
      await isIn();
      expect(new URL(page.url()).searchParams.get('customer')).toBe(String(server.customers.get('globex')));

      await signOut();
      expect(await sessions()).toBe(0);
      // There too: it requests the password again.
      await page.getByRole('link', { name: 'Sign in with SimpleSAMLphp' }).click();
      await page.locator('input[name="password"]').waitFor();
    },
    SECONDS_MS,
  );

  it(
    'signs its user in without being asked, where the settings say so',
    async () => {
      await setUp({
        workflow: 'IDP',
        idpSsoUrl: `${idp.ssoUrl}?spentityid=${encodeURIComponent(ENTITY)}&RelayState=/cc/alert`,
      });
      await page.goto(`${origin}/sign-in`);
      await page.getByRole('link', { name: 'Sign in with SimpleSAMLphp' }).click();
      await signInThere();
      await isIn();
      expect(new URL(page.url()).pathname).toBe('/cc/alert');
      await signOut();
      expect(await sessions()).toBe(0);
    },
    SECONDS_MS,
  );

  it(
    'is rejected unsolicited, unless the settings allow it',
    async () => {
      await setUp();
      await page.goto(`${idp.ssoUrl}?spentityid=${encodeURIComponent(ENTITY)}&RelayState=/cc/alert`);
      await signInThere();
      await page
        .getByRole('alert')
        .getByText('The identity provider did not confirm your identity.')
        .waitFor();
      expect(await sessions()).toBe(0);
      expect(await reportedBy('POST /saml/acs')).toMatchObject([
        { kind: 'rejection', via: 'none', address: '127.0.0.1', detail: { note: { check: 'request' } } },
      ]);
    },
    SECONDS_MS,
  );

  it(
    'ends the session here when its user signs out there',
    async () => {
      await setUp();
      await page.goto(origin);
      await page.getByRole('link', { name: 'Sign in with SimpleSAMLphp' }).click();
      await signInThere();
      await isIn();
      expect(await sessions()).toBe(1);
      const there = await context.newPage();
      await there.goto(`${idp.logoutUrl}?ReturnTo=${encodeURIComponent(`${idp.baseUrl}/logout.php`)}`);
      await eventually(async () => ((await sessions()) === 0 ? true : undefined));
      await there.waitForURL(/logout\.php/);
      expect(await reportedBy('session.end')).toMatchObject(
        expect.arrayContaining([
          expect.objectContaining({ actor: idp.entityId, subject_name: 'zoe' }),
        ]) as object,
      );
      expect(await reportedBy('user.create')).toMatchObject([{ actor: idp.entityId, subject_name: 'zoe' }]);
      // The open screen learns it at once.
      await page.getByText('Your session has ended').waitFor();
    },
    SECONDS_MS,
  );

  it(
    'gives the result that the assertion test explains',
    async () => {
      await setUp();
      const posted = page.waitForRequest((request) => request.url().endsWith('/api/v1/saml/acs'));
      await page.goto(origin);
      await page.getByRole('link', { name: 'Sign in with SimpleSAMLphp' }).click();
      await signInThere();
      await isIn();
      const response = new URLSearchParams((await posted).postData()!).get('SAMLResponse');
      const admin = await server.signedIn('admin');
      const reported = (
        await admin.send('POST', '/api/v1/mt/settings/saml/test', { body: { response } })
      ).json();
      // Its request was answered already, and by it: these are the reasons for which it would be rejected.
      expect(reported).toMatchObject({
        accepted: false,
        faults: [expect.stringContaining('InResponseTo'), expect.stringContaining('used before')],
        attributes: { groups: ['staff', 'noc'] },
        identity: { username: 'zoe', role: 'Watchers', customers: ['Customer acme', 'Customer globex'] },
      });
    },
    SECONDS_MS,
  );
});
