import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiToken } from '#schemas/token/routes.ts';
import type { User } from '#schemas/user/user.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import {
  lastEvent,
  post,
  someone,
  uniqueName,
  type SignedInUser,
} from '../../fixtures/server/administrator.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import { openServer, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const TOKENS = '/api/v1/token';
const ROLES = '/api/v1/mt/role';
let server: ServerUnderTest;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

const customer = (clientId: string): number => server.customers.get(clientId)!;
const alerts = (clientId: string): string => `/api/v1/customers/${String(customer(clientId))}/alert`;
const owner = () => someone(server, ['API.read', 'ALERT.read', 'ROLE.write'], ['acme', 'globex']);
const tokenDraft = (changed: object = {}) => ({
  name: uniqueName('token'),
  permissions: ['ALERT.read'],
  customers: [customer('acme')],
  days: 30,
  ...changed,
});
const aToken = (who: SignedInUser, changed: object = {}): Promise<{ token: string; made: ApiToken }> =>
  post(who.page, '/token', tokenDraft(changed));

/** A program: no cookies, no CSRF token, no origin. */
const program = (token: string) => {
  const headers = { authorization: `Bearer ${token}`, host: '127.0.0.1:8080' };
  return {
    get: (url: string) => server.app.inject({ method: 'GET', url, headers }),
    send: (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
      server.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) }),
  };
};

