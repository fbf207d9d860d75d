import type { FastifyInstance } from 'fastify';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { applicationName, customApplicationOf } from '#schemas/application/application-name.ts';
import type { ApplicationEntry } from '#schemas/application/application.ts';
import {
  matchDraft,
  matchProviderDraft,
  readApplicationTraffic,
  type ApplicationTraffic,
} from '#schemas/application/traffic-routes.ts';
import { HOUR_MS, SECOND_MS } from '#schemas/time/duration.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import { findApplicationNames } from '../../shared/application/find-application-names.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { readApplicationList } from './read-applications.ts';
import {
  classifiedCondition,
  draftCaveats,
  draftCondition,
  type TrafficCondition,
} from './traffic-condition.ts';
import { noTraffic, readMatchedTraffic, type MatchedTraffic } from './traffic-queries.ts';

export interface TrafficNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly clock: Clock;
}

interface ApplicationRequest {
  readonly caller: Caller;
  readonly customers: readonly number[];
  /** Custom applications that the caller sees. */
  readonly own: readonly ApplicationEntry[];
}

/** Names of applications by their number; a name that exporters report belongs to one customer. */
async function nameLookup(
  needs: TrafficNeeds,
  { caller, customers, own }: ApplicationRequest,
  { numbers, to }: { readonly numbers: readonly number[]; readonly to: number },
): Promise<(number: number) => string> {
  const [customer] = customers;
  const names =
    customers.length !== 1 || customer === undefined
      ? new Map<number, string>()
      : await findApplicationNames(needs, { caller, customer, device: 0, applications: numbers, to });
  const listed = new Map(own.map(({ id, name }) => [id, name]));
  return (number) =>
    listed.get(customApplicationOf(number) ?? 0) ?? names.get(number) ?? applicationName(number);
}

async function readTraffic(
  needs: TrafficNeeds,
  condition: TrafficCondition | undefined,
  requested: ApplicationRequest,
): Promise<{ readonly traffic: ApplicationTraffic; readonly customers: MatchedTraffic['customers'] }> {
  const { caller, customers } = requested;
  const to = Math.floor(needs.clock.now().getTime() / SECOND_MS);
  const from = to - HOUR_MS / SECOND_MS;
  const scope = { customers, from, to, sites: caller.sites };
  const { customers: parts, ...matched } =
    condition === undefined ? noTraffic : await readMatchedTraffic(needs.clickhouse, scope, condition);
  const numbers = matched.applications.map(({ number }) => number);
  const nameOf = await nameLookup(needs, requested, { numbers, to });
  const traffic = {
    ...matched,
    from: from * SECOND_MS,
    to: to * SECOND_MS,
    conversations: [...matched.conversations],
    applications: matched.applications.map(({ number, bytes }) => ({ name: nameOf(number), bytes })),
  };
  return { traffic, customers: parts };
}

/** What custom applications and their drafts match in the last hour. */
export function trafficPlugin(app: FastifyInstance, needs: TrafficNeeds): void {
  const { db } = needs;
  const listed = async (caller: Caller, customer: number | null) =>
    (await readApplicationList(db, await viewerOf(db, caller), customer)).applications;
  serve(app, readApplicationTraffic, async ({ params, query: { application }, caller }) => {
    const { customerId: customer } = params;
    const own = await listed(caller, customer);
    if (!own.some(({ id }) => id === application)) throw new ProblemError('NOT_FOUND');
    const requested = { caller, customers: [customer], own };
    return (await readTraffic(needs, classifiedCondition(application), requested)).traffic;
  });
  serve(app, matchDraft, async ({ params: { customerId: customer }, body: { attributes }, caller }) => {
    const requested = { caller, customers: [customer], own: await listed(caller, customer) };
    const { traffic } = await readTraffic(needs, draftCondition(attributes), requested);
    return { ...traffic, caveats: draftCaveats(attributes) };
  });
  serve(app, matchProviderDraft, async ({ body: { attributes }, caller }) => {
    const customers = [...caller.customers.keys()];
    const requested = { caller, customers, own: await listed(caller, null) };
    const { traffic, customers: parts } = await readTraffic(needs, draftCondition(attributes), requested);
    const rows = customers.length === 0 ? [] : await readCustomerNames(db, customers);
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return {
      ...traffic,
      caveats: draftCaveats(attributes),
      customers: parts.map(({ customer, bytes }) => ({ name: names.get(customer) ?? '', bytes })),
    };
  });
}

const readCustomerNames = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('network_element')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
