import { sql } from 'kysely';
import { addMs } from '#platform/clock/time.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import type { ShownKind } from '#schemas/dashboard/kind/shown-kind.ts';
import type { Route } from '#schemas/route.ts';
import { documentRows } from './foreign-documents.ts';
import { statedAttributes } from '#tests/fixtures/update-fields.ts';
import type { ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

let made = 0;
const fresh = (what: string): string => {
  made += 1;
  return `${what}-target-${String(made)}`;
};

const profile = async ({ stack }: ServerUnderTest): Promise<number> =>
  (
    await stack.db
      .insertInto('customer_profile')
      .values({ name: fresh('profile') })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

const role = async ({ stack }: ServerUnderTest): Promise<number> =>
  (
    await stack.db
      .insertInto('role')
      .values({ label: fresh('role') })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

async function token({ stack, clock }: ServerUnderTest, account: number): Promise<number> {
  const name = fresh('token');
  const { id } = await stack.db
    .insertInto('api_token')
    .values({
      account_id: account,
      name,
      token_hash: name,
      permissions: [],
      created_at: clock.now(),
      expires_at: new Date(clock.now().getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const poller = async ({ stack }: ServerUnderTest): Promise<number> =>
  (
    await stack.db
      .insertInto('poller')
      .values({
        ...({ name: fresh('poller'), level: 'device', value_type: 'gauge' } as const),
        oid: '1.3.6.1.4.1.9.1.0',
        counters: ['heat'],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** A document of the account: of its customer, or of the multi-client space. */
const document =
  (kind: ShownKind, isPlaced: boolean) =>
  ({ stack, customers }: ServerUnderTest, owner: number): Promise<number> => {
    const customer = isPlaced ? customers.get('acme')! : null;
    return documentRows(stack.db, { kind, name: fresh(kind), owner, customer });
  };

/** A finished file of a report of the account: run and report have the same id. */
const reportRun = async (server: ServerUnderTest, owner: number): Promise<number> => {
  const report = await document('report', true)(server, owner);
  const { stack, customers, clock } = server;
  const expiresAt = addMs(clock.now(), DAY_MS);
  await sql`
    INSERT INTO report_run (id, customer_id, report_id, format, parameters, requester_id, state, created_at, expires_at, file_name)
    OVERRIDING SYSTEM VALUE
    VALUES (${report}, ${customers.get('acme')!}, ${report}, 'csv', '{}', ${owner}, 'done', now(), ${expiresAt}, 'report.csv')
  `.execute(stack.db);
  return report;
};

/** An image of the library of the customer, or of the provider. */
const image =
  (isPlaced: boolean) =>
  async ({ stack, customers }: ServerUnderTest): Promise<number> => {
    const customer_id = isPlaced ? customers.get('acme')! : null;
    const { id } = await stack.db
      .insertInto('report_image')
      .values({
        ...({ name: fresh('image'), type: 'image/svg+xml', width: 1, height: 1 } as const),
        customer_id,
        content: Buffer.from('<svg/>'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };

/** A custom application of the account: of its customer, or of the multi-client space. */
const application =
  (isPlaced: boolean) =>
  async ({ stack, customers }: ServerUnderTest, owner: number): Promise<number> => {
    const place = isPlaced
      ? ({ visibility: 'public', customer_id: customers.get('acme')! } as const)
      : ({ visibility: 'multi-client' } as const);
    const resource = await stack.db
      .insertInto('resource')
      .values({ kind: 'application', name: fresh('application'), owner_id: owner, ...place })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await stack.db
      .insertInto('custom_application')
      .values({
        resource_id: resource.id,
        sort_order: resource.id,
        attributes: { ...statedAttributes({ ports: ['4321'] }) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };

/** An annotation of the account. */
const annotation = async ({ stack, customers, clock }: ServerUnderTest, author_id: number): Promise<number> =>
  (
    await stack.db
      .insertInto('annotation')
      .values({
        customer_id: customers.get('acme')!,
        starts_at: clock.now(),
        text: fresh('annotation'),
        author_id,
        author: 'author',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** An SD-WAN manager that is never called. */
const sdwanManager = async ({ stack }: ServerUnderTest): Promise<number> =>
  (
    await stack.db
      .insertInto('sdwan_server')
      .values({
        name: fresh('manager'),
        kind: 'vmanage',
        url: 'https://manager.invalid',
        login: '',
        password: '',
        organization: '',
        elastic_url: '',
        vsd_name: '',
        adom: '',
        vdom: '',
        client_id: '',
        is_multi_tenant: true,
        verify_tls: true,
        suspend_provisioning: true,
        suspend_collect: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** Objects that the ids of routes name, created per call so that calls do not interfere. */
const kinds: readonly (readonly [RegExp, (server: ServerUnderTest, account: number) => Promise<number>])[] = [
  [/^\/mt\/role\/:id/, role],
  [/^\/mt\/polling\/:id/, poller],
  [
    /^\/mt\/user\/:id/,
    (server) => server.account({ username: fresh('user'), permissions: [], customers: ['acme'] }),
  ],
  [/^\/(mt\/user-choices|cc\/customer)\/:id/, (server) => Promise.resolve(server.customers.get('acme')!)],
  [/^\/customers\/:customerId\/dashboard\/:resourceId/, document('dashboard', true)],
  [/^\/customers\/:customerId\/home\/:resourceId/, document('home', true)],
  [/^\/mt\/dashboard\/:resourceId/, document('dashboard', false)],
  [/^\/mt\/home\/:resourceId/, document('home', false)],
  [/^\/customers\/:customerId\/report\/:resourceId\/run\/:runId/, reportRun],
  [/^\/customers\/:customerId\/report\/:resourceId/, document('report', true)],
  [/^\/mt\/report\/:resourceId/, document('report', false)],
  [/^\/customers\/:customerId\/report-image\/:imageId/, image(true)],
  [/^\/mt\/report-image\/:imageId/, image(false)],
  [/^\/customers\/:customerId\/application\/:application\/documents/, application(true)],
  [/^\/mt\/application\/:application\/documents/, application(false)],
  [/^\/cc\/profile\/:id/, profile],
  [/^\/customers\/:customerId\/annotation\/:annotation/, annotation],
  [/^\/mt\/sdwanmanagers\/:id(?!\/check)/, sdwanManager],
  [/^\/(mt\/user-)?token\/:id/, token],
];

/** Returns the id for the path of a route, called by this account; `1` where any id works. */
export async function targetOf(server: ServerUnderTest, { path }: Route, account: number): Promise<string> {
  const kind = kinds.find(([pattern]) => pattern.test(path.replace('/api/v1', '')));
  return kind === undefined ? '1' : String(await kind[1](server, account));
}
