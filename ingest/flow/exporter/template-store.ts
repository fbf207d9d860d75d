import { z } from 'zod';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Log } from '#platform/log/log.ts';
import { addressBytes } from '../attribution/address.ts';
import { readAllPending } from '../decoders/sets.ts';
import { NOT_ANNOUNCED } from '../template/sampling-rate.ts';
import type { Domain } from './domain.ts';
import { HeaderMark } from './restart-detector.ts';
import type { DomainEntry, Exporter } from './exporter.ts';

const Name = z.string().max(128);

/** Snapshot of one domain of one exporter, so that a restarted collector decodes at once. */
const Snapshot = z.strictObject({
  version: z.number(),
  domain: z.number(),
  /** Source port of the session. */
  port: z.number(),
  /** Newest header, by which a restart in the meantime is recognised. */
  mark: HeaderMark.nullable(),
  sampling: z.number(),
  samplers: z.array(z.tuple([z.number(), z.number()])),
  /** Sampling rates by ifIndex. */
  interfaceRates: z.array(z.tuple([z.number(), z.number()])),
  /** Names of applications and the time since which they count. */
  applications: z.array(z.tuple([z.number(), Name, z.number()])),
  attributes: z.array(
    z.tuple([
      z.number(),
      z.strictObject({
        category: Name,
        subCategory: Name,
        group: Name,
        trafficClass: Name,
        relevance: Name,
      }),
    ]),
  ),
  bootMs: z.number().nullable(),
  vrfs: z.array(z.tuple([z.number(), Name])),
  /** Interfaces with ingress rows and the time of the last one, of the whole exporter. */
  ingress: z.array(z.tuple([z.number(), z.number()])),
  /** Interface names with their ifIndex that the domain has announced. */
  interfaces: z.array(z.tuple([Name, z.number()])),
  templates: z.array(
    z.strictObject({
      id: z.number(),
      scopes: z.number(),
      usedMs: z.number(),
      fields: z.array(z.tuple([z.number(), z.number(), z.number()])),
    }),
  ),
});
type Snapshot = z.infer<typeof Snapshot>;

/** The broker accepts messages of 8 MiB including headers. */
const MAX_SNAPSHOT_BYTES = 7 * 1024 ** 2;

function snapshotOf(domainKey: string, { domain }: DomainEntry, { ingress, interfaces }: Exporter): Snapshot {
  const [version = 0, id = 0, port = 0] = domainKey.split('.').map(Number);
  return {
    version,
    domain: id,
    port,
    mark: domain.restarts.newest ?? null,
    sampling: domain.sampling,
    samplers: [...domain.samplers],
    interfaceRates: [...domain.interfaceRates],
    applications: domain.applications.entries().map(([number, name, since]) => [number, name, since]),
    attributes: [...domain.applications.attributes],
    bootMs: Number.isNaN(domain.bootMs) ? null : domain.bootMs,
    vrfs: [...domain.vrfNames],
    ingress: ingress.entries().map(([index, seenMs]) => [index, seenMs]),
    interfaces: interfaces.entries(domain).map(([name, index]) => [name, index]),
    templates: [...domain.templates.values()].map(({ template, usedMs }) => ({
      id: template.id,
      scopes: template.scopes,
      usedMs,
      fields: template.fields.map((field) => [field.id, field.enterprise, field.length]),
    })),
  };
}

/**
 * Serialises a snapshot. If it is too large, only the templates are stored: names arrive again with the device's next
 * table.
 */
function snapshotText(domainKey: string, entry: DomainEntry, exporter: Exporter): string {
  const snapshot = snapshotOf(domainKey, entry, exporter);
  const text = JSON.stringify(snapshot);
  if (Buffer.byteLength(text) <= MAX_SNAPSHOT_BYTES) return text;
  return JSON.stringify({ ...snapshot, applications: [], attributes: [], vrfs: [], interfaces: [] });
}

function restoreRates(domain: Domain, { sampling, samplers, interfaceRates }: Snapshot): void {
  if (domain.sampling === NOT_ANNOUNCED) domain.sampling = sampling;
  for (const [sampler, rate] of samplers)
    if (!domain.samplers.has(sampler)) domain.setSamplingRate({ sampler }, rate);
  for (const [index, rate] of interfaceRates)
    if (!domain.interfaceRates.has(index)) domain.setSamplingRate({ index }, rate);
}

function restoreTemplates(domain: Domain, { templates }: Snapshot): void {
  for (const { fields, usedMs, ...template } of templates) {
    if ((domain.templates.get(template.id)?.usedMs ?? -1) >= usedMs) continue;
    const templateFields = fields.map(([element, enterprise, length]) => ({
      id: element,
      enterprise,
      length,
    }));
    domain.addTemplate({ ...template, fields: templateFields }, usedMs);
  }
}

