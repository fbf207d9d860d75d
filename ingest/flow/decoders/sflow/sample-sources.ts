const MODULUS = 4_294_967_296;
/** A jump further than this is a restart of the agent, not a loss. */
const MAX_SEQUENCE_GAP = 100_000;
/** A device has a source per interface; more are made up. */
const MAX_SOURCES = 4_096;

/** What the samples of one agent tell of packets and samples that were not seen, since the last time. */
export interface SampleCounts {
  /** Samples that were taken and never came in, by the sequence numbers of their sources. */
  readonly lost: number;
  /** Packets that the device could not sample for lack of resources (`drops`). */
  readonly dropped: number;
  /** Packets of the sample pools that passed while the samples that were lost were taken. */
  readonly unseen: number;
  readonly restarts: number;
  /** Sampled packets that are not IP and make no row. */
  readonly notIp: number;
}

interface Source {
  sequence: number;
  pool: number;
  drops: number;
}

/** The header of one flow sample. */
export interface FlowSampleHeader {
  sequence: number;
  source: number;
  rate: number;
  pool: number;
  drops: number;
}

const ahead = (from: number, to: number): number => (to - from + MODULUS) % MODULUS;

/** Follows the counters of the data sources of one agent and sub-agent. */
export class SampleSources {
  lost = 0;
  dropped = 0;
  unseen = 0;
  restarts = 0;
  notIp = 0;
  readonly #sources = new Map<number, Source>();

  /** A flow sample came in. Counters that run backwards or leap tell of a restart, or of a sample that was overtaken. */
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

  /** The counts since the last time. */
  drain(): SampleCounts {
    const { lost, dropped, unseen, restarts, notIp } = this;
    this.lost = 0;
    this.dropped = 0;
    this.unseen = 0;
    this.restarts = 0;
    this.notIp = 0;
    return { lost, dropped, unseen, restarts, notIp };
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

  /** Of too many sources the oldest gives way. */
  #remember(id: number, source: Source): void {
    this.#sources.set(id, source);
    for (const oldest of this.#sources.keys()) {
      if (this.#sources.size <= MAX_SOURCES) break;
      this.#sources.delete(oldest);
    }
  }
}
