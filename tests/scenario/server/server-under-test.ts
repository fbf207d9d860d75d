import type { LightMyRequestResponse as Response } from 'fastify';
import type { KyselyPlugin } from 'kysely';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { systemIds } from '#platform/id/id.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { importNetwork } from '#platform/inventory/import-network.ts';
import { packJson } from '#platform/bus/packed-json.ts';
import { silentLog } from '#platform/log/log.ts';
import type { AlertState } from '#schemas/alerting/alert.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { buildApp } from '#server/composition/app.ts';
import type { App } from '#server/composition/app.ts';
import type { AppOptions } from '#server/composition/app-needs.ts';
import { hashPassword } from '#server/kernel/password/password-hash.ts';
import { openStack } from '../../store/stack.ts';
import type { Stack } from '../../store/stack.ts';
import { networkUnderTest } from '../network/under-test.ts';

export const ORIGIN = 'http://127.0.0.1:8080';
export const PASSWORD = 'right horse battery staple';
/** Cheap on purpose, and the same for every account: the subject is not the cost of the hash. */
const passwordCost = { memoryCost: 1_024, timeCost: 2, parallelism: 1 };
const passwordHash = hashPassword(PASSWORD, passwordCost);

export interface Browser {
  readonly cookies: Map<string, string>;
  readonly get: (url: string, headers?: Record<string, string>) => Promise<Response>;
  /** With the CSRF token and the origin of a page of ours; `headers` come on top, an empty one takes away. */
  readonly send: (
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    sent?: { readonly body?: unknown; readonly headers?: Record<string, string> },
  ) => Promise<Response>;
}

export interface AccountSketch {
  readonly username: string;
  readonly permissions: readonly Permission[];
  /** Client ids; every customer when left out. */
  readonly customers?: readonly string[];
}

export interface ServerUnderTest extends App {
  readonly stack: Stack;
  readonly clock: ManualClock;
  /** Ids by client id. */
  readonly customers: ReadonlyMap<string, number>;
  /** Ids of an alarm that everybody sees and of one of restricted visibility. */
  readonly alarms: { readonly open: number; readonly restricted: number };
  readonly inventory: () => Inventory;
  readonly browser: () => Browser;
  readonly account: (sketch: AccountSketch) => Promise<number>;
  readonly signedIn: (username: string) => Promise<Browser>;
  readonly close: () => Promise<void>;
}

/** Ids of the two alarms of the network. */
async function alarmsOf({ db }: Stack): Promise<ServerUnderTest['alarms']> {
  const rows = await db.selectFrom('cockpit_alarm').select(['id', 'visibility']).execute();
  const id = (wanted: string): number => rows.find(({ visibility }) => visibility === wanted)!.id;
  return { open: id('everyone'), restricted: id('RESTRICTED') };
}

function readSetCookies(jar: Map<string, string>, answer: Response): Response {
  for (const { name, value, maxAge, expires } of answer.cookies as readonly {
    name: string;
    value: string;
    maxAge?: number;
    expires?: Date;
  }[]) {
    const gone = value === '' || maxAge === 0 || (expires !== undefined && expires.getTime() === 0);
    if (gone) jar.delete(name);
    else jar.set(name, value);
  }
  return answer;
}

const withoutEmpty = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));

let addresses = 0;
/** Each browser comes from an address of its own: rates are counted per address. */
function nextAddress(): string {
  addresses += 1;
  return `10.1.${String(addresses >> 8)}.${String(addresses & 255)}`;
}

function openBrowser({ app }: App): Browser {
  const cookies = new Map<string, string>();
  const remoteAddress = nextAddress();
  const common = (): Record<string, string> => ({
    host: new URL(ORIGIN).host,
    cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
  });
  return {
    cookies,
    get: async (url, headers = {}) =>
      readSetCookies(
        cookies,
        await app.inject({
          method: 'GET',
          url,
          remoteAddress,
          headers: withoutEmpty({ ...common(), ...headers }),
        }),
      ),
    send: async (method, url, { body, headers = {} } = {}) =>
      readSetCookies(
        cookies,
        await app.inject({
          method,
          url,
          remoteAddress,
          ...(body === undefined ? {} : { payload: body as string | object }),
          headers: withoutEmpty({
            ...common(),
            origin: ORIGIN,
            'x-csrf-token': cookies.get('X-CSRF-Token') ?? '',
            ...headers,
          }),
        }),
      ),
  };
}

/** What an engine without alarms answers for each partition. */
export const quietState = (customer: number): AlertState => ({
  customer,
  epoch: 'run 1',
  seq: { alert: 4, count: 2 },
  at: 1_000,
  counts: { critical: 0, warning: 0 },
  byAlarm: [],
  sites: [],
  alarms: [],
});

