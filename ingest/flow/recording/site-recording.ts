import { join } from 'node:path';
import { flowBlockHead, flowFileHead } from '#schemas/debug/flow-file.ts';
import {
  recordFileName,
  type RecordKind,
  type Recording,
  type RecordingState,
  type StopReason,
} from '#schemas/debug/record.ts';
import type { detailedFlows, flows } from '#schemas/table/flows.ts';
import { hasTemplate } from './has-template.ts';
import { PacketHead, pcapHeader, type CapturedDatagram } from './pcap.ts';
import { RecordFile } from './record-file.ts';

/** An exporter of the recorded site. */
export interface RecordedExporter {
  readonly address: string;
  readonly device: number;
  /** Some of its flows belong to other sites, so its datagrams are not recorded. */
  readonly shared?: boolean;
}

/** Rows of one exporter and site. */
export interface RecordedRows {
  readonly table: typeof flows | typeof detailedFlows;
  readonly bytes: Uint8Array;
  /** When the first and the last were received. */
  readonly atMs: number;
  readonly lastMs: number;
}

interface Added {
  readonly head: Uint8Array;
  readonly bytes: Uint8Array;
  readonly atMs: number;
}

/** What belongs to an exporter: naming a file costs more than recording a datagram. */
interface ExporterFiles {
  readonly head: PacketHead;
  readonly files: Partial<Record<RecordKind, RecordFile>>;
}

interface RecordingLocation {
  /** Folder of this recording and collector run. */
  readonly directory: string;
  readonly collector: string;
  readonly run: string;
  readonly maxWaitingBytes: number;
}

/** One recording of one site: a file per exporter and kind, until it stops. */
export class SiteRecording {
  readonly recording: Recording;
  readonly #location: RecordingLocation;
  readonly #files = new Map<string, RecordFile>();
  readonly #exporters = new Map<string, ExporterFiles>();
  stopped: StopReason | undefined;
  /** All files are closed. */
  isClosed = false;
  /** Of all files. */
  bytes = 0;

  constructor(recording: Recording, location: RecordingLocation) {
    this.recording = recording;
    this.#location = location;
  }

  recordDatagram(exporter: RecordedExporter, datagram: CapturedDatagram): void {
    const { payload, atMs } = datagram;
    if (!this.#checkLimits(atMs)) return;
    const head = this.#of(exporter).head.of(datagram);
    this.#add(exporter, 'raw-data', { head, bytes: payload, atMs });
    if (hasTemplate(payload)) this.#add(exporter, 'template', { head, bytes: payload, atMs });
  }

  /** Records rows of the site. */
  recordRows(exporter: RecordedExporter, { table, bytes, atMs, lastMs }: RecordedRows): void {
    const head = flowBlockHead(table, bytes.length);
    if (this.#checkLimits(atMs)) this.#add(exporter, 'raw-flow', { head, bytes, atMs }).reach(lastMs);
  }

  /** Stops the recording. The first reason wins. */
  stop(reason: StopReason): void {
    this.stopped ??= reason;
  }

  /** Flushes the files, and closes them once the recording has stopped. A write error stops the recording. */
  async flush(): Promise<void> {
    if (this.stopped !== undefined) return this.close();
    const results = await Promise.allSettled([...this.#files.values()].map((file) => file.flush()));
    if (results.some(({ status }) => status === 'rejected')) this.stop('disk');
    return undefined;
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#files.values()].map((file) => file.close()));
    this.isClosed = true;
  }

  state(): RecordingState {
    const { id, site } = this.recording;
    const { collector, run } = this.#location;
    return {
      recording: id,
      site,
      collector,
      run,
      state: this.stopped === undefined ? 'running' : 'stopped',
      ...(this.stopped === undefined ? {} : { reason: this.stopped }),
      records: [...this.#files.values()].map((file) => file.record()),
    };
  }

  /** A disk that takes less than arrives would fill the memory instead. */
  #checkLimits(atMs: number): boolean {
    if (this.stopped !== undefined) return false;
    if (atMs >= this.recording.endsMs) this.stop('duration');
    else if (this.bytes >= this.recording.maxBytes) this.stop('size');
    else if (this.#waitingBytes() > this.#location.maxWaitingBytes) this.stop('disk');
    return this.stopped === undefined;
  }

  #waitingBytes(): number {
    let sum = 0;
    for (const { waitingBytes } of this.#files.values()) sum += waitingBytes;
    return sum;
  }

  #add(exporter: RecordedExporter, kind: RecordKind, { head, bytes, atMs }: Added): RecordFile {
    const { files } = this.#of(exporter);
    const file = (files[kind] ??= this.#file(exporter, kind));
    file.add(head, bytes, atMs);
    this.bytes += head.length + bytes.length;
    return file;
  }

  #of({ address }: RecordedExporter): ExporterFiles {
    const known = this.#exporters.get(address);
    if (known !== undefined) return known;
    const made: ExporterFiles = { head: new PacketHead(address), files: {} };
    this.#exporters.set(address, made);
    return made;
  }

  #file({ address, device }: RecordedExporter, kind: RecordKind): RecordFile {
    const name = recordFileName({ exporter: address, kind });
    const known = this.#files.get(name);
    if (known !== undefined) return known;
    const head = kind === 'raw-flow' ? flowFileHead() : pcapHeader();
    const origin = { exporter: address, device, kind };
    const file = new RecordFile(origin, join(this.#location.directory, name), head);
    this.#files.set(name, file);
    this.bytes += head.length;
    return file;
  }
}
