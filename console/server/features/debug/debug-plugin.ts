import type { FastifyInstance } from 'fastify';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { buckets } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { listRecordings, startRecording, stopRecording } from '#schemas/debug/routes.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { RecordedSite, RecordingRepository } from './recording-repository.ts';
import { recordingRow } from './recording-row.ts';
import { readRecordingStates } from './recording-states.ts';

export interface DebugNeeds {
  readonly recordings: RecordingRepository;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly inventory: InventoryCache;
}

const isVisible = (caller: Caller, { customer, site }: Omit<RecordedSite, 'siteName'>): boolean =>
  caller.customers.has(customer) && sitesSeenBy(caller, customer)?.has(site) !== false;

/** Returns the site when the caller sees it. Throws RESOURCE_MISSING. */
function requireVisible(caller: Caller, site: RecordedSite | undefined): RecordedSite {
  if (site === undefined || !isVisible(caller, site)) throw new ProblemError('RESOURCE_MISSING');
  return site;
}

/** Debug mode: recordings of the flows of a site, started and stopped by support staff for the customers that they see. */
export function debugPlugin(app: FastifyInstance, { recordings, bus, clock, inventory }: DebugNeeds): void {
  let opened: Promise<Bucket> | undefined;
  const openStates = (): Promise<Bucket> => (opened ??= bus.bucket(buckets.debug));
  const announce = (): void => {
    bus.publish(subjects.config('debug'), '{}');
  };
  const siteOf = (id: number): RecordedSite | undefined => {
    const site = inventory.current.sites.get(id);
    return site && { customer: site.customer, site: site.id, siteName: site.name };
  };

  serve(app, listRecordings, async ({ caller }) => {
    const now = clock.now();
    const listed = await recordings.list([...caller.customers.keys()], now);
    const visible = listed.filter((recording) => isVisible(caller, recording));
    const ids = visible.map(({ id }) => id);
    const states = await readRecordingStates(await openStates(), ids);
    return {
      recordings: visible.map((recording) => recordingRow(recording, states.get(recording.id) ?? [], now)),
    };
  });
  serve(app, startRecording, async ({ body, ...actor }) => {
    const id = await recordings.start(body, requireVisible(actor.caller, siteOf(body.site)), actor);
    announce();
    return { id };
  });
  serve(app, stopRecording, async ({ params: { id }, ...actor }) => {
    await recordings.stop(id, requireVisible(actor.caller, await recordings.findSite(id)), actor);
    announce();
    return { id };
  });
}
