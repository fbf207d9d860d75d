import { z } from 'zod';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Log } from '#platform/log/log.ts';
import { addressBytes } from './attribution/address.ts';
import type { DomainEntry, Exporter } from './exporter/exporter.ts';

/** An earlier version kept names of any length. */
const Name = z.string().transform((text) => text.slice(0, 128));

/** What is kept of one domain of one exporter, so that a restarted collector decodes at once. */
const Kept = z.strictObject({
  version: z.number(),
  domain: z.number(),
  sampling: z.number().positive(),
  samplers: z.array(z.tuple([z.number(), z.number()])),
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

function keep(domainKey: string, { domain }: DomainEntry, { ingress, interfaces }: Exporter): Kept {
  const [version = 0, id = 0] = domainKey.split('.').map(Number);
  return {
    version,
    domain: id,
    sampling: domain.sampling,
    samplers: [...domain.samplers],
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

function restore(exporter: Exporter, kept: Kept): void {
  const { version, domain: id, sampling, samplers, applications, vrfs, ingress, templates } = kept;
  const entry = exporter.domain(version, id, 0);
  if (entry === undefined) return;
  const { domain } = entry;
  domain.sampling = sampling;
  for (const [sampler, rate] of samplers) domain.samplers.set(sampler, rate);
  domain.applications.restore(applications, kept.attributes);
  if (kept.bootMs !== null) domain.bootMs = kept.bootMs;
  domain.restoreVrfs(vrfs);
  exporter.ingress.restore(ingress);
  exporter.interfaces.restore(kept.interfaces);
  for (const { fields, usedMs, ...template } of templates)
    domain.learn(
      {
        ...template,
        fields: fields.map(([element, enterprise, length]) => ({ id: element, enterprise, length })),
      },
      usedMs,
    );
  domain.dirty = false;
}

/** Templates and sampling rates in the bucket `templates`, written a little later than they are learned. */
export class TemplateKeeper {
  readonly #bucket: Bucket;
  readonly #log: Log;
  readonly #kept = new Map<string, Kept[]>();
  readonly #network: string;

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
    for (const key of await this.#bucket.keys()) {
      const entry = await this.#bucket.get(key);
      const parsed = entry === undefined ? undefined : this.#parse(key, entry.value);
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

  /** Gives a new exporter what was kept of it. */
  introduce(exporter: Exporter): void {
    for (const kept of this.#kept.get(this.#prefixOf(exporter.address)) ?? []) restore(exporter, kept);
  }

  /** Writes what changed since the last time. While the bucket cannot be reached it stays to be written. */
  async store(exporters: Iterable<Exporter>): Promise<void> {
    for (const exporter of exporters) {
      const { ingress, interfaces, domains } = exporter;
      // What is known of the exporter as a whole is kept with any of its domains.
      const [first] = domains.values();
      if ((ingress.dirty || interfaces.dirty) && first !== undefined) first.domain.dirty = true;
      ingress.dirty = false;
      interfaces.dirty = false;
      for (const [key, entry] of domains)
        if (entry.domain.dirty && !(await this.#write(exporter, key, entry))) return;
    }
  }

  /** At `<prefix>.<version>.<domain>`. */
  async #write(exporter: Exporter, domainKey: string, entry: DomainEntry): Promise<boolean> {
    const key = `${this.#prefixOf(exporter.address)}.${domainKey}`;
    // Before the write: what is learned while it runs has to be written again.
    entry.domain.dirty = false;
    try {
      await this.#bucket.put(key, JSON.stringify(keep(domainKey, entry, exporter)));
      return true;
    } catch (error) {
      entry.domain.dirty = true;
      this.#log.warn({ err: error, key }, 'templates cannot be kept yet');
      return false;
    }
  }
}