/** Restores a domain from its snapshot, except for what it has learned since. */
function restoreDomain(exporter: Exporter, snapshot: Snapshot): void {
  const { port } = exporter;
  exporter.port = snapshot.port;
  const entry = exporter.domain(snapshot.version, snapshot.domain, exporter.receivedMs);
  exporter.port = port;
  if (entry === undefined) return;
  const { domain } = entry;
  // The exporter has restarted since: what it announced before is no longer valid.
  if (!domain.restarts.restore(snapshot.mark ?? undefined)) return;
  const wasDirty = domain.dirty;
  restoreRates(domain, snapshot);
  domain.applications.restore(snapshot.applications, snapshot.attributes);
  if (snapshot.bootMs !== null && Number.isNaN(domain.bootMs)) domain.bootMs = snapshot.bootMs;
  domain.restoreVrfs(snapshot.vrfs);
  exporter.ingress.restore(snapshot.ingress);
  exporter.interfaces.restore(snapshot.interfaces, domain);
  restoreTemplates(domain, snapshot);
  domain.dirty = wasDirty;
  readAllPending(exporter, entry);
}

/** Stores templates and sampling rates in the bucket `templates`. */
export class TemplateStore {
  readonly #bucket: Bucket;
  readonly #log: Log;
  readonly #snapshots = new Map<string, Snapshot[]>();
  readonly #network: string;
  #refreshing = Promise.resolve();

  /** `network` separates exporters of the same address in different collection sub-networks. */
  constructor(bucket: Bucket, log: Log, network?: number) {
    this.#bucket = bucket;
    this.#log = log;
    this.#network = network === undefined ? '' : `-${String(network)}`;
  }

  /** `<address as hex>` plus the sub-network: bucket keys cannot contain a colon. */
  #prefixOf(address: string): string {
    return `${Buffer.from(addressBytes(address)).toString('hex')}${this.#network}`;
  }

  /** Loads all snapshots. An unreadable one, as of an older release, is removed: the exporter sends its templates again. */
  async load(): Promise<void> {
    for (const { key, value } of await this.#bucket.entries()) {
      const parsed = this.#parse(key, value);
      if (parsed === undefined) {
        await this.#bucket.remove(key);
        continue;
      }
      const prefix = key.slice(0, key.indexOf('.'));
      this.#snapshots.set(prefix, [...(this.#snapshots.get(prefix) ?? []), parsed]);
    }
  }

  #parse(key: string, value: Uint8Array): Snapshot | undefined {
    try {
      return Snapshot.parse(JSON.parse(Buffer.from(value).toString()));
    } catch (error) {
      this.#log.warn({ err: error, key }, 'template snapshot unreadable');
      return undefined;
    }
  }

  /**
   * Restores a new exporter from the snapshots loaded at start, then from those another collector has saved since:
   * collectors that share ports take over each other's exporters.
   */
  restore(exporter: Exporter): void {
    const prefix = this.#prefixOf(exporter.address);
    for (const snapshot of this.#snapshots.get(prefix) ?? []) restoreDomain(exporter, snapshot);
    // Serialised: a starting collector registers all of its exporters at once.
    this.#refreshing = this.#refreshing.then(() => this.#refresh(exporter, prefix));
  }

  async #refresh(exporter: Exporter, prefix: string): Promise<void> {
    try {
      for (const { key, value } of await this.#bucket.entries(`${prefix}.>`)) {
        const snapshot = this.#parse(key, value);
        if (snapshot !== undefined) restoreDomain(exporter, snapshot);
      }
    } catch (error) {
      this.#log.warn({ err: error, exporter: exporter.address }, 'template snapshot read failed');
    }
  }

  /** Saves changed domains. A failed save is retried with the next call and does not block the others. */
  async save(exporters: Iterable<Exporter>): Promise<void> {
    for (const exporter of exporters) {
      const { ingress, domains } = exporter;
      // State of the whole exporter is saved with any of its domains.
      const [first] = domains.values();
      if (ingress.dirty && first !== undefined) first.domain.dirty = true;
      ingress.dirty = false;
      for (const [key, entry] of domains) if (entry.domain.dirty) await this.#write(exporter, key, entry);
      for (const key of exporter.evictedDomains) await this.#remove(exporter, key);
    }
  }

  /** Saves at `<prefix>.<version>.<domain>.<port>`. */
  async #write(exporter: Exporter, domainKey: string, entry: DomainEntry): Promise<void> {
    const key = `${this.#prefixOf(exporter.address)}.${domainKey}`;
    // Before the write: a change during the write must be saved again.
    entry.domain.dirty = false;
    try {
      await this.#bucket.put(key, snapshotText(domainKey, entry, exporter));
    } catch (error) {
      entry.domain.dirty = true;
      this.#log.warn({ err: error, key }, 'template snapshot save failed');
    }
  }

  /** Deletes the snapshot of an evicted domain. */
  async #remove(exporter: Exporter, domainKey: string): Promise<void> {
    const key = `${this.#prefixOf(exporter.address)}.${domainKey}`;
    try {
      await this.#bucket.remove(key);
      exporter.evictedDomains.delete(domainKey);
    } catch (error) {
      this.#log.warn({ err: error, key }, 'template snapshot delete failed');
    }
  }
}
