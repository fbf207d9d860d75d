import type { FastifyInstance } from 'fastify';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import {
  listInventory,
  listInventoryAcross,
  readInventoryElement,
  type InventoryQuestion,
} from '#schemas/inventory/list/routes.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serve } from '../../../kernel/route/serve.ts';
import type { LineFindings } from '../../../shared/line/line-findings.ts';
import type { CollectionEffect } from './collection-effect.ts';
import { withStatus } from './element-status.ts';
import type { InventoryList, ListScope } from './inventory-list.ts';

export interface InventoryListNeeds {
  readonly db: Db;
  readonly inventory: InventoryCache;
  readonly list: InventoryList;
  readonly effect: CollectionEffect;
  readonly findings: () => Promise<LineFindings>;
}

/** Reads of the inventory. */
export function inventoryListPlugin(app: FastifyInstance, needs: InventoryListNeeds): void {
  const { list, inventory } = needs;
  const find = async (scope: ListScope, question: InventoryQuestion) => {
    const { page, ...found } = await list.find(scope, question);
    const rows = await withStatus(needs, scope.kind, page);
    return { ...found, elements: rows.map(({ element }) => element) };
  };
  serve(app, listInventory, ({ caller: viewer, params: { kind, customerId }, query }) =>
    find({ kind, viewer, customers: [customerId] }, query),
  );
  serve(app, listInventoryAcross, ({ caller: viewer, params: { kind }, query: { customers, ...query } }) => {
    const seen = [...viewer.customers.keys()].toSorted((one, other) => one - other);
    if (customers?.some((id) => !viewer.customers.has(id)) === true) throw new ProblemError('NOT_FOUND');
    const asked = customers === undefined ? seen : seen.filter((id) => customers.includes(id));
    return find({ kind, viewer, customers: asked }, query);
  });
  serve(app, readInventoryElement, async ({ caller: viewer, params: { kind, customerId, element: id } }) => {
    const found = await list.read({ kind, viewer, customer: customerId }, id);
    const [row] = found === undefined ? [] : await withStatus(needs, kind, [found.element]);
    if (found === undefined || row === undefined) throw new ProblemError('NOT_FOUND');
    const networks = [...(inventory.current.sites.get(found.element.site)?.networks ?? [])];
    const flow = kind === 'application' ? inventory.current.targets?.flows.get(id) : undefined;
    return { ...row, networks, children: found.children, ...(flow && { number: flow.detail }) };
  });
}