describe('a token', () => {
  it('is shown once; the table has its hash only', async () => {
    const who = await owner();
    const { token, made } = await aToken(who);
    expect(Buffer.from(token.replace('telltale_', ''), 'base64url')).toHaveLength(32);
    const rows = await server.stack.db
      .selectFrom('api_token')
      .selectAll()
      .where('id', '=', made.id)
      .execute();
    expect(rows[0]?.token_hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await who.page.get(TOKENS)).body).not.toContain(token);
    expect(JSON.stringify(await lastEvent(server, 'token.create'))).not.toContain(token);
  });

  it('reads and writes without a cookie and a CSRF token', async () => {
    const { token } = await aToken(await owner(), { permissions: ['ALERT.read', 'ROLE.write'] });
    expect((await program(token).get(alerts('acme'))).statusCode).toBe(200);
    const response = await program(token).send('POST', ROLES, {
      label: uniqueName('By token'),
      permissions: [],
    });
    expect(response.statusCode).toBe(200);
    expect(await lastEvent(server, 'role.create')).toMatchObject({ via: 'token' });
  });

  it('covers only its permissions and customers, whatever its owner may do', async () => {
    const { token } = await aToken(await owner());
    const rejected = await program(token).get(ROLES);
    expect(statusAndCode(rejected)).toEqual([403, 'TOKEN_SCOPE']);
    expect(rejected.json()).toMatchObject({
      detail: 'Needs ROLE.read; this token has ALERT.read, HOME.read.',
    });
    expect(statusAndCode(await program(token).get(alerts('globex')))).toEqual([404, 'NOT_FOUND']);
  });

  it('loses a permission when its owner loses it', async () => {
    const who = await owner();
    const { token } = await aToken(who);
    await server.stack.db.deleteFrom('account_customer').where('account_id', '=', who.account).execute();
    await server.clock.leap(3_000);
    expect(statusAndCode(await program(token).get(alerts('acme')))).toEqual([404, 'NOT_FOUND']);
  });

  it('is invalid when its owner is locked or loses API access', async () => {
    const who = await owner();
    const { token } = await aToken(who);
    const role = server.stack.db.selectFrom('account').select('role_id').where('id', '=', who.account);
    await server.stack.db
      .deleteFrom('role_permission')
      .where('role_id', '=', role)
      .where('permission', '=', 'API.read')
      .execute();
    await server.clock.leap(3_000);
    expect(statusAndCode(await program(token).get(alerts('acme')))).toEqual([403, 'TOKEN_SCOPE']);
    await server.stack.db
      .updateTable('account')
      .set({ lock_reason: 'admin' })
      .where('id', '=', who.account)
      .execute();
    await server.clock.leap(3_000);
    expect(statusAndCode(await program(token).get(alerts('acme')))).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('expires, and ends at once when it is revoked', async () => {
    const who = await owner();
    const { token, made } = await aToken(who);
    const short = await aToken(who, { days: 1 });
    expect((await who.page.send('DELETE', `${TOKENS}/${String(made.id)}`)).statusCode).toBe(200);
    expect(statusAndCode(await program(token).get(alerts('acme')))).toEqual([401, 'UNAUTHENTICATED']);
    await server.clock.leap(DAY_MS + 1);
    const response = await program(short.token).get(alerts('acme'));
    expect(statusAndCode(response)).toEqual([401, 'UNAUTHENTICATED']);
    expect(response.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  });

  it('shows when and from which address it was last used', async () => {
    const who = await owner();
    const { token } = await aToken(who);
    await program(token).get(alerts('acme'));
    const { tokens } = (await who.page.get(TOKENS)).json() as { tokens: ApiToken[] };
    expect(tokens[0]).toMatchObject({
      lastUsedAt: server.clock.now().getTime(),
      lastUsedAddress: '127.0.0.1',
    });
  });

  it('never exceeds its owner’s permissions and customers', async () => {
    const { page } = await owner();
    const tried = async (changed: object) =>
      statusAndCode(await page.send('POST', TOKENS, { body: tokenDraft(changed) }));
    expect(await tried({ permissions: ['USER.read'] })).toEqual([403, 'RIGHTS_EXCEED_OWN']);
    expect(await tried({ customers: [customer('initech')] })).toEqual([404, 'NOT_FOUND']);
    expect(await tried({ customers: [] })).toEqual([400, 'VALIDATION']);
    expect(await tried({ days: 366 })).toEqual([400, 'VALIDATION']);
    expect(await tried({ permissions: [] })).toEqual([400, 'VALIDATION']);
  });

  it('cannot create, change or unlock accounts or reset passwords, nor act for its owner on a client it does not cover', async () => {
    const rights = ['API.read', 'USER.write'] as const;
    const who = await someone(server, rights, ['acme', 'globex']);
    const { token } = await aToken(who, { permissions: rights });
    const own = `/api/v1/mt/user/${String(who.account)}`;
    const user = (await who.page.get(own)).json() as User;
    const { send, get } = program(token);
    const { username, firstName, lastName, email, language, role, allCustomers, version } = user;
    const { customers, profiles, restrictions } = user;
    const draft = {
      username,
      firstName,
      lastName,
      email,
      language,
      role,
      allCustomers,
      customers,
      profiles,
      restrictions,
    };
    expect(statusAndCode(await send('POST', `${own}/password`))).toEqual([403, 'TOKEN_SCOPE']);
    expect(statusAndCode(await send('POST', `${own}/secondFactor/removal`))).toEqual([403, 'TOKEN_SCOPE']);
    expect(statusAndCode(await send('POST', `${own}/unlock`, { confirmed: true }))).toEqual([
      403,
      'TOKEN_SCOPE',
    ]);
    expect(statusAndCode(await send('PUT', own, { ...draft, version }))).toEqual([403, 'TOKEN_SCOPE']);
    const added = await send('POST', '/api/v1/mt/user', { ...draft, username: uniqueName('by-token') });
    expect(statusAndCode(added)).toEqual([403, 'TOKEN_SCOPE']);
    expect(statusAndCode(await get(own))).toEqual([404, 'NOT_FOUND']);
    for (const [method, path] of [
      ['POST', `${own}/lock`],
      ['DELETE', own],
    ] as const)
      expect(statusAndCode(await send(method, path))).toEqual([404, 'NOT_FOUND']);
  });

  it('is visible to and revoked by administrators of its owner only', async () => {
    const who = await owner();
    const { token, made } = await aToken(who);
    const rights = ['USER.write', 'API.read', 'ALERT.read', 'ROLE.write'] as const;
    const [admin, foreign] = [await someone(server, rights), await someone(server, rights, ['initech'])];
    const weak = await someone(server, ['USER.write'], ['acme', 'globex']);
    const list = `/api/v1/mt/user/${String(who.account)}/token`;
    const path = `/api/v1/mt/user-token/${String(made.id)}`;
    expect((await admin.page.get(list)).json()).toMatchObject({ tokens: [{ id: made.id, name: made.name }] });
    expect(statusAndCode(await foreign.page.get(list))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await foreign.page.send('DELETE', path))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await weak.page.send('DELETE', path))).toEqual([403, 'RIGHTS_EXCEED_OWN']);
    expect((await program(token).get(alerts('acme'))).statusCode).toBe(200);
    expect((await admin.page.send('DELETE', path)).statusCode).toBe(200);
    expect(statusAndCode(await program(token).get(alerts('acme')))).toEqual([401, 'UNAUTHENTICATED']);
    expect(await lastEvent(server, 'token.revoke')).toMatchObject({ actor: admin.username });
  });

  it('creates no tokens and no sessions', async () => {
    const { token } = await aToken(await owner(), { permissions: ['API.read'] });
    expect(statusAndCode(await program(token).send('POST', TOKENS, tokenDraft()))).toEqual([
      403,
      'TOKEN_SCOPE',
    ]);
    expect(statusAndCode(await program(token).get('/api/v1/session'))).toEqual([403, 'TOKEN_SCOPE']);
  });

  it('of another user does not exist', async () => {
    const { made } = await aToken(await owner());
    const { page } = await owner();
    expect(statusAndCode(await page.send('DELETE', `${TOKENS}/${String(made.id)}`))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect((await page.get(TOKENS)).json()).toEqual({ tokens: [] });
  });

  it.each(['', 'Bearer', 'telltale_x', "' OR 1=1 --"])('%j is rejected', async (token) => {
    const response = await program(token).get(alerts('acme'));
    expect(response.statusCode).toBe(401);
  });
});
