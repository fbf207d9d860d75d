import * as cluster from '#schemas/cluster/routes.ts';
import * as template from '#schemas/cluster/template-routes.ts';
import * as debug from '#schemas/debug/routes.ts';
import * as discovery from '#schemas/discovery/routes.ts';
import { updateAttributes } from '#schemas/inventory/change/attribute-routes.ts';
import { switchCollection } from '#schemas/inventory/change/collection-routes.ts';
import {
  createElementNote,
  deleteElementNote,
  updateElementNote,
} from '#schemas/inventory/change/note-routes.ts';
import { moveDevices } from '#schemas/inventory/change/move-routes.ts';
import { deleteInventoryElements } from '#schemas/inventory/change/deletion-routes.ts';
import { addDevice } from '#schemas/inventory/add-device.ts';
import * as inventory from '#schemas/inventory/routes.ts';
import * as kpi from '#schemas/kpi/definition-routes.ts';
import { placedRoutes } from '#schemas/sharing/placed-routes.ts';
import * as polling from '#schemas/polling/routes.ts';
import { readAttributes, versionOf } from '#server/features/inventory/change/attribute-rows.ts';
import { clusterFields, pollerFields } from '#tests/fixtures/update-fields.ts';
import { SECRET, type Place } from './story.ts';

/** What is measured, and where. */
export async function networkStory({ take, server }: Place): Promise<void> {
  const customerId = server.customers.get('acme')!;
  const ofAcme = [...server.inventory().sites.values()].filter((one) => one.customer === customerId);
  const [site, second] = ofAcme.map(({ id }) => id) as [number, number];

  const area = { ...clusterFields, type: 'area', name: 'South', sites: [site] };
  const made = await take(cluster.createCluster, 'made', { params: { customerId }, body: area });
  const at = { customerId, cluster: made.id };
  const next = await take<{ version: number; resource: number }>(cluster.updateCluster, 'changed', {
    params: at,
    body: { cluster: { ...area, sites: [site, second] }, version: made.version },
  });
  const heir = await server.account({
    username: 'cluster-heir',
    permissions: ['PARAMETERS.CLUSTER.write'],
    customers: ['acme'],
  });
  const own = { customerId, resourceId: next.resource };
  const { updateStatus, updateOwner } = placedRoutes.cluster;
  let { version } = await take<{ version: number }>(updateStatus, 'changed', {
    params: own,
    body: { active: false, comment: 'for now', version: next.version },
  });
  ({ version } = await take<{ version: number }>(updateOwner, 'changed', {
    params: own,
    body: { owner: heir, version },
  }));
  await take(cluster.deleteCluster, 'deleted', { params: at, query: { version } });

  const body = { ...clusterFields, type: 'area', name: 'Both', sites: [site] };
  const both = await take<{ id: number; version: number }>(template.createClusterTemplate, 'made', { body });
  const of = { resourceId: both.id };
  const wider = await take<{ version: number }>(template.updateClusterTemplate, 'changed', {
    params: of,
    body: { cluster: { ...body, sites: [site, second] }, version: both.version },
  });
  await take(template.deleteClusterTemplate, 'deleted', { params: of, query: { version: wider.version } });

  const poller = {
    name: 'Room',
    level: 'device',
    oid: '1.3.6.1.4.1.8072.9999.9999.1.0',
    valueType: 'integer',
    counters: ['room_temperature'],
  };
  const polled = await take<{ id: string }>(polling.createPoller, 'made', { body: poller });
  const rack = { body: { ...pollerFields, ...poller, name: 'Rack', version: 1 } };
  await take(polling.updatePoller, 'changed', { params: polled, ...rack });
  await take(polling.activatePoller, 'changed', { params: { id: 'in-octets' }, body: { active: false } });
  await take(polling.activatePoller, 'changed', { params: polled, body: { active: false } });

  const draft = {
    key: 'room_temp',
    en: 'Room',
    fr: 'Salle',
    unit: 'scalar',
    element: 'device',
    aggregation: 'average',
    strategy: 'before any aggregation',
    formulas: [{ scope: 'snmp', formula: 'avg(room_temperature) / 10' }],
  };
  const defined = await take<{ version: number }>(kpi.createKpi, 'made', { body: draft });
  await take(kpi.updateKpi, 'changed', {
    params: { key: 'room_temp' },
    body: { draft: { ...draft, en: 'The room' }, version: defined.version },
  });
  await take(kpi.deleteKpi, 'deleted', { params: { key: 'room_temp' } });
  const cpu = { params: { key: 'cpe_cpu', scope: 'snmp' } };
  await take(kpi.overrideFormula, 'changed', { ...cpu, body: { formula: 'max(cpu)', version: 0 } });
  await take(kpi.resetFormula, 'changed', { ...cpu, query: { version: 1 } });
  await take(polling.deletePoller, 'deleted', { params: polled });

  await take(inventory.importInventory, 'made', {
    body: { customers: [{ clientId: 'hooli', name: 'Hooli' }] },
  });
  await take(addDevice, 'made', {
    body: {
      customer: { is: 'stored', id: customerId },
      site: { is: 'stored', id: site },
      device: { name: 'added', address: '192.0.2.88', exportsFlows: true, interfaces: ['eth0'] },
      access: { version: 'v2c', community: SECRET, port: 161 },
    },
  });

  const { id } = await take(debug.startRecording, 'made', {
    body: { site, minutes: 5, maxBytes: 10_000_000, comment: 'losses' },
  });
  await take(debug.stopRecording, 'changed', { params: { id } });
  await take(debug.deleteRecording, 'deleted', { params: { id } });
  await discoveryStory({ take, server }, { customerId, site });
  await changeStory({ take, server }, { customerId, site: second });
}

