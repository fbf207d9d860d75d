import { z } from 'zod';
import { API, route } from '../route.ts';
import { ClusterChoices, ClusterDraft, ClusterEntry } from './cluster.ts';

const base = { path: `${API}/mt/cluster`, scope: 'admin' } as const;
/** Here a cluster is its resource: each customer that it reaches has an element of its own of it. */
const one = z.strictObject({ resourceId: z.coerce.number().int().positive() });
const version = z.coerce.number().int().positive();
/** Texts of 1,000 sites. */
const bodyLimit = 128 * 1_024;

export const listClusterTemplates = route({
  ...base,
  method: 'GET',
  needs: 'PARAMETERS.CLUSTER.read',
  summary:
    'Areas and application clusters of the multi-client space, with those of their sites that the caller sees',
  reply: z.strictObject({ clusters: z.array(ClusterEntry) }),
});

export const readClusterTemplateChoices = route({
  ...base,
  path: `${base.path}/choices`,
  method: 'GET',
  needs: 'PARAMETERS.CLUSTER.read',
  summary:
    'Sites of the caller’s customers, and applications, that clusters of the multi-client space can be made of',
  reply: ClusterChoices,
});

export const createClusterTemplate = route({
  ...base,
  method: 'POST',
  needs: 'PARAMETERS.CLUSTER.write',
  summary: 'Put sites, or applications at sites, together for customers; shared with nobody yet',
  body: ClusterDraft,
  reply: ClusterEntry,
  problems: ['NAME_TAKEN'],
  bodyLimit,
});

/** Its type stays, as that of a cluster of a customer does. Sites that the caller does not see stay in it. */
export const updateClusterTemplate = route({
  ...base,
  path: `${base.path}/:resourceId`,
  method: 'PUT',
  needs: 'PARAMETERS.CLUSTER.write',
  summary: 'Change a cluster of the multi-client space, at every customer that it is shared with',
  params: one,
  body: z.strictObject({ cluster: ClusterDraft, version }),
  reply: ClusterEntry,
  problems: ['NOT_FOUND', 'CONFLICT', 'NAME_TAKEN'],
  bodyLimit,
});

export const deleteClusterTemplate = route({
  ...base,
  path: `${base.path}/:resourceId`,
  method: 'DELETE',
  needs: 'PARAMETERS.CLUSTER.write',
  summary: 'Delete a cluster of the multi-client space; its running alarms clear at every customer',
  params: one,
  query: z.strictObject({ version }),
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'CONFLICT'],
});
