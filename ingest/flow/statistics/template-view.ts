import {
  templateViewLimits,
  type DomainTemplates,
  type TemplateReply,
  type TemplateView,
} from '#schemas/debug/template-view.ts';
import type { Collector } from '../collector.ts';
import type { DomainEntry } from '../exporter/exporter.ts';
import type { KnownTemplate } from '../exporter/known-template.ts';
import { elementName } from '../template/registry.ts';

/** Scopes of NetFlow v9 have numbers of their own (RFC 3954 §6.1), those of IPFIX are information elements. */
const scopesV9: Readonly<Record<number, string>> = {
  1: 'System',
  2: 'Interface',
  3: 'Line Card',
  4: 'NetFlow Cache',
  5: 'Template',
};

const isScopeV9 = (version: string, isScope: boolean): boolean => version === '9' && isScope;

function viewOf({ template, sinceMs, usedMs, lastMs }: KnownTemplate, version: string): TemplateView {
  return {
    id: template.id,
    kind: template.scopes > 0 ? 'options' : 'data',
    fields: template.fields.map((field, at) => {
      const isScope = at < template.scopes;
      const name = isScopeV9(version, isScope) ? scopesV9[field.id] : elementName(field);
      return { ...field, name: name ?? '', isScope };
    }),
    since: sinceMs,
    used: usedMs,
    lastData: lastMs,
  };
}

/** NetFlow v5 and sFlow have no templates. */
const withTemplates: ReadonlySet<string> = new Set(['9', '10']);

type Facts = Pick<DomainTemplates, 'collector' | 'exporter' | 'device'>;

function domainOf(key: string, { domain }: DomainEntry, facts: Facts): DomainTemplates | undefined {
  const [version = '', id = '', port = ''] = key.split('.');
  if (!withTemplates.has(version)) return undefined;
  const waiting = domain.pending.map(({ templateId }) => templateId);
  return {
    ...facts,
    version: Number(version),
    domain: Number(id),
    port: Number(port),
    templates: [...domain.templates.values()]
      .map((known) => viewOf(known, version))
      .sort((one, other) => one.id - other.id),
    waiting: waiting.length,
    missing: [...new Set(waiting)].sort((one, other) => one - other),
  };
}

/** The domains up to a number of templates and fields. */
function bounded(domains: readonly DomainTemplates[]): TemplateReply {
  let { templates, fields } = templateViewLimits as { templates: number; fields: number };
  let isCut = false;
  const shown = domains.map((domain) => ({
    ...domain,
    templates: domain.templates.filter((template) => {
      const fits = templates > 0 && fields >= template.fields.length;
      if (fits) {
        templates -= 1;
        fields -= template.fields.length;
      } else isCut = true;
      return fits;
    }),
  }));
  return { domains: shown, isCut };
}

/** Templates that the exporters of a site have announced to this collector. */
export function templatesOf({ exporters }: Collector, site: number, collector: string): TemplateReply {
  const domains: DomainTemplates[] = [];
  for (const { address, attribution, domains: entries } of exporters.values()) {
    if (attribution.site !== site) continue;
    for (const [key, entry] of entries) {
      const facts = { collector, exporter: address, device: attribution.device };
      const view = domainOf(key, entry, facts);
      if (view !== undefined) domains.push(view);
    }
  }
  return bounded(domains);
}
