import { join } from 'node:path';
import type { Recording, RecordingState } from '#schemas/debug/record.ts';
import type { RowsMessage } from '../rows-message.ts';
import { devicesIn } from './flow-lines.ts';
import { SiteRecording } from './site-recording.ts';
import type { RecordedExporter } from './site-recording.ts';

interface Options {
  /** Folder of every recording. */
  readonly directory: string;
  readonly collector: string;
  /** Names this run of the collector: a restarted one goes on in a folder of its own. */
  readonly run: string;
  /** UDP port that the captures name. */
  readonly port: number;
  /** Bytes that the folder may still take. */
  readonly room: () => number;
  /** Recordings that stopped by themselves in an earlier run. */
  readonly ended?: Iterable<number>;
}

/** Records what exporters of some sites send, while it is asked to. Costs nothing while nobody asks. */
export class Recorder {
  readonly #options: Options;
  /** By site: more than one person may record the same. */
  #bySite = new Map<number, SiteRecording[]>();
  readonly #exporters = new Map<number, RecordedExporter>();
  #stopped: SiteRecording[] = [];
  readonly #known: Set<number>;

  constructor(options: Options) {
    this.#options = options;
    this.#known = new Set(options.ended);
  }

  get isActive(): boolean {
    return this.#bySite.size > 0;
  }

  /** What is to be recorded from now on: starts what is new, stops what is no longer named. */
  follow(recordings: readonly Recording[]): void {
    const running = [...this.#bySite.values()].flat();
    const wanted = new Set(recordings.map(({ id }) => id));
    for (const one of running) if (!wanted.has(one.recording.id)) one.stop('asked');
    const { directory, collector, run, port } = this.#options;
    for (const recording of recordings) {
      if (this.#known.has(recording.id)) continue;
      this.#known.add(recording.id);
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

  /** A datagram of an exporter of a site. Those of an exporter that serves other sites too are not recorded: its rows are, each for its site. */
  datagram(
    { site, exporter }: { readonly site: number; readonly exporter: RecordedExporter },
    payload: Uint8Array,
    atMs: number,
  ): void {
    this.#exporters.set(exporter.device, exporter);
    if (exporter.shared === true) return;
    for (const one of this.#bySite.get(site) ?? []) one.datagram(exporter, payload, atMs);
  }

  /** Rows as they go to the stream: those of recorded sites are written as text, whichever site's exporter sent them. */
  rows(message: RowsMessage): void {
    for (const device of devicesIn(message)) {
      const exporter = this.#exporters.get(device);
      if (exporter === undefined) continue;
      for (const one of [...this.#bySite.values()].flat()) one.rows(exporter, message);
    }
  }

  /** Writes what was gathered; answers the states of all that run or have stopped since the last time. */
  async write(nowMs: number): Promise<readonly RecordingState[]> {
    const running = [...this.#bySite.values()].flat();
    const full = this.#options.room() <= 0;
    for (const one of running) {
      if (nowMs >= one.recording.endsMs) one.stop('duration');
      if (full) one.stop('disk');
    }
    const all = [...running, ...this.#stopped];
    await Promise.all(all.map((one) => one.write()));
    this.#sweep();
    const states = all.map((one) => one.state());
    this.#stopped = this.#stopped.filter((one) => !all.includes(one));
    return states;
  }

  /** Ends everything, as when the collector ends. The recordings go on with its next start. */
  async close(): Promise<readonly RecordingState[]> {
    const running = [...this.#bySite.values()].flat();
    this.#bySite = new Map();
    await Promise.all(running.map((one) => one.close()));
    return running.map((one) => one.state());
  }

  /** Takes the stopped ones out of the way of datagrams. */
  #sweep(): void {
    for (const [site, recordings] of this.#bySite) {
      const running = recordings.filter(({ stopped }) => stopped === undefined);
      this.#stopped.push(...recordings.filter(({ stopped }) => stopped !== undefined));
      if (running.length === 0) this.#bySite.delete(site);
      else this.#bySite.set(site, running);
    }
  }
}
