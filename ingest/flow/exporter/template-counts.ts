import type { KnownTemplate } from './known-template.ts';
import { MAX_UNKNOWN } from './known-template.ts';

/** Ids and reasons that are told of one domain: a forged exporter names any. */
const MOST_ERRORS = 256;

type Counts = Map<string, number>;

/** What came in by template since the last time; ids as texts. Times in milliseconds since 1970. */
export interface TemplateCounts {
  readonly records: Counts;
  readonly bytes: Counts;
  /** The newest data set. */
  readonly last: Counts;
  /** Since when it is known as it is. */
  readonly since: Counts;
  readonly fields: Counts;
  /** Fields of scope: a template with some is of options. */
  readonly scopes: Counts;
  /** Records by the unknown elements that they carried. */
  readonly unknownElements: Counts;
}

/** Takes what is told of the templates that were used or announced since the last time. */
export function takeTemplates(templates: ReadonlyMap<number, KnownTemplate>): TemplateCounts {
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
    if (known.usedMs === known.toldMs && known.records === 0) continue;
    known.toldMs = known.usedMs;
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
    if (found.size < MAX_UNKNOWN || found.has(name)) found.set(name, (found.get(name) ?? 0) + records);
}

/** What was refused of templates and of their data, by template and reason: `256 record truncated`. */
export class TemplateErrors {
  #counts: Counts = new Map();

  count(id: number, reason: string): void {
    const key = `${String(id)} ${reason}`;
    if (this.#counts.size < MOST_ERRORS || this.#counts.has(key))
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  take(): ReadonlyMap<string, number> {
    const taken = this.#counts;
    this.#counts = new Map();
    return taken;
  }
}
