import { runSync, type Steps } from '#platform/clock/steps.ts';
import { plainAddress } from './attribution/address.ts';
import { createAttributor, type Attributor, type CollectorConfig } from './attribution/attribute.ts';
import type { Attribution } from './attribution/attribution.ts';
import { TableCache } from './attribution/customer-tables.ts';
import { decodeDatagram } from './decoders/decode.ts';
import { Candidates } from './exporter/candidates.ts';
import { Exporter } from './exporter/exporter.ts';
import type { RejectionReason } from '#schemas/collector/rejection-reason.ts';
import type { RowSink } from './rows/row-sink.ts';
import { UnknownExporters } from './exporter/unknown-exporters.ts';

/** Source of a datagram. An address alone stands for the only session of that address. */
export type DatagramSource = string | { readonly address: string; readonly port: number };

/** Called with a new exporter before its first datagram is decoded, to restore its templates. */
export type OnNewExporter = (exporter: Exporter) => void;

/** Decodes datagrams into row sinks. Does no I/O and reads no clock. */
export class Collector {
  readonly exporters = new Map<string, Exporter>();
  readonly unknownExporters = new UnknownExporters();
  /** What unknown exporters have announced. */
  readonly candidates = new Candidates();
  /** Rejected datagrams by reason. */
  readonly rejected = new Map<RejectionReason, number>();
  readonly #sinks: readonly RowSink[];
  readonly #onNewExporter: OnNewExporter;
  readonly #tables = new TableCache();
  #attributor: Attributor;

  constructor(
    config: CollectorConfig,
    sinks: readonly RowSink[],
    introduce: OnNewExporter = () => undefined,
  ) {
    this.#sinks = sinks;
    this.#onNewExporter = introduce;
    this.#attributor = createAttributor(config, sinks, this.#tables);
  }

  receive(datagram: Uint8Array, from: DatagramSource, receivedMs: number): void {
    const sender = typeof from === 'string' ? from : from.address;
    const exporter = this.#exporterOf(sender, receivedMs);
    if (exporter === undefined) {
      const address = plainAddress(sender);
      const agent = this.#attributor.expiredAgentOf(address, receivedMs);
      this.unknownExporters.observe({ address, agent }, datagram, receivedMs);
      const port = typeof from === 'string' ? 0 : from.port;
      this.candidates.observe({ address, port }, datagram, receivedMs);
      return;
    }
    exporter.port = typeof from === 'string' ? 0 : from.port;
    const reason = decodeDatagram(exporter, datagram, receivedMs);
    if (reason === undefined) return;
    for (const counts of [this.rejected, exporter.rejected])
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }

  /** Applies a new configuration. Registered exporters keep their templates, the others are removed. */
  reconfigure(config: CollectorConfig): void {
    runSync(this.reconfigureSteps(config));
  }

  /**
   * The same in steps of a few milliseconds. Datagrams decoded between steps still use the previous configuration; the
   * last step switches atomically.
   */
  *reconfigureSteps(config: CollectorConfig): Steps {
    const { atMs = 0 } = config;
    this.#tables.beginGeneration();
    const next = createAttributor(config, this.#sinks, this.#tables);
    const attributions = new Map<Exporter, Attribution | undefined>();
    for (const exporter of Array.from(this.exporters.values())) {
      attributions.set(exporter, yield* next.attributeSteps(exporter.address, atMs));
      yield undefined;
    }
    this.#attributor = next;
    for (const [sender, exporter] of this.exporters) {
      // Some may have registered during the steps.
      const attribution = attributions.has(exporter)
        ? attributions.get(exporter)
        : next.attribute(exporter.address, atMs);
      if (attribution === undefined) this.exporters.delete(sender);
      else exporter.setAttribution(attribution);
    }
    for (const { address } of this.unknownExporters.list())
      if (next.isRegistered(address, atMs)) this.unknownExporters.remove(address);
    this.#tables.commit();
  }

  /** The exporter of a sender. That of an expired agent is removed; another agent may have its address. */
  #exporterOf(sender: string, receivedMs: number): Exporter | undefined {
    const known = this.exporters.get(sender);
    if (known === undefined) return this.#registerExporter(sender, receivedMs);
    const { expiresMs } = known.attribution;
    if (expiresMs === undefined || receivedMs < expiresMs) return known;
    this.exporters.delete(sender);
    return this.#registerExporter(sender, receivedMs);
  }

  #registerExporter(sender: string, receivedMs: number): Exporter | undefined {
    const address = plainAddress(sender);
    const attribution = this.#attributor.attribute(address, receivedMs);
    if (attribution === undefined) return undefined;
    const candidate = this.candidates.take(address, attribution);
    const exporter = candidate ?? new Exporter(address, attribution);
    if (candidate === undefined) this.#onNewExporter(exporter);
    this.exporters.set(sender, exporter);
    return exporter;
  }
}
