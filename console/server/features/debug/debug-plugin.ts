import type { FastifyInstance } from 'fastify';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { buckets } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { listRecordings, startRecording, stopRecording } from '#schemas/debug/routes.ts';
import { sitesSeenBy } from '../../kernel/access/caller.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import { RecordingRepository } from './recording-repository.ts';
import type { RecordingEntry } from './recording-repository.ts';
import { recordingRow } from './recording-row.ts';
import { recordingStates } from './recording-states.ts';

export interface DebugNeeds {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly inventory: InventoryCache;
}

const seesSite = (caller: Caller, customer: number, site: number): boolean =>
  caller.customers.has(customer) && sitesSeenBy(caller, customer)?.has(site) !== false;

type Site = Inventory['sites'] extends ReadonlyMap<number, infer One> ? One : never;

/** A recording is told of its site. */
const entryOf = ({ customer, id, name }: Pick<Site, 'customer' | 'id' | 'name'>): RecordingEntry => ({
  ...{ subject: 'recording', subjectId: id, subjectName: name },
  customer,
});

/** Debug mode: recordings of the flows of a site, started and stopped by support staff for the customers that they may see. */
export function debugPlugin(app: FastifyInstance, { db, bus, clock, inventory }: DebugNeeds): void {
  const recordings = new RecordingRepository(db);
  let opened: Promise<Bucket> | undefined;
  const states = (): Promise<Bucket> => (opened ??= bus.bucket(buckets.debug));

  serve(app, listRecordings, async ({ caller }) => {
    const now = clock.now();
    const all = await recordings.list([...caller.customers.keys()], now);
    const list = all.filter(({ customer, site }) => seesSite(caller, customer, site));
    const told = await recordingStates(
      await states(),
      list.map(({ id }) => id),
    );
    return { recordings: list.map((one) => recordingRow(one, told.get(one.id) ?? [], now)) };
  });

  serve(app, startRecording, async ({ caller, body, audit }) => {
    const site = inventory.current.sites.get(body.site);
    if (site === undefined || !seesSite(caller, site.customer, site.id))
      throw new ProblemError('RESOURCE_MISSING');
    const starting = { ...body, by: caller.id, now: clock.now() };
    const id = await recordings.start(starting, entryOf(site), audit);
    if (id === undefined) throw new ProblemError('DEBUG_RUNNING', { params: { site: site.name } });
    bus.publish(subjects.config('debug'), '{}');
    return { id };
  });

  serve(app, stopRecording, async ({ caller, params: { id }, audit }) => {
    const recording = await recordings.find(id);
    if (recording === undefined || !seesSite(caller, recording.customer, recording.site))
      throw new ProblemError('RESOURCE_MISSING');
    const { customer, site, siteName } = recording;
    const entry = entryOf({ customer, id: site, name: siteName });
    await recordings.stop({ id, now: clock.now() }, entry, audit);
    bus.publish(subjects.config('debug'), '{}');
    return { id };
  });
}
