import { z } from 'zod';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Log } from '#platform/log/log.ts';
import { addressBytes } from './attribution/address.ts';
import { readWaiting } from './decoders/sets.ts';
import type { Domain } from './exporter/domain.ts';
import type { DomainEntry, Exporter } from './exporter/exporter.ts';

/** An earlier version kept names of any length. */
const Name = z.string().transform((text) => text.slice(0, 128));

/** What is kept of one domain of one exporter, so that a restarted collector decodes at once. */
const Kept = z.strictObject({
  version: z.number(),
  domain: z.number(),
  sampling: z.number().positive(),
  samplers: z.array(z.tuple([z.number(), z.number()])),
  /** Rates by ifIndex. */
  interfaceRates: z.array(z.tuple([z.number(), z.number()])).default([]),
  applications: z.array(z.tuple([z.number(), Name])).default([]),
  attributes: z
    .array(
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
    )
    .default([]),
  bootMs: z.number().nullable().default(null),
  vrfs: z.array(z.tuple([z.number(), Name])).default([]),
  /** Interfaces at whose input the exporter reports, with the time of the last such row: of the whole exporter. */
  ingress: z.array(z.tuple([z.number(), z.number()])).default([]),
  /** Its names of interfaces with their ifIndex: of the whole exporter. */
  interfaces: z.array(z.tuple([Name, z.number()])).default([]),
  templates: z.array(
    z.strictObject({
      id: z.number(),
      scopes: z.number(),
      usedMs: z.number(),
      fields: z.array(z.tuple([z.number(), z.number(), z.number()])),
    }),
  ),
});
type Kept = z.infer<typeof Kept>;

/** A message of the broker takes 8 MiB, its headers among them. */
const MOST_BYTES = 7 * 1024 ** 2;

function keep(domainKey: string, { domain }: DomainEntry, { ingress, interfaces }: Exporter): Kept {
  const [version = 0, id = 0] = domainKey.split('.').map(Number);
  return {
    version,
    domain: id,
    sampling: domain.sampling,
    samplers: [...domain.samplers],
    interfaceRates: [...domain.interfaceRates],
    applications: [...domain.applications.names],
    attributes: [...domain.applications.attributes],
    bootMs: Number.isNaN(domain.bootMs) ? null : domain.bootMs,
    vrfs: [...domain.vrfNames],
    ingress: ingress.entries().map(([index, seenMs]) => [index, seenMs]),
    interfaces: interfaces.entries().map(([name, index]) => [name, index]),
    templates: [...domain.templates.values()].map(({ template, usedMs }) => ({
      id: template.id,
      scopes: template.scopes,
      usedMs,
      fields: template.fields.map((field) => [field.id, field.enterprise, field.length]),
    })),
  };
}

/** As text. Names come again with the next table of the device: of too many the templates are kept alone. */
function keptText(domainKey: string, entry: DomainEntry, exporter: Exporter): string {
  const kept = keep(domainKey, entry, exporter);
  const text = JSON.stringify(kept);
  if (Buffer.byteLength(text) <= MOST_BYTES) return text;
  return JSON.stringify({ ...kept, applications: [], attributes: [], vrfs: [], interfaces: [] });
}

function restoreRates(domain: Domain, { sampling, samplers, interfaceRates }: Kept): void {
  if (domain.sampling === 1) domain.sampling = sampling;
  for (const [sampler, rate] of samplers) if (!domain.samplers.has(sampler)) domain.sample({ sampler }, rate);
  for (const [index, rate] of interfaceRates)
    if (!domain.interfaceRates.has(index)) domain.sample({ index }, rate);
}

function restoreTemplates(domain: Domain, { templates }: Kept): void {
  for (const { fields, usedMs, ...template } of templates) {
    if ((domain.templates.get(template.id)?.usedMs ?? -1) >= usedMs) continue;
    const ofFields = fields.map(([element, enterprise, length]) => ({ id: element, enterprise, length }));
    domain.learn({ ...template, fields: ofFields }, usedMs);
  }
}

/** Puts in what was kept of a domain, but for what it has learned anew since. */
function restore(exporter: Exporter, kept: Kept): void {
  const entry = exporter.domain(kept.version, kept.domain, exporter.receivedMs);
  if (entry === undefined) return;
  const { domain } = entry;
  const wasDirty = domain.dirty;
  restoreRates(domain, kept);
  domain.applications.restore(kept.applications, kept.attributes);
  if (kept.bootMs !== null && Number.isNaN(domain.bootMs)) domain.bootMs = kept.bootMs;
  domain.restoreVrfs(kept.vrfs);
  exporter.ingress.restore(kept.ingress);
  exporter.interfaces.restore(kept.interfaces);
  restoreTemplates(domain, kept);
  domain.dirty = wasDirty;
  readWaiting(exporter, entry);
}

