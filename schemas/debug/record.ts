import { z } from 'zod';

/** Kinds of records: decoded rows, received datagrams, and datagrams with templates. */
export const recordKinds = ['raw-flow', 'raw-data', 'template'] as const;
export const RecordKind = z.enum(recordKinds);
export type RecordKind = z.infer<typeof RecordKind>;

/** Why a recording ended. `disk`: no room, a write error, or a disk that is slower than the flows. */
export const StopReason = z.enum(['requested', 'duration', 'size', 'disk']);
export type StopReason = z.infer<typeof StopReason>;

/** A recording of the flows of a site, on every collector. */
export interface Recording {
  readonly id: number;
  readonly site: number;
  readonly startedMs: number;
  /** Stops at this time, or once a collector has written `maxBytes`. */
  readonly endsMs: number;
  readonly maxBytes: number;
}

/** What collectors do about recordings. */
export interface RecordingOrders {
  /** Those that run. */
  readonly running: readonly Recording[];
  /** Ids of those whose files are to be deleted. */
  readonly deleted: readonly number[];
}

/** Records of one exporter on one collector. */
export const DebugRecord = z.object({
  /** Address of the exporter, and the element id of its device. */
  exporter: z.string(),
  device: z.int(),
  kind: RecordKind,
  /** Arrival of the first and the newest datagram, milliseconds since 1970. */
  firstMs: z.number(),
  lastMs: z.number(),
  /** By day, `2026-11-21` in UTC. */
  bytesByDay: z.record(z.string(), z.number()),
  totalBytes: z.number(),
});
export type DebugRecord = z.infer<typeof DebugRecord>;

const Token = z.string().regex(/^[A-Za-z0-9_-]{1,63}$/);

/** State of a recording on one collector: stored in the bucket `debug` under `<recording>.<collector>.<run>`. */
export const RecordingState = z.object({
  recording: z.int(),
  site: z.int(),
  collector: z.string(),
  /** Of the collector: after its restart a recording continues in other files. */
  run: z.string(),
  state: z.enum(['running', 'stopped']),
  reason: StopReason.optional(),
  records: z.array(DebugRecord),
});
export type RecordingState = z.infer<typeof RecordingState>;

/** A file of a recording. Each part is checked before it becomes part of a path. */
export const RecordFileId = z.strictObject({
  recording: z.coerce.number().int().positive(),
  collector: Token,
  run: Token,
  exporter: z.union([z.ipv4(), z.ipv6()], { error: 'IP_ADDRESS_INVALID' }),
  kind: RecordKind,
});
export type RecordFileId = z.infer<typeof RecordFileId>;

const endings: Readonly<Record<RecordKind, string>> = {
  'raw-flow': 'flows',
  'raw-data': 'pcap',
  template: 'pcap',
};

/** Name of a file within the folder of its recording and collector. */
export const recordFileName = ({ exporter, kind }: Pick<RecordFileId, 'exporter' | 'kind'>): string =>
  `${exporter.replaceAll(/[^0-9a-f.]/gi, '-')}-${kind}.${endings[kind]}`;

/** Folder of a recording and collector run within that of all recordings. */
export const recordingFolderName = ({
  recording,
  collector,
  run,
}: Pick<RecordFileId, 'recording' | 'collector' | 'run'>): string =>
  `${String(recording)}/${collector}-${run}`;

/** Names a file among those of its recording. */
export const recordKey = ({ collector, run, ...file }: Omit<RecordFileId, 'recording'>): string =>
  `${collector}-${run}/${recordFileName(file)}`;

/** What recordings use of the disk of a collector: stored in the bucket `debug` under `folder.<collector>`. */
export const RecordingFolder = z.object({
  collector: z.string(),
  /** When this was measured, milliseconds since 1970. */
  at: z.number(),
  usedBytes: z.number(),
  maxBytes: z.number(),
  /** The files that are deleted next, when, and what that frees; null without files. */
  next: z.object({ recording: z.int(), at: z.number(), bytes: z.number() }).nullable(),
});
export type RecordingFolder = z.infer<typeof RecordingFolder>;

/** Key of a folder in the bucket. */
export const folderKey = (collector: string): string => `folder.${collector}`;
/** Key of a state in the bucket. */
export const stateKey = ({
  recording,
  collector,
  run,
}: Pick<RecordingState, 'recording' | 'collector' | 'run'>) => `${String(recording)}.${collector}.${run}`;
