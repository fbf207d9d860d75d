import { z } from 'zod';
import { API, route } from '../route.ts';
import { stated } from '../stated.ts';
import { ClusterChoices, ClusterDraft, ClusterEntry } from './cluster.ts';

const base = { path: `${API}/customers/:customerId/cluster`, scope: 'customer' } as const;
const ofCustomer = z.strictObject({ customerId: z.coerce.number().int().positive() });
const one = ofCustomer.extend({ cluster: z.coerce.number().int().positive() });
const version = z.coerce.number().int().positive();

export const listClusters = route({
  ...base,
  method: 'GET',
  needs: 'PARAMETERS.CLUSTER.read',
  summary: 'Areas and application clusters of a customer',
  params: ofCustomer,
  reply: z.strictObject({ clusters: z.array(ClusterEntry) }),
});

export const readClusterChoices = route({
  ...base,
  path: `${base.path}/choices`,
  method: 'GET',
  needs: 'PARAMETERS.CLUSTER.read',
  summary: 'Possible members of clusters of a customer',
  params: ofCustomer,
  reply: ClusterChoices,
});

export const createCluster = route({
  ...base,
  method: 'POST',
  needs: 'PARAMETERS.CLUSTER.write',
  summary: 'Create an area or application cluster',
  params: ofCustomer,
  body: ClusterDraft,
  reply: ClusterEntry,
  problems: ['NAME_TAKEN'],
});

/** The type cannot change: areas and application clusters have different KPIs. */
export const updateCluster = route({
  ...base,
  path: `${base.path}/:cluster`,
  method: 'PUT',
  needs: 'PARAMETERS.CLUSTER.write',
  summary: 'Update a cluster',
  params: one,
  body: z.strictObject({ cluster: stated(ClusterDraft), version }),
  reply: ClusterEntry,
  problems: ['NOT_FOUND', 'CONFLICT', 'NAME_TAKEN'],
});

export const deleteCluster = route({
  ...base,
  path: `${base.path}/:cluster`,
  method: 'DELETE',
  needs: 'PARAMETERS.CLUSTER.write',
  summary: 'Delete a cluster; its running alarms clear',
  params: one,
  query: z.strictObject({ version }),
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'CONFLICT'],
});
