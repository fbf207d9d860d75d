import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordKind, Recording, RecordingState, StopReason } from '#schemas/debug/record.ts';
import type { RowsMessage } from '../rows/rows-message.ts';
import { flowLines, flowLinesHead } from './flow-lines.ts';
import { hasTemplate } from './has-template.ts';
import { pcapHeader, pcapPacket } from './pcap.ts';
import { RecordFile } from './record-file.ts';

/** An exporter of the recorded site. */
export interface RecordedExporter {
  readonly address: string;
  readonly device: number;
  /** Some of its flows belong to other sites, so its datagrams are not recorded. */
  readonly shared?: boolean;
}

const utf8 = new TextEncoder();
const endings = { 'raw-flow': 'csv', 'raw-data': 'pcap', template: 'pcap' } as const;
/** An address as part of a file name. */
const fileName = (address: string): string => address.replaceAll(/[^0-9a-f.]/gi, '-');

interface RecordingLocation {
  /** Folder of this recording and collector run. */
  readonly directory: string;
  readonly collector: string;
  readonly port: number;
}

/** One recording of one site: a file per exporter and kind, until it stops. */
export class SiteRecording {
  readonly recording: Recording;
  readonly #location: RecordingLocation;
  readonly #files = new Map<string, RecordFile>();
  stopped: StopReason | undefined;
  /** All files are closed. */
  isClosed = false;

  constructor(recording: Recording, location: RecordingLocation) {
    this.recording = recording;
    this.#location = location;
    mkdirSync(location.directory, { recursive: true });
  }

  get bytes(): number {
    let sum = 0;
    for (const file of this.#files.values()) sum += file.bytes;
    return sum;
  }

  recordDatagram(exporter: RecordedExporter, payload: Uint8Array, atMs: number): void {
    if (!this.#checkLimits(atMs)) return;
    const packet = pcapPacket({ payload, sender: exporter.address, port: this.#location.port, atMs });
    this.#file(exporter, 'raw-data').add(packet, atMs);
    if (hasTemplate(payload)) this.#file(exporter, 'template').add(packet, atMs);
  }

  /** Records the rows of the site. */
  recordRows(exporter: RecordedExporter, message: RowsMessage): void {
    if (!this.#checkLimits(message.lastMs)) return;
    const lines = flowLines(message, { device: exporter.device, site: this.recording.site });
    if (lines !== '') this.#file(exporter, 'raw-flow').add(utf8.encode(lines), message.lastMs);
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
    return {
      recording: id,
      site,
      collector: this.#location.collector,
      state: this.stopped === undefined ? 'running' : 'stopped',
      ...(this.stopped === undefined ? {} : { reason: this.stopped }),
      records: [...this.#files.values()].map((file) => file.record()),
    };
  }

  #checkLimits(atMs: number): boolean {
    if (atMs >= this.recording.endsMs) this.stop('duration');
    else if (this.bytes >= this.recording.maxBytes) this.stop('size');
    return this.stopped === undefined;
  }

  #file({ address, device }: RecordedExporter, kind: RecordKind): RecordFile {
    const name = `${fileName(address)}-${kind}.${endings[kind]}`;
    const known = this.#files.get(name);
    if (known !== undefined) return known;
    const head = kind === 'raw-flow' ? utf8.encode(flowLinesHead) : pcapHeader();
    const file = new RecordFile(
      { exporter: address, device, kind },
      join(this.#location.directory, name),
      head,
    );
    this.#files.set(name, file);
    return file;
  }
}
