import { afterEach, describe, expect, it } from 'vitest';
import { statusAndCode, visitorOf } from '../../fixtures/server/visitor.ts';
import {
  openServer,
  ORIGIN,
  type ServerUnderTest,
  type UnderTestOptions,
} from '../../fixtures/server/server-under-test.ts';

const SESSION = '/api/v1/session';
const rates = { perAddress: 1_000, perVisitor: 1_000, perSession: 1_000, signInsPerAddress: 1_000 };
const open: ServerUnderTest[] = [];

async function serverWith(options: UnderTestOptions): Promise<ServerUnderTest> {
  const server = await openServer(options);
  open.push(server);
  return server;
}
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

type LimitReply = Awaited<ReturnType<ReturnType<ServerUnderTest['browser']>['get']>>;

/** Number of requests served before the first 429. */
async function takenOf(request: () => Promise<LimitReply>): Promise<number> {
  for (let taken = 0; taken < 100; taken += 1) {
    const response = await request();
    if (response.statusCode !== 429) continue;
    const { params } = response.json() as { params: { seconds: number } };
    expect(statusAndCode(response)).toEqual([429, 'RATE_LIMITED']);
    expect(response.headers['retry-after']).toBe(String(params.seconds));
    expect(params.seconds).toBeGreaterThan(0);
    expect(params.seconds).toBeLessThanOrEqual(60);
    return taken;
  }
  return Number.POSITIVE_INFINITY;
}

describe('requests of a session', () => {
  it('are limited in a minute, from however many addresses, and those of another session are not', async () => {
    const server = await serverWith({ rates: { ...rates, perSession: 10 } });
    await server.account({ username: 'busy', permissions: ['ALERT.read'] });
    const page = await server.signedIn('busy');
    const elsewhere = server.browser();
    for (const [name, value] of page.cookies) elsewhere.cookies.set(name, value);
    let round = 0;
    const request = () => {
      round += 1;
      return round % 2 === 0 ? page.get(SESSION) : elsewhere.get(SESSION);
    };
    expect(await takenOf(request)).toBe(10);
    expect((await page.get('/health/live')).statusCode).toBe(200);
    expect((await (await server.signedIn('busy')).get(SESSION)).statusCode).toBe(200);
  });
});

describe('requests of an address', () => {
  it('are limited per minute, including those that are rejected or find nothing', async () => {
    const server = await serverWith({ rates: { ...rates, perAddress: 12 } });
    const page = server.browser();
    const paths = [SESSION, '/api/v1/nothing', '/api/v1/internalLogin', '/%61pi/v1/session'];
    let round = 0;
    expect(await takenOf(() => page.get(paths[(round += 1) % paths.length]!))).toBe(12);
    expect((await server.browser().get(SESSION)).statusCode).toBe(401);
  });

  it('without a session have a lower limit, since each may create one', async () => {
    const server = await serverWith({ rates: { ...rates, perVisitor: 5 } });
    const page = server.browser();
    const request = async () => {
      page.cookies.clear();
      return page.get('/api/v1/authProviders');
    };
    expect(await takenOf(request)).toBe(5);
    const rows = await server.stack.db.selectFrom('session').select('token_hash').execute();
    expect(rows).toHaveLength(5);
  });

  it('with a made-up session have that limit too', async () => {
    const server = await serverWith({ rates: { ...rates, perVisitor: 5 } });
    const page = server.browser();
    let made = 0;
    const request = async () => {
      page.cookies.clear();
      page.cookies.set('sid', `made-up-${String((made += 1))}`);
      return page.get('/api/v1/authProviders');
    };
    expect(await takenOf(request)).toBe(5);
    const rows = await server.stack.db.selectFrom('session').select('token_hash').execute();
    expect(rows).toHaveLength(5);
    await server.account({ username: 'known', permissions: ['ALERT.read'] });
    expect((await (await server.signedIn('known')).get(SESSION)).statusCode).toBe(200);
  });

  it('to the identity provider have the same lower limit, with any cookie: each is stored', async () => {
    const server = await serverWith({ rates: { ...rates, perVisitor: 5 } });
    const page = server.browser();
    page.cookies.set('sid', 'anything');
    expect(await takenOf(() => page.get('/api/v1/saml/login'))).toBe(5);
  });

  it('to sign in are fewer still, without a token as well', async () => {
    const server = await serverWith({ rates: { ...rates, signInsPerAddress: 4 } });
    const page = await visitorOf(server);
    const request = () =>
      page.send('POST', '/%61pi/v1/internalLogin', { body: {}, headers: { 'x-csrf-token': '' } });
    expect(await takenOf(request)).toBe(4);
  });

  it('are counted per IPv6 subscriber network', async () => {
    const server = await serverWith({ rates: { ...rates, perAddress: 6 } });
    let host = 0;
    const request = () => {
      host += 1;
      const headers = { host: new URL(ORIGIN).host };
      return server.app.inject({
        url: SESSION,
        remoteAddress: `2001:db8:1:2::${host.toString(16)}`,
        headers,
      });
    };
    expect(await takenOf(request)).toBe(6);
  });
});

describe('the address of a client', () => {
  const forwarded = (server: ServerUnderTest, remoteAddress: string, client: string) =>
    server.app.inject({
      url: SESSION,
      remoteAddress,
      headers: { host: new URL(ORIGIN).host, 'x-forwarded-for': client },
    });

  it('is that of the connection, whatever the header says, without trusted proxies', async () => {
    const server = await serverWith({
      rates: { ...rates, perAddress: 3 },
      publicUrl: 'https://noc.example.net',
    });
    let client = 0;
    expect(await takenOf(() => forwarded(server, '10.9.9.9', `192.0.2.${String((client += 1))}`))).toBe(3);
  });

  it('is the one that a trusted proxy forwards, and no other', async () => {
    const server = await serverWith({
      rates: { ...rates, perAddress: 3 },
      trustedProxies: ['10.9.0.0/16', '::1'],
    });
    let client = 0;
    const next = () => `192.0.2.${String((client += 1))}`;
    for (let round = 0; round < 6; round += 1)
      expect((await forwarded(server, '10.9.9.9', next())).statusCode).toBe(401);
    expect(await takenOf(() => forwarded(server, '10.9.9.9', `203.0.113.1, 198.51.100.7`))).toBe(3);
    expect(await takenOf(() => forwarded(server, '172.16.0.1', next()))).toBe(3);
  });

  it('is not the one that a client puts before its own, nor one that is no address', async () => {
    const server = await serverWith({
      rates: { ...rates, perAddress: 3 },
      trustedProxies: ['10.9.0.0/16'],
    });
    let client = 0;
    const spoofed = () => `192.0.2.${String((client += 1))}, 10.9.1.1, 198.51.100.9`;
    expect(await takenOf(() => forwarded(server, '10.9.9.9', spoofed()))).toBe(3);
    const junk = () => `unknown-${String((client += 1))}, 198.51.100.10`;
    expect(await takenOf(() => forwarded(server, '10.9.9.9', junk()))).toBe(3);
  });
});
