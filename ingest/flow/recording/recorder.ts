import { join } from 'node:path';
import { recordingFolderName, type Recording, type RecordingState } from '#schemas/debug/record.ts';
import { debugRecord } from '#schemas/limit/collection.ts';
import type { RowsMessage } from '../rows/rows-message.ts';
import { rowsSince, runsOf, tableOf } from './recorded-rows.ts';
import type { CapturedDatagram } from './pcap.ts';
import { SiteRecording, type RecordedExporter } from './site-recording.ts';

interface Options {
  /** Folder of all recordings. */
  readonly directory: string;
  readonly collector: string;
  /** Identifies this run of the collector: after a restart recordings continue in a new folder. */
  readonly run: string;
  /** Bytes left in the folder. */
  readonly room: () => number;
  /** Recordings that stopped in an earlier run. */
  readonly ended?: Iterable<number>;
  /** Bytes of a recording that may wait for the disk. */
  readonly maxWaitingBytes?: number;
}

/** Agents are no devices: theirs is 0, and the site distinguishes them. */
const exporterKey = (device: number, site: number): string =>
  device === 0 ? `site ${String(site)}` : String(device);

interface SeenExporter {
  /** As its newest datagram has it. */
  exporter: RecordedExporter;
  /** Arrival of its first datagram while a recording runs: rows of earlier ones wait in their message. */
  readonly sinceMs: number;
}

/** Records the export of selected sites. Costs nothing while no recording runs. */
export class Recorder {
  readonly #options: Options;
  /** By site: several recordings may cover the same site. */
  #bySite = new Map<number, SiteRecording[]>();
  readonly #exporters = new Map<string, SeenExporter>();
  #stopped: SiteRecording[] = [];
  readonly #started: Set<number>;

  constructor(options: Options) {
    this.#options = options;
    this.#started = new Set(options.ended);
  }

  get isActive(): boolean {
    return this.#bySite.size > 0;
  }

  /** Recordings whose files are open. */
  get open(): ReadonlySet<number> {
    return new Set([...this.#running(), ...this.#stopped].map(({ recording }) => recording.id));
  }

  /** Bytes of the recordings that run. */
  get bytes(): number {
    return [...this.#running(), ...this.#stopped].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Starts new recordings and stops those that are no longer requested. */
  setRecordings(recordings: readonly Recording[]): void {
    const requested = new Set(recordings.map(({ id }) => id));
    for (const one of this.#running()) if (!requested.has(one.recording.id)) one.stop('requested');
    const { directory, collector, run, maxWaitingBytes = debugRecord.maxWaitingBytes } = this.#options;
    for (const recording of recordings) {
      if (this.#started.has(recording.id)) continue;
      this.#started.add(recording.id);
      const folder = recordingFolderName({ recording: recording.id, collector, run });
      const place = { directory: join(directory, folder), collector, run, maxWaitingBytes };
      const others = this.#bySite.get(recording.site) ?? [];
      this.#bySite.set(recording.site, [...others, new SiteRecording(recording, place)]);
    }
    this.#sweep();
  }

  /**
   * Records a datagram of a site's exporter. Datagrams of an exporter that serves several sites are not recorded: its
   * rows are, for each site.
   */
  recordDatagram(
    { site, exporter }: { readonly site: number; readonly exporter: RecordedExporter },
    datagram: CapturedDatagram,
  ): void {
    const key = exporterKey(exporter.device, site);
    const seen = this.#exporters.get(key);
    if (seen === undefined) this.#exporters.set(key, { exporter, sinceMs: datagram.atMs });
    else seen.exporter = exporter;
    if (exporter.shared === true) return;
    for (const one of this.#bySite.get(site) ?? []) one.recordDatagram(exporter, datagram);
  }

  /** Records published rows of recorded sites, from any exporter. */
  recordRows(message: RowsMessage): void {
    const table = tableOf(message);
    for (const run of runsOf(message, this.#bySite)) {
      const { device, site } = run;
      const seen = this.#exporters.get(exporterKey(device, site));
      const own = seen === undefined ? undefined : rowsSince(run, table, seen.sinceMs);
      if (seen === undefined || own === undefined) continue;
      const { bytes, receivedMs: atMs, lastMs } = own;
      for (const one of this.#bySite.get(site) ?? [])
        one.recordRows(seen.exporter, { table, bytes, atMs, lastMs });
    }
  }

  /** Flushes the files. Returns the states of recordings that run or have stopped since the last call. */
  async flush(nowMs: number): Promise<readonly RecordingState[]> {
    const running = this.#running();
    const full = this.#options.room() <= 0;
    for (const one of running) {
      if (nowMs >= one.recording.endsMs) one.stop('duration');
      if (full) one.stop('disk');
    }
    const all = [...running, ...this.#stopped];
    await Promise.all(all.map((one) => one.flush()));
    this.#sweep();
    const states = all.map((one) => one.state());
    // One that stopped while the files were written is closed by the next call.
    this.#stopped = this.#stopped.filter(({ isClosed }) => !isClosed);
    if (!this.isActive) this.#exporters.clear();
    return states;
  }

  /** Closes all recordings at shutdown. They continue with the next start. */
  async close(): Promise<readonly RecordingState[]> {
    const all = [...this.#running(), ...this.#stopped];
    this.#bySite = new Map();
    this.#stopped = [];
    await Promise.all(all.map((one) => one.close()));
    return all.map((one) => one.state());
  }

  #running(): readonly SiteRecording[] {
    return [...this.#bySite.values()].flat();
  }

  /** Moves stopped recordings out of the way of datagrams. */
  #sweep(): void {
    for (const [site, recordings] of this.#bySite) {
      const running = recordings.filter(({ stopped }) => stopped === undefined);
      this.#stopped.push(...recordings.filter(({ stopped }) => stopped !== undefined));
      if (running.length === 0) this.#bySite.delete(site);
      else this.#bySite.set(site, running);
    }
  }
}
