import { hasTemplate } from '../recording/has-template.ts';
import type { Attribution } from '../attribution/attribution.ts';
import { decodeDatagram } from '../decoders/decode.ts';
import { RowSink } from '../rows/row-sink.ts';
import { drainTraffic, Exporter } from './exporter.ts';
import { TokenBucket } from './token-bucket.ts';

/** As many as a user would add one after the other; the one seen last longest ago makes room. */
const MAX_CANDIDATES = 64;
/** Bytes a second that are decoded of all of them: their senders may be forged. */
const BYTE_LIMIT = { atOnce: 2_000_000, perSecond: 64_000 };
/** Bytes that announced something new. What they lead to takes several times as much memory; then all start again. */
const MAX_LEARNED_BYTES = 8_000_000;

/** Without an owner: its rows are discarded, and it resolves nothing. */
const ownerless = (): Attribution => ({
  customer: 0,
  site: 0,
  sites: { ofV4: () => 0, ofV6: () => 0 },
  reporting: new Set(),
  classifier: undefined,
  sink: new RowSink(({ release }) => release?.()),
  device: 0,
  interfaces: { byIndex: new Map(), byName: new Map() },
  bandwidths: { into: new Map(), outOf: new Map() },
  polled: true,
  tunnels: 'outer',
  owners: undefined,
  reportsDuplicates: false,
});

const V9_HEADER = 20;
const IPFIX_HEADER = 16;

/** Set ids of a NetFlow v9 or IPFIX datagram. */
function setIds(datagram: Uint8Array): readonly number[] {
  const view = new DataView(datagram.buffer, datagram.byteOffset, datagram.byteLength);
  const ids: number[] = [];
  for (let at = view.getUint16(0) === 9 ? V9_HEADER : IPFIX_HEADER; at + 4 <= view.byteLength;) {
    const length = view.getUint16(at + 2);
    if (length < 4) break;
    ids.push(view.getUint16(at));
    at += length;
  }
  return ids;
}

/** Whether a datagram has templates, or data of an options template: all that has to be known before flows can be decoded. */
function announces(datagram: Uint8Array, exporter: Exporter | undefined): boolean {
  if (hasTemplate(datagram)) return true;
  if (exporter === undefined || datagram.length < IPFIX_HEADER) return false;
  const ids = setIds(datagram);
  return [...exporter.domains.values()].some(({ domain }) =>
    ids.some((id) => (domain.templates.get(id)?.template.scopes ?? 0) > 0),
  );
}

/**
 * What exporters outside the inventory announce of themselves: templates, samplers, interface names. Once one of them is added, its
 * next datagram is decoded, instead of the one after its next templates, which may take half an hour.
 */
export class Candidates {
  readonly #exporters = new Map<string, Exporter>();
  readonly #limiter = new TokenBucket(BYTE_LIMIT);
  readonly #attribution = ownerless();
  #learnedBytes = 0;

  observe(
    { address, port }: { readonly address: string; readonly port: number },
    datagram: Uint8Array,
    atMs: number,
  ): void {
    if (datagram.length < IPFIX_HEADER) return;
    const version = (datagram[0] ?? 0) * 256 + (datagram[1] ?? 0);
    if (version !== 9 && version !== 10) return;
    const known = this.#exporters.get(address);
    if (!announces(datagram, known) || !this.#limiter.tryTake(datagram.length, atMs)) return;
    const exporter = known ?? new Exporter(address, this.#attribution);
    exporter.port = port;
    decodeDatagram(exporter, datagram, atMs);
    this.#exporters.delete(address);
    this.#exporters.set(address, exporter);
    this.#evict();
    this.#countLearned(exporter, datagram.length);
  }

  /** The exporter of an address, with what it has announced. */
  get(address: string): Exporter | undefined {
    return this.#exporters.get(address);
  }

  /** Hands the exporter over to its owner: it counts from now on, and nothing from before. */
  take(address: string, attribution: Attribution): Exporter | undefined {
    const exporter = this.#exporters.get(address);
    if (exporter === undefined) return undefined;
    this.#exporters.delete(address);
    exporter.setAttribution(attribution);
    exporter.rejected.clear();
    exporter.ingress.clear();
    for (const entry of exporter.domains.values()) {
      entry.domain.dropPending(() => true);
      entry.domain.sequence.reset();
      drainTraffic(entry);
      entry.domain.dirty = true;
    }
    return exporter;
  }

  remove(address: string): void {
    this.#exporters.delete(address);
  }

  #evict(): void {
    for (const address of this.#exporters.keys()) {
      if (this.#exporters.size <= MAX_CANDIDATES) return;
      this.#exporters.delete(address);
    }
  }

  /** Templates that are only repeated change nothing and cost nothing. */
  #countLearned(exporter: Exporter, bytes: number): void {
    const changed = [...exporter.domains.values()].filter(({ domain }) => domain.dirty);
    if (changed.length === 0) return;
    for (const { domain } of changed) domain.dirty = false;
    this.#learnedBytes += bytes;
    if (this.#learnedBytes <= MAX_LEARNED_BYTES) return;
    this.#learnedBytes = 0;
    this.#exporters.clear();
  }
}
