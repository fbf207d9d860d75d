import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Name (`telltale_<process>_<what>_<unit>`), help text and labels of a metric. */
export interface MetricDefinition<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
}

export interface Metrics {
  counter<Label extends string = never>(definition: MetricDefinition<Label>): Counter<Label>;
  gauge<Label extends string = never>(definition: MetricDefinition<Label>): Gauge<Label>;
  histogram<Label extends string = never>(
    definition: MetricDefinition<Label>,
    buckets?: readonly number[],
  ): Histogram<Label>;
  /** Runs at each scrape: for values that change too often to be set each time. */
  beforeText(run: () => void): void;
  /** Returns the text of `/metrics` and its content type. */
  text(): Promise<string>;
  readonly contentType: string;
  /** The metrics of these names that the process has, each the sum over its labels; those by stream also apart: `name.stream`. */
  sums(names: readonly string[]): Promise<Record<string, number>>;
}

async function sumInto(registry: Registry, name: string, sums: Record<string, number>): Promise<void> {
  const metric = registry.getSingleMetric(name);
  if (metric === undefined) return;
  const { values } = await metric.get();
  sums[name] = values.reduce((sum, { value }) => sum + value, 0);
  for (const { labels, value } of values) {
    const stream: unknown = Reflect.get(labels, 'stream');
    if (typeof stream !== 'string') continue;
    const key = `${name}.${stream}`;
    sums[key] = (sums[key] ?? 0) + value;
  }
}

/** The metrics of one process. `defaults`: also those of Node itself (event loop delay, heap, CPU). */
export function openMetrics({ defaults = false }: { readonly defaults?: boolean } = {}): Metrics {
  const registry = new Registry();
  if (defaults) collectDefaultMetrics({ register: registry });
  const settings = <Label extends string>({ name, help, labels }: MetricDefinition<Label>) => ({
    name,
    help,
    labelNames: [...(labels ?? [])],
    registers: [registry],
  });
  const before: (() => void)[] = [];
  return {
    counter: (definition) => new Counter(settings(definition)),
    gauge: (definition) => new Gauge(settings(definition)),
    histogram: (definition, buckets) =>
      new Histogram({ ...settings(definition), ...(buckets === undefined ? {} : { buckets: [...buckets] }) }),
    beforeText(run) {
      before.push(run);
    },
    text() {
      for (const run of before) run();
      return registry.metrics();
    },
    contentType: registry.contentType,
    async sums(names) {
      for (const run of before) run();
      const found: Record<string, number> = {};
      for (const name of names) await sumInto(registry, name, found);
      return found;
    },
  };
}
