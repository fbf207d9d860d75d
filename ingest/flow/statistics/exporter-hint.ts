import { MAX_HINT_INTERFACES, type ExporterHint } from '#schemas/collector/exporter-hint.ts';
import type { Collector } from '../collector.ts';
import type { Exporter } from '../exporter/exporter.ts';

const MAX_RATES = 16;

/** One name per ifIndex: of ifName and ifDescr, which are announced alike, the shorter one is the name. */
function interfaceNames({ interfaces }: Exporter): string[] {
  const names = new Map<number, string>();
  for (const [name, index] of interfaces.entries()) {
    const known = names.get(index);
    if (known === undefined || name.length < known.length) names.set(index, name);
  }
  return [...names].sort(([one], [other]) => one - other).map(([, name]) => name);
}

/** What an exporter outside the inventory has announced. */
export function hintOf({ candidates }: Collector, address: string, collector: string): ExporterHint {
  const exporter = candidates.get(address);
  const domains = [...(exporter?.domains.values() ?? [])].map(({ domain }) => domain);
  const templates = domains.flatMap((domain) => [...domain.templates.values()]);
  const options = templates.filter(({ template }) => template.scopes > 0);
  const rates = domains.flatMap((domain) => [
    ...domain.samplers.values(),
    ...domain.interfaceRates.values(),
    ...(domain.sampling > 0 ? [domain.sampling] : []),
  ]);
  return {
    collector,
    templates: templates.length - options.length,
    optionsTemplates: options.length,
    rates: [...new Set(rates.filter((rate) => rate > 0 && Number.isFinite(rate)))].slice(0, MAX_RATES),
    interfaces: exporter === undefined ? [] : interfaceNames(exporter).slice(0, MAX_HINT_INTERFACES),
  };
}
