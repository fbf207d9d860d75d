import type { UnknownExporter } from '#schemas/collector/unknown-exporter.ts';
import { DAY_MS } from '#schemas/time/duration.ts';

/** Bounds the memory under a flood of forged addresses. */
const MAX_UNKNOWN_EXPORTERS = 10_000;
/** How long an idle address stays listed. */
const RETENTION_MS = DAY_MS;
const emptyEntry = { protocol: '', domain: 0, packets: 0, records: 0, lastSeen: 0 };

const protocols: Readonly<Record<number, string>> = { 5: 'NetFlow v5', 9: 'NetFlow v9', 10: 'IPFIX' };

interface ExportHeader {
  readonly protocol: string;
  readonly domain: number;
  /** Record count of the header. IPFIX has none: a message counts as one. */
  readonly records: number;
}

/** Parses what a datagram reveals without its templates. Undefined if the protocol is unknown. */
function parseHeader(view: DataView): ExportHeader | undefined {
  if (view.byteLength < 16) return undefined;
  const version = view.getUint16(0);
  const protocol = protocols[version];
  if (protocol === undefined || (version !== 10 && view.byteLength < 20)) return undefined;
  if (version === 10) return { protocol, domain: view.getUint32(12), records: 1 };
  const domain = version === 9 ? view.getUint32(16) : 0;
  return { protocol, domain, records: view.getUint16(2) };
}

interface UnknownSender {
  readonly address: string;
  /** Agent id of the expired agent that it belonged to. */
  readonly agent?: string | undefined;
}

/** Exporters that are not in the inventory: counted and listed, but their flows are not stored. */
export class UnknownExporters {
  /** Addresses evicted since the last report. */
  #evicted = 0;
  /** In order of last sight. */
  readonly #entries = new Map<string, { -readonly [K in keyof UnknownExporter]: UnknownExporter[K] }>();

  observe({ address, agent }: UnknownSender, datagram: Uint8Array, atMs: number): void {
    const header = parseHeader(new DataView(datagram.buffer, datagram.byteOffset, datagram.byteLength));
    const { protocol, domain, records } = header ?? { protocol: 'unknown', domain: 0, records: 0 };
    const entry = this.#entries.get(address) ?? { ...emptyEntry, address, firstSeen: atMs };
    Object.assign(entry, { protocol, domain, agent, lastSeen: atMs });
    entry.packets += 1;
    entry.records += records;
    this.#entries.delete(address);
    this.#entries.set(address, entry);
    this.#evictOldest(atMs);
  }

  /** Returns and resets the number of evicted addresses. */
  drainEvicted(): number {
    const taken = this.#evicted;
    this.#evicted = 0;
    return taken;
  }

  #evictOldest(nowMs: number): void {
    for (const [address, { lastSeen }] of this.#entries) {
      const isOld = nowMs - lastSeen > RETENTION_MS;
      if (!isOld && this.#entries.size <= MAX_UNKNOWN_EXPORTERS) return;
      if (!isOld) this.#evicted += 1;
      this.#entries.delete(address);
    }
  }

  /** Called once the inventory contains the address. */
  remove(address: string): void {
    this.#entries.delete(address);
  }

  list(): readonly UnknownExporter[] {
    return [...this.#entries.values()];
  }

  /** Returns at most `max` entries, last seen first. */
  newest(max: number): readonly UnknownExporter[] {
    return this.list()
      .toSorted((one, other) => other.lastSeen - one.lastSeen)
      .slice(0, max);
  }
}
