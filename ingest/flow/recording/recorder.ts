import { join } from 'node:path';
import type { Recording, RecordingState } from '#schemas/debug/record.ts';
import type { RowsMessage } from '../rows/rows-message.ts';
import { devicesIn } from './flow-lines.ts';
import { SiteRecording, type RecordedExporter } from './site-recording.ts';

interface Options {
  /** Folder of all recordings. */
  readonly directory: string;
  readonly collector: string;
  /** Identifies this run of the collector: after a restart recordings continue in a new folder. */
  readonly run: string;
  /** UDP port written to the captures. */
  readonly port: number;
  /** Bytes left in the folder. */
  readonly room: () => number;
  /** Recordings that stopped in an earlier run. */
  readonly ended?: Iterable<number>;
}

/** Records the export of selected sites. Costs nothing while no recording runs. */
export class Recorder {
  readonly #options: Options;
  /** By site: several recordings may cover the same site. */
  #bySite = new Map<number, SiteRecording[]>();
  readonly #exporters = new Map<number, RecordedExporter>();
  #stopped: SiteRecording[] = [];
  readonly #started: Set<number>;

  constructor(options: Options) {
    this.#options = options;
    this.#started = new Set(options.ended);
  }

  get isActive(): boolean {
    return this.#bySite.size > 0;
  }

  /** Starts new recordings and stops those that are no longer requested. */
  setRecordings(recordings: readonly Recording[]): void {
    const running = [...this.#bySite.values()].flat();
    const wanted = new Set(recordings.map(({ id }) => id));
    for (const one of running) if (!wanted.has(one.recording.id)) one.stop('asked');
    const { directory, collector, run, port } = this.#options;
    for (const recording of recordings) {
      if (this.#started.has(recording.id)) continue;
      this.#started.add(recording.id);
      const place = {
        directory: join(directory, String(recording.id), `${collector}-${run}`),
        collector,
        port,
      };
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
    payload: Uint8Array,
    atMs: number,
  ): void {
    this.#exporters.set(exporter.device, exporter);
    if (exporter.shared === true) return;
    for (const one of this.#bySite.get(site) ?? []) one.recordDatagram(exporter, payload, atMs);
  }

  /** Records published rows of recorded sites as text, from any exporter. */
  recordRows(message: RowsMessage): void {
    for (const device of devicesIn(message)) {
      const exporter = this.#exporters.get(device);
      if (exporter === undefined) continue;
      for (const one of [...this.#bySite.values()].flat()) one.recordRows(exporter, message);
    }
  }

  /** Flushes the files. Returns the states of recordings that run or have stopped since the last call. */
  async flush(nowMs: number): Promise<readonly RecordingState[]> {
    const running = [...this.#bySite.values()].flat();
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
    return states;
  }

  /** Closes all recordings at shutdown. They continue with the next start. */
  async close(): Promise<readonly RecordingState[]> {
    const all = [...[...this.#bySite.values()].flat(), ...this.#stopped];
    this.#bySite = new Map();
    this.#stopped = [];
    await Promise.all(all.map((one) => one.close()));
    return all.map((one) => one.state());
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
