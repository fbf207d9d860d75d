import type { Domain } from '../../exporter/domain.ts';

const MODULUS = 4_294_967_296;
/** A larger gap is a restart of the agent, not a loss. */
const MAX_SEQUENCE_GAP = 100_000;
/** Bounds forged formats. */
const MAX_FORMATS = 16;
/** A device has a source per interface. Bounds forged sources. */
const MAX_SOURCES = 4_096;

/** Sampling counters of one agent since the last report. */
export interface SampleCounts {
  /** Samples sent but not received, by the sequence numbers of their sources. */
  readonly lost: number;
  /** Packets the device could not sample for lack of resources (`drops`). */
  readonly dropped: number;
  /** Packets of the sample pool represented by lost samples. */
  readonly unseen: number;
  readonly restarts: number;
  /** Sampled packets that are not IP and have no row. */
  readonly notIp: number;
  /** Samples of formats that are not read, by enterprise and format. */
  readonly formats: ReadonlyMap<string, number>;
}

interface Source {
  sequence: number;
  pool: number;
  drops: number;
}

export interface FlowSampleHeader {
  sequence: number;
  source: number;
  rate: number;
  pool: number;
  drops: number;
}

const ahead = (from: number, to: number): number => (to - from + MODULUS) % MODULUS;

/** Tracks the counters of the data sources of one agent and sub-agent. */
export class SampleSources {
  lost = 0;
  dropped = 0;
  unseen = 0;
  restarts = 0;
  notIp = 0;
  #formats = new Map<string, number>();
  readonly #sources = new Map<number, Source>();

  /** Records a flow sample. Counters that run backwards or leap indicate a restart or reordering. */
  observe({ source: id, sequence, pool, drops }: FlowSampleHeader): void {
    const source = this.#sources.get(id);
    if (source === undefined) {
      this.#remember(id, { sequence, pool, drops });
      return;
    }
    const samples = ahead(source.sequence, sequence);
    if (samples === 0) return;
    if (samples >= MODULUS - MAX_SEQUENCE_GAP && sequence > 0 && sequence > source.sequence - 1_000) {
      this.lost = Math.max(0, this.lost - 1);
      return;
    }
    if (samples > MAX_SEQUENCE_GAP) this.restarts += 1;
    else this.#advance(source, { samples, pool, drops });
    source.sequence = sequence;
    source.pool = pool;
    source.drops = drops;
  }

  /** Counts a sample of a format that is not read. The enterprise is in the upper 20 bits. */
  skip(format: number): void {
    const name = `sFlow ${String(format >>> 12)}/${String(format & 0x0f_ff)}`;
    if (this.#formats.size < MAX_FORMATS || this.#formats.has(name))
      this.#formats.set(name, (this.#formats.get(name) ?? 0) + 1);
  }

  /** Returns and resets the counters. */
  drain(): SampleCounts {
    const { lost, dropped, unseen, restarts, notIp } = this;
    const formats = this.#formats;
    this.#formats = new Map();
    this.lost = 0;
    this.dropped = 0;
    this.unseen = 0;
    this.restarts = 0;
    this.notIp = 0;
    return { lost, dropped, unseen, restarts, notIp, formats };
  }

  #advance(source: Source, seen: { samples: number; pool: number; drops: number }): void {
    const missing = seen.samples - 1;
    this.lost += missing;
    const dropped = ahead(source.drops, seen.drops);
    if (dropped < MODULUS / 2) this.dropped += dropped;
    if (missing > 0) {
      const passed = ahead(source.pool, seen.pool);
      if (passed < MODULUS / 2) this.unseen += Math.round((passed * missing) / seen.samples);
    }
  }

  /** Evicts the oldest source if there are too many. */
  #remember(id: number, source: Source): void {
    this.#sources.set(id, source);
    for (const oldest of this.#sources.keys()) {
      if (this.#sources.size <= MAX_SOURCES) break;
      this.#sources.delete(oldest);
    }
  }
}

const sourcesByDomain = new WeakMap<Domain, SampleSources>();

/** Returns the sampling sources of a domain, created on first use. */
export function sampleSourcesOf(domain: Domain): SampleSources {
  const known = sourcesByDomain.get(domain);
  if (known !== undefined) return known;
  const sources = new SampleSources();
  sourcesByDomain.set(domain, sources);
  return sources;
}
