import { z } from 'zod';
import { API, route } from '../route.ts';
import { stated } from '../stated.ts';
import { ClusterChoices, ClusterDraft, ClusterEntry } from './cluster.ts';

const base = { path: `${API}/mt/cluster`, scope: 'admin' } as const;
/** A cluster template is addressed by its resource id: each customer it is shared with has its own element. */
const one = z.strictObject({ resourceId: z.coerce.number().int().positive() });
const version = z.coerce.number().int().positive();
/** Room for 1,000 sites. */
const bodyLimit = 128 * 1_024;

export const listClusterTemplates = route({
  ...base,
  method: 'GET',
  needs: 'PARAMETERS.CLUSTER.read',
  summary: 'Areas and application clusters of the Admin space with their visible sites',
  reply: z.strictObject({ clusters: z.array(ClusterEntry) }),
});

export const readClusterTemplateChoices = route({
  ...base,
  path: `${base.path}/choices`,
  method: 'GET',
  needs: 'PARAMETERS.CLUSTER.read',
  summary: 'Possible members of clusters of the Admin space',
  reply: ClusterChoices,
});

export const createClusterTemplate = route({
  ...base,
  method: 'POST',
  needs: 'PARAMETERS.CLUSTER.write',
  summary: 'Create an area or application cluster in the Admin space, not yet shared',
  body: ClusterDraft,
  reply: ClusterEntry,
  problems: ['NAME_TAKEN'],
  bodyLimit,
});

/** The type cannot change. Sites that the caller does not see stay members. */
export const updateClusterTemplate = route({
  ...base,
  path: `${base.path}/:resourceId`,
  method: 'PUT',
  needs: 'PARAMETERS.CLUSTER.write',
  summary: 'Update a cluster of the Admin space for every customer it is shared with',
  params: one,
  body: z.strictObject({ cluster: stated(ClusterDraft), version }),
  reply: ClusterEntry,
  problems: ['NOT_FOUND', 'CONFLICT', 'NAME_TAKEN', 'REACHES_OTHER_CUSTOMERS'],
  bodyLimit,
});

export const deleteClusterTemplate = route({
  ...base,
  path: `${base.path}/:resourceId`,
  method: 'DELETE',
  needs: 'PARAMETERS.CLUSTER.write',
  summary: 'Delete a cluster of the Admin space; its running alarms clear for every customer',
  params: one,
  query: z.strictObject({ version }),
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'CONFLICT', 'REACHES_OTHER_CUSTOMERS'],
});
