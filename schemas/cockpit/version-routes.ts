import { z } from 'zod';
import { problemCodes } from '../problem/catalogue.ts';
import { API, route } from '../route.ts';
import { Cockpit } from './cockpit.ts';
import { CockpitDifference, CockpitVersion } from './version.ts';

const Id = z.coerce.number().int().positive();
const cockpitParams = z.strictObject({ cockpitId: Id });
const versionParams = cockpitParams.extend({ number: Id });
const path = `${API}/mt/cockpit/:cockpitId/versions` as const;
const reading = { scope: 'admin', needs: 'TEMPLATE.COCKPIT.read' } as const;

export const listCockpitVersions = route({
  ...reading,
  method: 'GET',
  path,
  summary: 'Versions of a cockpit, newest first',
  params: cockpitParams,
  reply: z.strictObject({ versions: z.array(CockpitVersion) }),
  problems: ['NOT_FOUND', 'COCKPIT_CONFIG_RESTORE_FAILED'],
});

export const compareCockpitVersions = route({
  ...reading,
  method: 'GET',
  path: `${path}/:number/difference`,
  summary: 'What changed since a version of a cockpit, and what prevents its restoration',
  params: versionParams,
  /** The later version; absent: the present. */
  query: z.strictObject({ to: Id.optional() }),
  reply: z.strictObject({
    difference: CockpitDifference,
    /** Alarms of the version that cannot be restored. */
    faults: z.array(
      z.strictObject({
        alarm: z.string(),
        code: z.enum(problemCodes),
        params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      }),
    ),
  }),
  problems: ['NOT_FOUND', 'COCKPIT_CONFIG_RESTORE_FAILED'],
});

export const restoreCockpitVersion = route({
  method: 'POST',
  path: `${path}/:number/restore`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.write',
  summary: 'Restore a version of a cockpit as its newest version',
  params: versionParams,
  body: z.strictObject({ version: z.int().positive() }),
  reply: Cockpit,
  problems: [
    'NOT_FOUND',
    'CONFLICT',
    'REACHES_OTHER_CUSTOMERS',
    'NAME_TAKEN',
    'COCKPIT_KPI_UNKNOWN',
    'COCKPIT_KPI_ACCESSES',
    'COCKPIT_KPI_ALTERNATIVES',
    'COCKPIT_TARGET_IMPOSSIBLE',
    'COCKPIT_SAME_TARGET',
    'COCKPIT_GROUP_UNKNOWN',
    'COCKPIT_CONFIG_RESTORE_FAILED',
  ],
});