/** What users change of an element. */
async function changeStory(
  { take, server }: Place,
  { customerId, site }: { readonly customerId: number; readonly site: number },
): Promise<void> {
  const params = { customerId, kind: 'site' };
  const chosen = { ids: [site] };
  await take(switchCollection, 'changed', { params, body: { chosen, active: false, comment: 'moved' } });
  const at = { ...params, element: site };
  const { id: note } = await take(createElementNote, 'changed', {
    params: at,
    body: { text: 'Key at the desk' },
  });
  await take(updateElementNote, 'changed', { params: { ...at, note }, body: { text: 'Key at the porter' } });
  await take(deleteElementNote, 'changed', { params: { ...at, note } });
  const expected = { customer: customerId, kind: 'site' } as const;
  const cells = (await readAttributes(server.stack.db, expected, chosen)).get(site)!;
  const elements = [{ id: site, version: versionOf(cells) }];
  await take(updateAttributes, 'changed', { params, body: { elements, change: { city: 'Nice' } } });
  await server.followInventory();
  const router = [...server.inventory().devices.values()].find((one) => one.customer === customerId)!;
  const moved = [{ id: router.id, version: String(router.site) }];
  const target = { customer: customerId, site };
  await take(moveDevices, 'changed', { params: { customerId }, body: { elements: moved, target } });
  await take(deleteInventoryElements, 'deleted', { params, body: { chosen, force: true } });
}

async function discoveryStory(
  { take, server }: Place,
  { customerId, site }: { readonly customerId: number; readonly site: number },
): Promise<void> {
  const body = { site, ranges: ['192.0.2.1'], credentials: [{ version: 'v2c', community: SECRET }] };
  const run = await take(discovery.startDiscovery, 'made', { params: { customerId }, body });
  const params = { customerId, discoveryId: run.id };
  await take(discovery.cancelDiscovery, 'changed', { params });
  await take(discovery.repeatDiscovery, 'made', { params });
  const { db } = server.stack;
  await db.updateTable('discovery_run').set({ state: 'finished' }).where('id', '=', run.id).execute();
  await db
    .insertInto('discovery_proposal')
    .values({
      run_id: run.id,
      customer_id: customerId,
      change: 'added',
      kind: 'device',
      name: 'edge',
      fields: JSON.stringify([{ name: 'address', before: null, after: '192.0.2.1' }]) as never,
      content: JSON.stringify({
        kind: 'device',
        found: {
          address: '192.0.2.1',
          credential: 0,
          sysName: 'edge',
          description: '',
          objectId: '1.3.6',
          vendor: 'Cisco',
          model: '',
          serial: '',
          serials: [],
          software: '',
          complete: [],
          faults: {},
        },
      }) as never,
    })
    .execute();
  await take(discovery.acceptProposals, 'made', { params, body: { proposals: 'all' } });
  await db
    .insertInto('acceptance_run')
    .values({
      kind: 'discovery',
      subject_id: run.id,
      customer_id: customerId,
      proposals: [1],
      actor: JSON.stringify({ actor: 'x', sites: null }) as never,
      created_at: server.clock.now(),
      created_by: 'x',
    })
    .execute();
  await take(discovery.cancelAcceptance, 'changed', { params });
}
