import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { listElementActions, listMarkedChanges } from '#schemas/inventory/change/action-routes.ts';
import {
  MAX_EDITED,
  previewAttributes,
  updateAttributes,
} from '#schemas/inventory/change/attribute-routes.ts';
import { switchCollection } from '#schemas/inventory/change/collection-routes.ts';
import { deleteInventoryElements, previewDeletion } from '#schemas/inventory/change/deletion-routes.ts';
import { moveDevices, previewMove } from '#schemas/inventory/change/move-routes.ts';
import { inventoryLimits } from '#schemas/limit/inventory.ts';
import { publishAccessChange } from '../../../kernel/access/access-change.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { transact } from '../../../shared/repository/transact.ts';
import { chooseElements, idsOf, type ElementChoice } from './chosen-elements.ts';
import { deleteChosen } from './delete-elements.ts';
import { deletionExtent, type ExtentNeeds } from './deletion-extent.ts';
import { editDifference, editElements } from './edit-attributes.ts';
import { readElementActions } from './element-actions.ts';
import { readMarkedChanges, type MarkedChangeNeeds } from './marked-changes.ts';
import { moveChosen, moveDifference, readDevices, targetSite } from './move-devices.ts';
import { moveExtent } from './move-extent.ts';
import { switchElements } from './switch-collection.ts';

export interface InventoryChangeNeeds extends ExtentNeeds, MarkedChangeNeeds {
  readonly clock: Clock;
  readonly bus: Pick<Bus, 'publish'>;
  readonly inventory: InventoryCache;
  readonly list: ElementChoice;
}

const { maxChosen, maxDeleted } = inventoryLimits;

function serveCollection(app: FastifyInstance, needs: InventoryChangeNeeds): void {
  serve(app, switchCollection, async (call) => {
    const { customerId: customer, kind } = call.params;
    const { chosen, ...order } = call.body;
    const elements = await chooseElements(needs.list, call, { chosen, max: maxChosen });
    const found = { customer, kind, elements, inventory: needs.inventory.current };
    const switched = await transact(needs, call, {}, (change) =>
      switchElements(change, { ...found, ...order }),
    );
    if (switched === 0) call.unchanged();
    else needs.bus.publish(subjects.config('inventory'), '');
    return { switched, unchanged: elements.length - switched };
  });
}

function serveDeletion(app: FastifyInstance, needs: InventoryChangeNeeds): void {
  const { bus, inventory, list } = needs;
  serve(app, previewDeletion, async (call) => {
    const elements = await chooseElements(list, call, { chosen: call.body.chosen, max: maxDeleted });
    return deletionExtent(needs, call.params.customerId, idsOf(elements));
  });
  serve(app, deleteInventoryElements, async (call) => {
    const { customerId: customer, kind } = call.params;
    const { chosen, force } = call.body;
    const elements = await chooseElements(list, call, { chosen, max: maxDeleted });
    const deletion = { customer, kind, elements, inventory: inventory.current, force };
    const deleted = await transact(needs, call, {}, (change) => deleteChosen(change, deletion));
    bus.publish(subjects.config('inventory'), '');
    // Users who see only some sites have lost one.
    if (kind === 'site') publishAccessChange(bus);
    return { deleted };
  });
}

function serveAttributes(app: FastifyInstance, needs: InventoryChangeNeeds): void {
  const { db, bus, inventory, list } = needs;
  serve(app, previewAttributes, async (call) => {
    const { customerId: customer, kind } = call.params;
    const { chosen, change } = call.body;
    const elements = await chooseElements(list, call, { chosen, max: MAX_EDITED });
    return { elements: await editDifference(db, { customer, kind, elements, change }) };
  });
  serve(app, updateAttributes, async (call) => {
    const { customerId: customer, kind } = call.params;
    const { elements: named, change } = call.body;
    const versions = new Map(named.map(({ id, version }) => [id, version]));
    const chosen = { ids: [...versions.keys()] };
    const elements = await chooseElements(list, call, { chosen, max: MAX_EDITED });
    if (elements.length < versions.size) throw new ProblemError('NOT_FOUND');
    const edit = { customer, kind, elements, change, versions, inventory: inventory.current };
    const duplicate = { duplicate: 'NAME_TAKEN', duplicateField: 'change.name' } as const;
    const changed = await transact(needs, call, duplicate, (changing) => editElements(changing, edit));
    if (changed === 0) call.unchanged();
    else bus.publish(subjects.config('inventory'), '');
    return { changed };
  });
}

const DEVICE = { kind: 'device' } as const;

function serveMove(app: FastifyInstance, needs: InventoryChangeNeeds): void {
  const { db, bus, inventory, list } = needs;
  serve(app, previewMove, async ({ params, caller, body: { chosen, target } }) => {
    const { customerId: customer } = params;
    const requested = { params: { ...params, ...DEVICE }, caller };
    const elements = await chooseElements(list, requested, { chosen, max: MAX_EDITED });
    const move = { customer, elements, target, inventory: inventory.current, caller };
    targetSite(move);
    const moved = elements.filter(({ site }) => site !== target.site);
    const sites = [...new Set(moved.map(({ site }) => site))];
    const extent = await moveExtent(needs, { customer, ids: idsOf(moved), sites, target });
    return { elements: moveDifference(move), extent };
  });
  serve(app, moveDevices, async (call) => {
    const { params, caller, body } = call;
    const versions = new Map(body.elements.map(({ id, version }) => [id, version]));
    const elements = await readDevices(db, params.customerId, { ids: [...versions.keys()], caller });
    if (elements.length < versions.size) throw new ProblemError('NOT_FOUND');
    const { target } = body;
    const move = { customer: params.customerId, elements, target, inventory: inventory.current, caller };
    const duplicate = { duplicate: 'NAME_TAKEN', duplicateField: 'target.site' } as const;
    const moved = await transact(needs, call, duplicate, (change) =>
      moveChosen(change, { ...move, versions }),
    );
    if (moved.length === 0) call.unchanged();
    else bus.publish(subjects.config('inventory'), '');
    return { moved };
  });
}

/** Changes of the inventory by users, and their log. */
export function inventoryChangePlugin(app: FastifyInstance, needs: InventoryChangeNeeds): void {
  serveCollection(app, needs);
  serveDeletion(app, needs);
  serveAttributes(app, needs);
  serveMove(app, needs);
  serve(app, listElementActions, ({ params: { customerId: customer }, query, caller }) =>
    readElementActions(needs.db, { customer, caller, ...query }),
  );
  serve(app, listMarkedChanges, ({ params: { customerId: customer }, caller, body }) =>
    readMarkedChanges(needs, { caller, customer }, body),
  );
}
