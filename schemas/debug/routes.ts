import { z } from 'zod';
import { CsvDialect } from '../csv/csv-dialect.ts';
import { debugRecord } from '../limit/collection.ts';
import { API, EXPORT_TIMEOUT_MS, route } from '../route.ts';
import { MINUTE_MS } from '../time/duration.ts';
import { DebugRecord, RecordFileId, RecordingFolder, RecordingState } from './record.ts';
import { DomainTemplates } from './template-view.ts';

const MAX_RECORDING_BYTES = 10_000_000_000;

export const StartRecording = z.strictObject({
  site: z.number('REQUIRED').int().positive(),
  /** Stops after this time, or at `maxBytes` on one collector. */
  minutes: z
    .number()
    .int()
    .min(1)
    .max(debugRecord.maxDurationMs / MINUTE_MS)
    .default(debugRecord.defaultDurationMs / MINUTE_MS),
  maxBytes: z.number().int().min(1_000_000).max(MAX_RECORDING_BYTES).default(debugRecord.maxBytes),
  comment: z.string().trim().max(500).default(''),
});
export type StartRecording = z.infer<typeof StartRecording>;

/** Records of one exporter on one collector, and when they were last downloaded. */
const ExportedRecord = DebugRecord.extend({
  /** Seconds since 1970; null: never. */
  exportedAt: z.number().nullable(),
});
export type ExportedRecord = z.infer<typeof ExportedRecord>;

const CollectorState = RecordingState.extend({ records: z.array(ExportedRecord) });

export const RecordingRow = z.strictObject({
  id: z.number(),
  customer: z.number(),
  customerName: z.string(),
  site: z.number(),
  siteName: z.string(),
  /** Seconds since 1970. */
  startedAt: z.number(),
  endsAt: z.number(),
  stoppedAt: z.number().nullable(),
  startedBy: z.string().nullable(),
  maxBytes: z.number(),
  comment: z.string(),
  /** Running until it is stopped, expires, or ended on every collector. */
  state: z.enum(['running', 'stopped']),
  totalBytes: z.number(),
  /** State on each collector: records by exporter and kind, with first and last export, size per day and date of export. */
  collectors: z.array(CollectorState),
});
export type RecordingRow = z.infer<typeof RecordingRow>;

const params = z.strictObject({ id: z.coerce.number().int().positive() });

export const listRecordings = route({
  method: 'GET',
  path: `${API}/mt/debug`,
  scope: 'admin',
  needs: 'SUPPORT.DEBUG.read',
  summary: 'Debug recordings of the last week, newest first',
  reply: z.strictObject({
    recordings: z.array(RecordingRow),
    /** What recordings use of the disk of each collector. */
    folders: z.array(RecordingFolder),
  }),
});

export const startRecording = route({
  method: 'POST',
  path: `${API}/mt/debug`,
  scope: 'admin',
  needs: 'SUPPORT.DEBUG.read',
  summary: 'Start recording the flows of a site on every collector',
  body: StartRecording,
  reply: z.strictObject({ id: z.number() }),
  problems: ['RESOURCE_MISSING', 'DEBUG_RUNNING'],
});

export const stopRecording = route({
  method: 'POST',
  path: `${API}/mt/debug/:id/stop`,
  scope: 'admin',
  needs: 'SUPPORT.DEBUG.read',
  summary: 'Stop a debug recording',
  params,
  reply: z.strictObject({ id: z.number() }),
  problems: ['RESOURCE_MISSING'],
});

export const deleteRecording = route({
  method: 'DELETE',
  path: `${API}/mt/debug/:id`,
  scope: 'admin',
  needs: 'SUPPORT.DEBUG.read',
  summary: 'Delete a debug recording and its files on every collector',
  params,
  reply: z.strictObject({ id: z.number() }),
  problems: ['RESOURCE_MISSING'],
});

/** Decoded flows as CSV or JSON, datagrams as a capture. */
export const RecordFormat = z.enum(['csv', 'json', 'pcap']);
export type RecordFormat = z.infer<typeof RecordFormat>;

/** Formats of a kind of record, the usual one first. */
export const formatsOf: Readonly<Record<DebugRecord['kind'], readonly RecordFormat[]>> = {
  'raw-flow': ['csv', 'json'],
  'raw-data': ['pcap'],
  template: ['pcap'],
};

/** A file as the caller names it. */
const RecordFileQuery = z
  .strictObject({
    ...RecordFileId.omit({ recording: true }).shape,
    format: RecordFormat,
    /** Of CSV; by default that of the language. */
    dialect: CsvDialect.optional(),
  })
  .refine(({ kind, format }) => formatsOf[kind].includes(format), { path: ['format'] });

export const downloadRecord = route({
  method: 'GET',
  path: `${API}/mt/debug/:id/file`,
  scope: 'admin',
  needs: 'SUPPORT.DEBUG.read',
  summary: 'A file of a debug recording, read from the collector that has it',
  params,
  query: RecordFileQuery,
  reply: z.string(),
  media: 'application/octet-stream',
  problems: ['RESOURCE_MISSING', 'DEBUG_FILE_MISSING', 'DEBUG_COLLECTOR_SILENT'],
  timeoutMs: EXPORT_TIMEOUT_MS,
});

export const listSiteTemplates = route({
  method: 'GET',
  path: `${API}/mt/debug/templates`,
  scope: 'admin',
  needs: 'SUPPORT.DEBUG.read',
  summary: 'Templates that the exporters of a site have announced, by observation domain',
  query: z.strictObject({ site: z.coerce.number().int().positive() }),
  reply: z.strictObject({
    domains: z.array(DomainTemplates.extend({ deviceName: z.string() })),
    /** There are more than are shown. */
    isCut: z.boolean(),
  }),
  problems: ['RESOURCE_MISSING', 'UNAVAILABLE'],
});
