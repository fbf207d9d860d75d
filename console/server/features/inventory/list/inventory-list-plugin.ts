import type { FastifyInstance } from 'fastify';
import { isLiveColumn } from '#schemas/inventory/list/live.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import {
  listInventory,
  listInventoryAcross,
  listElementDocuments,
  readInventoryElement,
  type InventoryQuery,
} from '#schemas/inventory/list/routes.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { documentUsesOf } from '../../../shared/resource/document-uses.ts';
import type { LineFindings } from '../../../shared/line/line-findings.ts';
import type { CollectionEffect } from './collection-effect.ts';
import type { LiveReader } from '../live/live-reader.ts';
import { withStatus } from './element-status.ts';
import { documentsNaming, type NamedInNeeds } from './element-documents.ts';
import type { InventoryList, ListScope } from './inventory-list.ts';

export interface InventoryListNeeds extends NamedInNeeds {
  readonly inventory: InventoryCache;
  readonly list: InventoryList;
  readonly live: LiveReader;
  readonly effect: CollectionEffect;
  readonly findings: () => Promise<LineFindings>;
}

/** Whether what is newest decides which elements a list has, and in which order. */
const isByLive = ({ orderBy, state, load }: InventoryQuery): boolean =>
  isLiveColumn(orderBy) || state !== undefined || load !== undefined;

/** Reads of the inventory. */
export function inventoryListPlugin(app: FastifyInstance, needs: InventoryListNeeds): void {
  const { list, inventory, live } = needs;
  const find = async (scope: ListScope, request: InventoryQuery) => {
    const { page, ...found } = await list.find(scope, request);
    const [rows, facts] = await Promise.all([
      withStatus(needs, scope.kind, page),
      // A page has the values that it was sorted by.
      request.live ? scope.live?.(scope, isByLive(request) ? undefined : page) : undefined,
    ]);
    if (facts === undefined) return { ...found, elements: rows.map(({ element }) => element) };
    const listed = new Map(page.map((one) => [one.id, one]));
    const elements = rows.map(({ element }) => {
      const one = listed.get(element.id);
      return { ...element, ...(one && { live: facts.of(one) }) };
    });
    return { ...found, elements };
  };
  serve(app, listInventory, ({ caller: viewer, params: { kind, customerId }, query }) =>
    find({ kind, viewer, customers: [customerId], live: live.for(viewer) }, query),
  );
  serve(app, listInventoryAcross, ({ caller: viewer, params: { kind }, query: { customers, ...query } }) => {
    const seen = [...viewer.customers.keys()].toSorted((one, other) => one - other);
    if (customers?.some((id) => !viewer.customers.has(id)) === true) throw new ProblemError('NOT_FOUND');
    const requested = customers === undefined ? seen : seen.filter((id) => customers.includes(id));
    return find({ kind, viewer, customers: requested, live: live.for(viewer) }, query);
  });
  const read = async (scope: Parameters<InventoryList['read']>[0], id: number) => {
    const found = await list.read(scope, id);
    if (found === undefined) throw new ProblemError('NOT_FOUND');
    return found;
  };
  serve(app, readInventoryElement, async ({ caller: viewer, params: { kind, customerId, element: id } }) => {
    const { element, children } = await read({ kind, viewer, customer: customerId }, id);
    const [row] = await withStatus(needs, kind, [element]);
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    const networks = [...(inventory.current.sites.get(element.site)?.networks ?? [])];
    const flow = kind === 'application' ? inventory.current.targets?.flows.get(id) : undefined;
    return { ...row, networks, children, ...(flow && { number: flow.detail }) };
  });
  serve(app, listElementDocuments, async ({ caller, params: { kind, customerId, element: id } }) => {
    await read({ kind, viewer: caller, customer: customerId }, id);
    const naming = await documentsNaming(needs, customerId, new Set([id]));
    return documentUsesOf(needs.db, naming, caller);
  });
}
