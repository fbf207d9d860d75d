import type { UnknownExporter } from '#schemas/collector/unknown-exporter.ts';
import { DAY_MS } from '#schemas/time/duration.ts';

/** A flood of forged addresses must not fill the memory. */
const MOST = 10_000;
/** An address that sends nothing any more is listed so long. */
const KEPT_MS = DAY_MS;
const nothing = { protocol: '', domain: 0, packets: 0, records: 0, lastSeen: 0 };

const protocols: Readonly<Record<number, string>> = { 5: 'NetFlow v5', 9: 'NetFlow v9', 10: 'IPFIX' };

interface Header {
  readonly protocol: string;
  readonly domain: number;
  /** Records as the header counts them; IPFIX counts none, a message stands for one. */
  readonly records: number;
}

/** What can be read of a datagram without its templates, undefined when it is of no protocol known. */
function headerOf(view: DataView): Header | undefined {
  if (view.byteLength < 16) return undefined;
  const version = view.getUint16(0);
  const protocol = protocols[version];
  if (protocol === undefined || (version !== 10 && view.byteLength < 20)) return undefined;
  if (version === 10) return { protocol, domain: view.getUint32(12), records: 1 };
  const domain = version === 9 ? view.getUint32(16) : 0;
  return { protocol, domain, records: view.getUint16(2) };
}

/** Exporters that the inventory does not know: counted and listed, their flows are not stored. */
export class UnknownExporters {
  /** Addresses that gave way to others since the last time they were told. */
  #pushedOut = 0;
  /** Last seen last. */
  readonly #entries = new Map<string, { -readonly [K in keyof UnknownExporter]: UnknownExporter[K] }>();

  saw(address: string, datagram: Uint8Array, atMs: number): void {
    const header = headerOf(new DataView(datagram.buffer, datagram.byteOffset, datagram.byteLength));
    const { protocol, domain, records } = header ?? { protocol: 'unknown', domain: 0, records: 0 };
    const entry = this.#entries.get(address) ?? { ...nothing, address, firstSeen: atMs };
    Object.assign(entry, { protocol, domain, lastSeen: atMs });
    entry.packets += 1;
    entry.records += records;
    this.#entries.delete(address);
    this.#entries.set(address, entry);
    this.#forgetOldest(atMs);
  }

  /** Addresses that gave way to others since the last time. */
  takePushedOut(): number {
    const taken = this.#pushedOut;
    this.#pushedOut = 0;
    return taken;
  }

  #forgetOldest(nowMs: number): void {
    for (const [address, { lastSeen }] of this.#entries) {
      const isOld = nowMs - lastSeen > KEPT_MS;
      if (!isOld && this.#entries.size <= MOST) return;
      if (!isOld) this.#pushedOut += 1;
      this.#entries.delete(address);
    }
  }

  /** The inventory knows it now. */
  forget(address: string): void {
    this.#entries.delete(address);
  }

  list(): readonly UnknownExporter[] {
    return [...this.#entries.values()];
  }

  /** At most `most` of them, last seen first. */
  newest(most: number): readonly UnknownExporter[] {
    return this.list()
      .toSorted((one, other) => other.lastSeen - one.lastSeen)
      .slice(0, most);
  }
}