/** Templates and sampling rates in the bucket `templates`, written a little later than they are learned. */
export class TemplateKeeper {
  readonly #bucket: Bucket;
  readonly #log: Log;
  readonly #kept = new Map<string, Kept[]>();
  readonly #network: string;
  #reading = Promise.resolve();

  /** `network` tells exporters of one address in different collection sub-networks apart. */
  constructor(bucket: Bucket, log: Log, network?: number) {
    this.#bucket = bucket;
    this.#log = log;
    this.#network = network === undefined ? '' : `-${String(network)}`;
  }

  /** `<address as hex>`, behind it the sub-network: a key of the bucket takes no colon. */
  #prefixOf(address: string): string {
    return `${Buffer.from(addressBytes(address)).toString('hex')}${this.#network}`;
  }

  /** Reads everything that was kept. An entry that cannot be read is passed over: the exporter sends its templates again. */
  async load(): Promise<void> {
    for (const { key, value } of await this.#bucket.entries()) {
      const parsed = this.#parse(key, value);
      if (parsed === undefined) continue;
      const prefix = key.slice(0, key.indexOf('.'));
      this.#kept.set(prefix, [...(this.#kept.get(prefix) ?? []), parsed]);
    }
  }

  #parse(key: string, value: Uint8Array): Kept | undefined {
    try {
      return Kept.parse(JSON.parse(Buffer.from(value).toString()));
    } catch (error) {
      this.#log.warn({ err: error, key }, 'kept templates cannot be read');
      return undefined;
    }
  }

  /**
   * Gives a new exporter what was kept of it when this collector started, and then what another one has kept since: of several
   * that share their ports one takes over the exporters of another that ended.
   */
  introduce(exporter: Exporter): void {
    const prefix = this.#prefixOf(exporter.address);
    for (const kept of this.#kept.get(prefix) ?? []) restore(exporter, kept);
    // One after the other: a collector that starts meets all of its exporters at once.
    this.#reading = this.#reading.then(() => this.#update(exporter, prefix));
  }

  async #update(exporter: Exporter, prefix: string): Promise<void> {
    try {
      for (const { key, value } of await this.#bucket.entries(`${prefix}.>`)) {
        const kept = this.#parse(key, value);
        if (kept !== undefined) restore(exporter, kept);
      }
    } catch (error) {
      this.#log.warn({ err: error, exporter: exporter.address }, 'kept templates cannot be read now');
    }
  }

  /** Writes what changed since the last time. What the bucket does not take stays to be written, and keeps nothing else back. */
  async store(exporters: Iterable<Exporter>): Promise<void> {
    for (const exporter of exporters) {
      const { ingress, interfaces, domains } = exporter;
      // What is known of the exporter as a whole is kept with any of its domains.
      const [first] = domains.values();
      if ((ingress.dirty || interfaces.dirty) && first !== undefined) first.domain.dirty = true;
      ingress.dirty = false;
      interfaces.dirty = false;
      for (const [key, entry] of domains) if (entry.domain.dirty) await this.#write(exporter, key, entry);
      for (const key of exporter.forgotten) await this.#remove(exporter, key);
    }
  }

  /** At `<prefix>.<version>.<domain>`. */
  async #write(exporter: Exporter, domainKey: string, entry: DomainEntry): Promise<void> {
    const key = `${this.#prefixOf(exporter.address)}.${domainKey}`;
    // Before the write: what is learned while it runs has to be written again.
    entry.domain.dirty = false;
    try {
      await this.#bucket.put(key, keptText(domainKey, entry, exporter));
    } catch (error) {
      entry.domain.dirty = true;
      this.#log.warn({ err: error, key }, 'templates cannot be kept yet');
    }
  }

  /** What was kept of a domain that the exporter does not use any more. */
  async #remove(exporter: Exporter, domainKey: string): Promise<void> {
    const key = `${this.#prefixOf(exporter.address)}.${domainKey}`;
    try {
      await this.#bucket.remove(key);
      exporter.forgotten.delete(domainKey);
    } catch (error) {
      this.#log.warn({ err: error, key }, 'kept templates cannot be removed yet');
    }
  }
}