/** Answers for an engine; the states are asked for at each request. Aborting the signal ends it. */
export function standInEngine(
  { bus }: Stack,
  {
    partitions,
    states,
    signal,
  }: { partitions: number; states: () => readonly AlertState[]; signal: AbortSignal },
): void {
  for (let partition = 0; partition < partitions; partition += 1)
    bus.subscribe(
      subjects.alertState(partition),
      ({ respond }) => {
        respond(packJson(states().filter(({ customer }) => customer % partitions === partition)));
      },
      { signal },
    );
}

async function addAccount(
  { db }: Stack,
  { username, permissions, customers }: AccountSketch,
): Promise<number> {
  const role = await db
    .insertInto('role')
    .values({ label: `of ${username}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (permissions.length > 0)
    await db
      .insertInto('role_permission')
      .values(permissions.map((permission) => ({ role_id: role.id, permission })))
      .execute();
  const { id } = await db
    .insertInto('account')
    .values({
      username,
      role_id: role.id,
      all_customers: customers === undefined,
      password_hash: await passwordHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const clientId of customers ?? [])
    await db
      .insertInto('account_customer')
      .columns(['account_id', 'customer_id'])
      .expression((is) =>
        is
          .selectFrom('customer')
          .select((value) => [value.val(id).as('account_id'), 'customer.id'])
          .where('client_id', '=', clientId),
      )
      .execute();
  return id;
}

export interface UnderTestOptions extends Partial<AppOptions> {
  /** A server beside this one: on the same stores, with the same clock. */
  readonly beside?: ServerUnderTest;
  /** What stands between the server and its database. */
  readonly between?: KyselyPlugin;
  /** When it is; a moment of January 2026 when left out. */
  readonly startsAt?: number;
  /** States that the engine answers; `none`: no engine. */
  readonly engine?:
    | 'none'
    | ((network: Pick<ServerUnderTest, 'customers' | 'alarms' | 'inventory'>) => readonly AlertState[]);
}

/**
 * The server on real stores, not listening, with three customers of two sites each, an engine's answers, and a clock that
 * the test moves on.
 */
export async function openServer({
  engine,
  beside,
  between,
  startsAt = Date.UTC(2026, 0, 5, 8),
  ...options
}: UnderTestOptions = {}): Promise<ServerUnderTest> {
  const stack = beside?.stack ?? (await openStack());
  const abort = new AbortController();
  const { signal } = abort;
  const clock = beside?.clock ?? new ManualClock(startsAt);
  await importNetwork({ db: stack.db, secrets: testSecrets }, networkUnderTest);
  const inventory = await loadInventory(stack.db);
  const customers = new Map([...inventory.customers.values()].map(({ clientId, id }) => [clientId, id]));
  const alarms = await alarmsOf(stack);
  const quiet = (): readonly AlertState[] => [...customers.values()].map(quietState);
  if (engine !== 'none')
    standInEngine(stack, {
      partitions: 2,
      signal,
      states: () => engine?.({ customers, alarms, inventory: () => inventory }) ?? quiet(),
    });
  await stack.bus.flush();
  const built = await buildApp(
    {
      db: between === undefined ? stack.db : stack.db.withPlugin(between),
      clickhouse: stack.clickhouse,
      bus: stack.bus,
      inventory: { current: inventory, onChange: () => undefined },
      clock,
      ids: systemIds,
      log: silentLog,
      secrets: testSecrets,
    },
    {
      partitions: 2,
      publicUrl: ORIGIN,
      readOnly: false,
      trustedProxies: [],
      strictContracts: true,
      passwordCost,
      modules: ['alerting'],
      webFolder: '/nowhere',
      ...options,
    },
    signal,
  );
  const browser = (): Browser => openBrowser(built);
  return {
    ...built,
    stack,
    clock,
    customers,
    alarms,
    inventory: () => inventory,
    browser,
    account: (sketch) => addAccount(stack, sketch),
    async signedIn(username) {
      const page = browser();
      await page.get('/api/v1/authProviders');
      const body = { username, password: PASSWORD };
      const answer = await page.send('POST', '/api/v1/internalLogin', { body });
      if (answer.statusCode !== 200) throw new Error(`sign-in answers ${answer.body}`);
      return page;
    },
    async close() {
      abort.abort();
      await built.gateway.close();
      await built.app.close();
      if (beside === undefined) await stack.close();
    },
  };
}

/** Waits until `find` answers something; fails after thirty seconds. */
export async function eventually<Value>(
  find: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error('what was waited for did not come');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
