import { previewAttributes, updateAttributes } from '#schemas/inventory/change/attribute-routes.ts';
import type { AttributeChange } from '#schemas/inventory/change/attributes.ts';
import { switchCollection } from '#schemas/inventory/change/collection-routes.ts';
import { listInventory } from '#schemas/inventory/list/routes.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import type { StoryClient } from './story-client.ts';

/** The customer whose inventory was tended. */
const CUSTOMER = 'boreval';
const MOTIVATION = 'Spare port: no contract until the move in spring';
const TAG = 'backbone';

interface Tended {
  readonly customerId: number;
  readonly kind: InventoryKind;
}

async function edit(
  { call }: StoryClient,
  params: Tended,
  { ids, change }: { readonly ids: number[]; readonly change: AttributeChange },
): Promise<void> {
  const body = { chosen: { ids }, change };
  const { elements } = await call(previewAttributes, { params, body });
  const named = elements.map(({ id, version }) => ({ id, version }));
  await call(updateAttributes, { params, body: { elements: named, change } });
}

/** Tags, border routers of performance routing, and a spare port that is not collected, once. */
export async function tendInventory(
  client: StoryClient,
  customers: ReadonlyMap<string, number>,
): Promise<void> {
  const customerId = customers.get(CUSTOMER) ?? [...customers.values()][0];
  if (customerId === undefined) return;
  const devices = { customerId, kind: 'device' } as const;
  const { elements } = await client.call(listInventory, { params: devices, query: { count: 200 } });
  if (elements.some(({ properties }) => properties['tags'] === TAG)) return;
  const ofCisco = elements.filter(({ properties }) => properties['vendor'] === 'Cisco');
  const borders = ofCisco.slice(0, 2).map(({ id }) => id);
  if (borders.length === 0) return;
  await edit(client, devices, { ids: borders, change: { addTags: [TAG], infrastructure: 'cisco iwan' } });
  const ports = { customerId, kind: 'interface' } as const;
  const last = elements.at(-1)?.id;
  const query = { within: last, orderBy: 'name', order: 'descending' as const, count: 1 };
  const [spare] = (await client.call(listInventory, { params: ports, query })).elements;
  if (spare === undefined) return;
  const body = { chosen: { ids: [spare.id] }, active: false, comment: MOTIVATION };
  await client.call(switchCollection, { params: ports, body });
}
