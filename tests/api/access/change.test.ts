import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { subjects } from '#schemas/bus/subject.ts';
import { sessionLimits } from '#schemas/limit/account.ts';
import { publishAccessChange } from '#server/kernel/access/access-change.ts';
import { PROPAGATION_TIMEOUT_MS } from '#tests/fixtures/propagation.ts';
import { attempt } from '../../fixtures/server/visitor.ts';
import {
  join,
  liveUsersOf,
  opened,
  received,
  nextEvent,
  type LiveConnection,
  type LiveUsers,
  type LiveUser,
} from './live.ts';
import { openServer, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';

let server: ServerUnderTest;
let users: LiveUsers;

beforeAll(async () => {
  server = await openServer();
  users = await liveUsersOf(server);
});
beforeEach(() => {
  users.disconnect();
});
afterAll(async () => {
  users.disconnect();
  await server.close();
});

const own = (): number => server.customers.get('acme')!;
const other = (): number => server.customers.get('globex')!;

/** How long `event` took, milliseconds of the machine. */
async function within(event: Promise<unknown>, limitMs: number): Promise<void> {
  const start = performance.now();
  await event;
  expect(performance.now() - start).toBeLessThan(timeLimit(limitMs));
}
const disconnected = (socket: LiveConnection) => eventually(() => (socket.connected ? undefined : true));

const takeCustomers = ({ account }: LiveUser) =>
  server.stack.db.deleteFrom('account_customer').where('account_id', '=', account).execute();
const giveCustomer = ({ account }: LiveUser, customer: number) =>
  server.stack.db
    .insertInto('account_customer')
    .values({ account_id: account, customer_id: customer })
    .execute();

describe.each([
  ['of every user', () => ({})],
  ['of the account', ({ account }: LiveUser) => ({ account })],
])('a change %s that is announced', (_, changeOf) => {
  it('closes the rooms of a user who loses the permission within two seconds, and notifies them', async () => {
    const who = await users.someone();
    const seen = received(who.socket);
    await join(who.socket, 'alert', own());
    const rights = nextEvent(who.socket, 'rights');
    await takeCustomers(who);
    publishAccessChange(server.stack.bus, changeOf(who));
    await within(rights, PROPAGATION_TIMEOUT_MS);
    users.publish(own());
    await users.settle(other());
    expect(seen).toEqual([]);
    expect(await join(who.socket, 'alert', own())).toEqual({ ok: false, code: 'NOT_FOUND' });
  });

  it('opens rooms within two seconds after a permission is granted, and notifies the user', async () => {
    const who = await users.someone();
    expect(await join(who.socket, 'alert', other())).toEqual({ ok: false, code: 'NOT_FOUND' });
    const rights = nextEvent(who.socket, 'rights');
    await giveCustomer(who, other());
    publishAccessChange(server.stack.bus, changeOf(who));
    await within(rights, PROPAGATION_TIMEOUT_MS);
    expect(await join(who.socket, 'alert', other())).toMatchObject({ ok: true });
    const { customers } = (await who.page.get('/api/v1/session')).json() as { customers: unknown[] };
    expect(customers).toHaveLength(2);
  });

  it('ends within two seconds the connections of an account that was locked', async () => {
    const who = await users.someone();
    const ended = nextEvent(who.socket, 'ended');
    await server.stack.db
      .updateTable('account')
      .set({ lock_reason: 'admin' })
      .where('id', '=', who.account)
      .execute();
    publishAccessChange(server.stack.bus, changeOf(who));
    await within(ended, PROPAGATION_TIMEOUT_MS);
    await disconnected(who.socket);
    expect((await who.page.get('/api/v1/session')).statusCode).toBe(401);
  });
});

describe('an announced change', () => {
  it('does not notify users whose permissions stay the same', async () => {
    const [one, two] = [await users.someone(), await users.someone()];
    let reported = 0;
    two.socket.on('rights', () => (reported += 1));
    const rights = nextEvent(one.socket, 'rights');
    await takeCustomers(one);
    for (let times = 0; times < 20; times += 1) publishAccessChange(server.stack.bus);
    await rights;
    await join(two.socket, 'alert', own());
    expect(reported).toBe(0);
  });

  it('that cannot be parsed concerns every user', async () => {
    const who = await users.someone();
    const rights = nextEvent(who.socket, 'rights');
    await takeCustomers(who);
    server.stack.bus.publish(subjects.config('access'), 'what');
    await within(rights, PROPAGATION_TIMEOUT_MS);
    expect(await join(who.socket, 'alert', own())).toEqual({ ok: false, code: 'NOT_FOUND' });
  });

  it('reaches a connection that is being opened', async () => {
    const who = await users.someone();
    await takeCustomers(who);
    const connecting = Array.from({ length: 20 }, () => users.socketOf(who.page));
    for (let round = 0; round < 20; round += 1) publishAccessChange(server.stack.bus);
    await Promise.all(connecting.map(opened));
    const rejected = (socket: LiveConnection) =>
      eventually(async () => {
        const reply = await join(socket, 'alert', own());
        return reply.ok ? undefined : reply.code;
      });
    // The clock of the test stands still: no regular look makes up for one that was missed.
    expect(new Set(await Promise.all(connecting.map(rejected)))).toEqual(new Set(['NOT_FOUND']));
  });

  it('that was lost is caught up within a minute', async () => {
    const who = await users.someone();
    await join(who.socket, 'alert', own());
    const rights = nextEvent(who.socket, 'rights');
    await takeCustomers(who);
    await server.clock.leap(60_000);
    await rights;
    expect(await join(who.socket, 'alert', own())).toEqual({ ok: false, code: 'NOT_FOUND' });
  });
});

describe('the server itself announces', () => {
  const announced = async (act: () => Promise<unknown>): Promise<unknown[]> => {
    const abort = new AbortController();
    const notices: unknown[] = [];
    server.stack.bus.subscribe(
      subjects.config('access'),
      ({ data }) => notices.push(JSON.parse(new TextDecoder().decode(data))),
      { signal: abort.signal },
    );
    await act();
    await eventually(() => notices[0]);
    abort.abort();
    return notices;
  };

  it('of a sign-out ends the connections of the user on every server', async () => {
    const { page, socket } = await users.someone();
    const ended = nextEvent(socket, 'ended');
    const second = await openServer({ adjacent: server });
    const others = await liveUsersOf(second);
    const elsewhere = others.socketOf(page);
    expect(await opened(elsewhere)).toBe('connected');
    const endedElsewhere = nextEvent(elsewhere, 'ended');
    const notices = await announced(() => page.send('DELETE', '/api/v1/session'));
    expect(notices).toEqual([{ session: expect.stringMatching(/^[0-9a-f]{64}$/) as string }]);
    await within(ended, PROPAGATION_TIMEOUT_MS);
    await disconnected(socket);
    await within(endedElsewhere, PROPAGATION_TIMEOUT_MS);
    others.disconnect();
    await second.close();
  });

  it('of a new sign-in ends the connections of the previous session', async () => {
    const { page, socket, username } = await users.someone();
    const ended = nextEvent(socket, 'ended');
    const notices = await announced(() => attempt(page, username));
    expect(notices).toHaveLength(1);
    await within(ended, PROPAGATION_TIMEOUT_MS);
  });
});

describe('looking at a connection', () => {
  it('does not put off the end of its session', async () => {
    const { page, socket } = await users.someone();
    const ended = nextEvent(socket, 'ended');
    const step = sessionLimits.idleMs / 6;
    for (let waited = 0; waited < sessionLimits.idleMs; waited += step) {
      await server.clock.leap(step);
      publishAccessChange(server.stack.bus);
      await server.stack.bus.flush();
      expect(await opened(users.socketOf(page))).toMatch(/connected|UNAUTHENTICATED/);
    }
    await server.clock.leap(61_000);
    await ended;
    expect((await page.get('/api/v1/session')).statusCode).toBe(401);
    expect(await opened(users.socketOf(page))).toBe('UNAUTHENTICATED');
  });
});
