import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { buckets } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { csvDialectOf } from '#schemas/csv/csv-dialect.ts';
import { recordKey, type RecordFileId, type RecordingState } from '#schemas/debug/record.ts';
import {
  deleteRecording,
  downloadRecord,
  listRecordings,
  startRecording,
  stopRecording,
  type RecordFormat,
} from '#schemas/debug/routes.ts';
import { debugRecord } from '#schemas/limit/collection.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import { requestLanguage } from '../../kernel/http/request-language.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve, serveFile } from '../../kernel/route/serve.ts';
import { recordContent } from './record-content.ts';
import { recordPieces } from './record-pieces.ts';
import type { RecordedSite, RecordingRepository } from './recording-repository.ts';
import { recordingRow } from './recording-row.ts';
import { readRecordingReports } from './recording-states.ts';

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

/** Only what a collector has reported: names that a caller makes up are looked for nowhere. Throws DEBUG_FILE_MISSING. */
function requireRecorded(states: readonly RecordingState[], file: RecordFileId): void {
  const key = recordKey(file);
  const isRecorded = states.some((state) =>
    state.records.some((record) => recordKey({ ...state, ...record }) === key),
  );
  if (!isRecorded)
    throw new ProblemError('DEBUG_FILE_MISSING', { params: { days: String(debugRecord.retentionDays) } });
}

/** `site-recording-exporter-kind.csv`. */
const downloadName = ({ siteName }: RecordedSite, file: RecordFileId, format: RecordFormat): string =>
  `${siteName}-${String(file.recording)}-${file.exporter}-${file.kind}.${format}`.replaceAll(
    /[\s/\\:]+/g,
    '-',
  );

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
  const visibleSite = async (caller: Caller, id: number): Promise<RecordedSite> =>
    requireVisible(caller, await recordings.findSite(id));

  serve(app, listRecordings, async ({ caller }) => {
    const now = clock.now();
    const listed = await recordings.list([...caller.customers.keys()], now);
    const visible = listed.filter((recording) => isVisible(caller, recording));
    const ids = visible.map(({ id }) => id);
    const { states, folders } = await readRecordingReports(await openStates(), ids);
    const exports = await recordings.exports(ids);
    const known = new Set(ids);
    return {
      recordings: visible.map((recording) =>
        recordingRow(recording, {
          states: states.get(recording.id) ?? [],
          exports: exports.get(recording.id) ?? new Map(),
          customerName: inventory.current.customers.get(recording.customer)?.name ?? '',
          now,
        }),
      ),
      // What is deleted next may be of a customer that the caller does not see: its number says nothing.
      folders: folders.map(({ next, ...folder }) => ({
        ...folder,
        next: next && { ...next, recording: known.has(next.recording) ? next.recording : 0 },
      })),
    };
  });
  serve(app, startRecording, async ({ body, ...actor }) => {
    const id = await recordings.start(body, requireVisible(actor.caller, siteOf(body.site)), actor);
    announce();
    return { id };
  });
  serve(app, stopRecording, async ({ params: { id }, ...actor }) => {
    await recordings.stop(id, await visibleSite(actor.caller, id), actor);
    announce();
    return { id };
  });
  serve(app, deleteRecording, async ({ params: { id }, ...actor }) => {
    await recordings.delete(id, await visibleSite(actor.caller, id), actor);
    announce();
    return { id };
  });
  serveFile(app, downloadRecord, async ({ params: { id }, query, request, ...actor }) => {
    const site = await visibleSite(actor.caller, id);
    const { format, dialect = csvDialectOf(requestLanguage(request)), ...named } = query;
    const file = { ...named, recording: id };
    const { states } = await readRecordingReports(await openStates(), [id]);
    requireRecorded(states.get(id) ?? [], file);
    const pieces = await recordPieces(bus, file);
    await recordings.noteExport(id, recordKey(file), actor);
    return {
      name: downloadName(site, file, format),
      content: Readable.from(recordContent(pieces, format, dialect)),
    };
  });
}
