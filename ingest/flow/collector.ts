import { inOneGo } from '#platform/clock/interruptibly.ts';
import type { InSteps } from '#platform/clock/interruptibly.ts';
import { plainAddress } from './attribution/address.ts';
import { attributor } from './attribution/attribute.ts';
import type { Attributor, Known } from './attribution/attribute.ts';
import type { Attribution } from './attribution/attribution.ts';
import { KeptTables } from './attribution/customer-tables.ts';
import { decodeDatagram } from './decoders/decode.ts';
import { Exporter } from './exporter/exporter.ts';
import type { RefusalReason as Reason } from '#schemas/collector/refusal-reason.ts';
import type { RowSink } from './row-sink.ts';
import { UnknownExporters } from './unknown-exporters.ts';

/** Called with a new exporter before its first datagram is decoded: stored templates are put in. */
export type Introduce = (exporter: Exporter) => void;

/** Everything between the socket and the messages: no I/O, no clock. */
export class Collector {
  readonly exporters = new Map<string, Exporter>();
  readonly unknown = new UnknownExporters();
  /** Datagrams that no decoder took, by reason. */
  readonly refused = new Map<Reason, number>();
  readonly #sinks: readonly RowSink[];
  readonly #introduce: Introduce;
  readonly #kept = new KeptTables();
  #attributor: Attributor;

  constructor(known: Known, sinks: readonly RowSink[], introduce: Introduce = () => undefined) {
    this.#sinks = sinks;
    this.#introduce = introduce;
    this.#attributor = attributor(known, sinks, this.#kept);
  }

  receive(datagram: Uint8Array, sender: string, receivedMs: number): void {
    const exporter = this.exporters.get(sender) ?? this.#meet(sender);
    if (exporter === undefined) {
      this.unknown.saw(plainAddress(sender), datagram, receivedMs);
      return;
    }
    const reason = decodeDatagram(exporter, datagram, receivedMs);
    if (reason === undefined) return;
    for (const counts of [this.refused, exporter.refused]) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }

  /** Takes another state of inventory and applications: exporters keep their templates, those that are gone are forgotten. */
  know(known: Known): void {
    inOneGo(this.learning(known));
  }

  /**
   * The same in steps of a few milliseconds, between which datagrams may come: the state before holds until the last step, and
   * from there on the other one, in everything.
   */
  *learning(known: Known): InSteps<void> {
    this.#kept.begin();
    const next = attributor(known, this.#sinks, this.#kept);
    const made = new Map<Exporter, Attribution | undefined>();
    for (const exporter of [...this.exporters.values()]) {
      made.set(exporter, yield* next.attributing(exporter.address));
      yield undefined;
    }
    this.#attributor = next;
    for (const [sender, exporter] of this.exporters) {
      // Some may have come meanwhile.
      const attribution = made.has(exporter) ? made.get(exporter) : next.of(exporter.address);
      if (attribution === undefined) this.exporters.delete(sender);
      else exporter.attribute(attribution);
    }
    for (const { address } of this.unknown.list()) if (next.knows(address)) this.unknown.forget(address);
    this.#kept.settle();
  }

  #meet(sender: string): Exporter | undefined {
    const address = plainAddress(sender);
    const attribution = this.#attributor.of(address);
    if (attribution === undefined) return undefined;
    const exporter = new Exporter(address, attribution);
    this.#introduce(exporter);
    this.exporters.set(sender, exporter);
    return exporter;
  }
}
