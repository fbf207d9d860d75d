import type { FastifyInstance } from 'fastify';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { applicationName, customApplicationOf } from '#schemas/application/application-name.ts';
import type { ApplicationEntry } from '#schemas/application/application.ts';
import { matchDraft, readApplicationTraffic } from '#schemas/application/traffic-routes.ts';
import type { ApplicationTraffic } from '#schemas/application/traffic-routes.ts';
import { HOUR_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { sitesSeenBy } from '../../kernel/access/caller.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import { findApplicationNames } from '../../shared/application/find-application-names.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { readApplicationList } from './read-applications.ts';
import { classifiedCondition, draftCaveats, draftCondition } from './traffic-condition.ts';
import type { TrafficCondition } from './traffic-condition.ts';
import { noTraffic, readMatchedTraffic } from './traffic-queries.ts';

export interface TrafficNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly clock: Clock;
}

/** What custom applications and their drafts match in the last hour. */
export function trafficPlugin(app: FastifyInstance, needs: TrafficNeeds): void {
  const { db, clickhouse, clock } = needs;
  const listed = async (caller: Caller, customer: number) =>
    (await readApplicationList(db, await viewerOf(db, caller), customer)).applications;
  const read = async (
    condition: TrafficCondition | undefined,
    { caller, customer, own }: { caller: Caller; customer: number; own: readonly ApplicationEntry[] },
  ): Promise<ApplicationTraffic> => {
    const to = Math.floor(clock.now().getTime() / SECOND_MS);
    const from = to - HOUR_MS / SECOND_MS;
    const seen = sitesSeenBy(caller, customer);
    const scope = { customer, from, to, sites: seen === undefined ? undefined : [...seen] };
    const matched =
      condition === undefined ? noTraffic : await readMatchedTraffic(clickhouse, scope, condition);
    const numbers = matched.applications.map(({ number }) => number);
    const names = await findApplicationNames(needs, {
      caller,
      customer,
      device: 0,
      applications: numbers,
      to,
    });
    const overrides = new Map(own.map(({ id, name }) => [id, name]));
    const nameOf = (number: number): string =>
      overrides.get(customApplicationOf(number) ?? 0) ?? names.get(number) ?? applicationName(number);
    return {
      ...matched,
      from: from * SECOND_MS,
      to: to * SECOND_MS,
      conversations: [...matched.conversations],
      applications: matched.applications.map(({ number, bytes }) => ({ name: nameOf(number), bytes })),
    };
  };
  serve(app, readApplicationTraffic, async ({ params, query: { application }, caller }) => {
    const { customerId: customer } = params;
    const own = await listed(caller, customer);
    if (!own.some(({ id }) => id === application)) throw new ProblemError('NOT_FOUND');
    return read(classifiedCondition(application), { caller, customer, own });
  });
  serve(app, matchDraft, async ({ params: { customerId: customer }, body: { attributes }, caller }) => {
    const own = await listed(caller, customer);
    const traffic = await read(draftCondition(attributes), { caller, customer, own });
    return { ...traffic, caveats: draftCaveats(attributes) };
  });
}
