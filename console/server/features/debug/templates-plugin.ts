import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { listSiteTemplates } from '#schemas/debug/routes.ts';
import { TemplateReply, type DomainTemplates } from '#schemas/debug/template-view.ts';
import { seesSite } from '../../kernel/access/site-reach.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';

/** Collectors reply within milliseconds; how many there are is not known, so all of the time is waited for. */
const TIMEOUT_MS = 700;

/** By exporter, then by domain. */
const inOrder = (one: DomainTemplates, other: DomainTemplates): number =>
  one.exporter.localeCompare(other.exporter, 'en') || one.domain - other.domain || one.port - other.port;

async function readReplies(bus: Pick<Bus, 'requestAll'>, site: number): Promise<readonly TemplateReply[]> {
  const replies: TemplateReply[] = [];
  const isEnough = (reply: Uint8Array): boolean => {
    replies.push(TemplateReply.parse(unpackJson(reply)));
    return false;
  };
  try {
    const options = { timeoutMs: TIMEOUT_MS, isEnough };
    await bus.requestAll(subjects.exporterTemplates, JSON.stringify({ site }), options);
    return replies;
  } catch (error) {
    throw new ProblemError('UNAVAILABLE', { params: { tier: 'collector' }, cause: error });
  }
}

/** Templates as collectors have them at present. */
export function templatesPlugin(
  app: FastifyInstance,
  { bus, inventory }: { readonly bus: Pick<Bus, 'requestAll'>; readonly inventory: InventoryCache },
): void {
  serve(app, listSiteTemplates, async ({ caller, query: { site: id } }) => {
    const { sites, devices } = inventory.current;
    const site = sites.get(id);
    const isVisible =
      site !== undefined && caller.customers.has(site.customer) && seesSite(caller, { ...site, site: id });
    if (!isVisible) throw new ProblemError('RESOURCE_MISSING');
    const replies = await readReplies(bus, id);
    return {
      domains: replies
        .flatMap(({ domains }) => domains)
        .map((domain) => ({ ...domain, deviceName: devices.get(domain.device)?.name ?? '' }))
        .toSorted(inOrder),
      isCut: replies.some(({ isCut }) => isCut),
    };
  });
}
