import { plainAddress } from './attribution/address.ts';
import { attributor } from './attribution/attribute.ts';
import type { Attributor, Known } from './attribution/attribute.ts';
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
  #attributor: Attributor;

  constructor(known: Known, sinks: readonly RowSink[], introduce: Introduce = () => undefined) {
    this.#sinks = sinks;
    this.#introduce = introduce;
    this.#attributor = attributor(known, sinks);
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
    this.#attributor = attributor(known, this.#sinks);
    for (const [sender, exporter] of this.exporters) {
      const attribution = this.#attributor.of(exporter.address);
      if (attribution === undefined) this.exporters.delete(sender);
      else exporter.attribute(attribution);
    }
    for (const { address } of this.unknown.list())
      if (this.#attributor.of(address) !== undefined) this.unknown.forget(address);
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
