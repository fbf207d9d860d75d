import { MAX_UNKNOWN_ELEMENTS, type KnownTemplate } from './known-template.ts';

/** Bound of reported ids and reasons per domain: a forged exporter can send any. */
const MAX_TEMPLATE_ERRORS = 256;

type Counts = Map<string, number>;

/** Counters per template since the last report, by id as text. Times in milliseconds since 1970. */
export interface TemplateCounts {
  readonly records: Counts;
  readonly bytes: Counts;
  /** Time of the newest data set. */
  readonly last: Counts;
  /** Time since which the template is unchanged. */
  readonly since: Counts;
  readonly fields: Counts;
  /** Scope fields: a template with any is an options template. */
  readonly scopes: Counts;
  /** Records by the unknown elements they carried. */
  readonly unknownElements: Counts;
}

/** Returns and resets the counters of templates used or announced since the last call. */
export function drainTemplateCounts(templates: ReadonlyMap<number, KnownTemplate>): TemplateCounts {
  const taken: TemplateCounts = {
    records: new Map(),
    bytes: new Map(),
    last: new Map(),
    since: new Map(),
    fields: new Map(),
    scopes: new Map(),
    unknownElements: new Map(),
  };
  for (const [id, known] of templates) {
    if (known.usedMs === known.reportedUsedMs && known.records === 0) continue;
    known.reportedUsedMs = known.usedMs;
    const key = String(id);
    const { template, records, bytes, lastMs, sinceMs } = known;
    taken.records.set(key, records);
    taken.bytes.set(key, bytes);
    if (lastMs > 0) taken.last.set(key, lastMs);
    taken.since.set(key, sinceMs);
    taken.fields.set(key, template.fields.length);
    if (template.scopes > 0) taken.scopes.set(key, template.scopes);
    addUnknown(taken.unknownElements, known);
    known.records = 0;
    known.bytes = 0;
  }
  return taken;
}

function addUnknown(found: Counts, { unknown, records }: KnownTemplate): void {
  if (records === 0) return;
  for (const name of unknown)
    if (found.size < MAX_UNKNOWN_ELEMENTS || found.has(name))
      found.set(name, (found.get(name) ?? 0) + records);
}

/** Errors of templates and their data, by template and reason: `256 record truncated`. */
export class TemplateErrors {
  #counts: Counts = new Map();

  count(id: number, reason: string): void {
    const key = `${String(id)} ${reason}`;
    if (this.#counts.size < MAX_TEMPLATE_ERRORS || this.#counts.has(key))
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  drain(): ReadonlyMap<string, number> {
    const taken = this.#counts;
    this.#counts = new Map();
    return taken;
  }
}
