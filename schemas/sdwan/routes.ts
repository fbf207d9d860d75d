import { z } from 'zod';
import type { ProblemCode } from '../problem/catalogue.ts';
import { DocumentUses } from '../resource/document-use.ts';
import { acceptanceProblems, AcceptanceRun, VanishedElements } from '../acceptance/acceptance.ts';
import { API, route } from '../route.ts';
import { SdwanAlarm } from './alarm.ts';
import { MAX_SDWAN_PROPOSALS, SdwanProposal } from './proposal.ts';
import { stated } from '../stated.ts';
import { SdwanServer, SdwanServerDraft } from './server.ts';

const PATH = `${API}/mt/sdwanmanagers`;
const params = z.strictObject({ id: z.coerce.number().int().positive() });
const base = { scope: 'admin', everyCustomer: true } as const;

const saving = [
  'NAME_TAKEN',
  'RESOURCE_MISSING',
  'SDWAN_CONNECTIVITY_FAILED',
  'SDWAN_PASSWORD_UNKNOWN',
  'SDWAN_RECIPIENT_DIFFERS',
  'SDWAN_URL_TAKEN',
] as const satisfies readonly ProblemCode[];

/** Save although the check has failed, with provisioning and collection suspended. */
const confirmed = z.boolean().default(false);
/** Save although another manager of this kind has the address. */
const sharesAddress = z.boolean().default(false);

export const listSdwanServers = route({
  ...base,
  method: 'GET',
  path: PATH,
  needs: 'NETWORK.SDWAN_MANAGER.read',
  summary: 'SD-WAN managers by name, without passwords, and the customers of their form',
  reply: z.strictObject({
    servers: z.array(SdwanServer),
    customers: z.array(
      z.strictObject({
        id: z.int(),
        name: z.string(),
        clientId: z.string(),
        /** Collection sub-network of its network. */
        recipientId: z.int(),
      }),
    ),
  }),
});

export const readSdwanServer = route({
  ...base,
  method: 'GET',
  path: `${PATH}/:id`,
  needs: 'NETWORK.SDWAN_MANAGER.read',
  summary: 'An SD-WAN manager, without its password',
  params,
  reply: SdwanServer,
  problems: ['NOT_FOUND'],
});

export const listSdwanDocuments = route({
  ...base,
  method: 'GET',
  path: `${PATH}/:id/documents`,
  needs: 'NETWORK.SDWAN_MANAGER.read',
  summary:
    'Dashboards and home pages that name an SD-WAN manager: those that the caller may open, and how many others',
  params,
  reply: DocumentUses,
  problems: ['NOT_FOUND'],
});

export const createSdwanServer = route({
  ...base,
  method: 'POST',
  path: PATH,
  needs: 'NETWORK.SDWAN_MANAGER.write',
  summary: 'Create an SD-WAN manager; one that cannot be reached needs a confirmation and is suspended',
  body: z.strictObject({ ...SdwanServerDraft.shape, confirmed, sharesAddress }),
  reply: SdwanServer,
  problems: saving,
});

export const updateSdwanServer = route({
  ...base,
  method: 'PUT',
  path: `${PATH}/:id`,
  needs: 'NETWORK.SDWAN_MANAGER.write',
  summary: 'Update an SD-WAN manager; one that cannot be reached needs a confirmation and is suspended',
  params,
  body: z.strictObject({ ...stated(SdwanServerDraft).shape, confirmed, sharesAddress, version: z.int() }),
  reply: SdwanServer,
  problems: [...saving, 'CONFLICT', 'NOT_FOUND'],
});

export const deleteSdwanServer = route({
  ...base,
  method: 'DELETE',
  path: `${PATH}/:id`,
  needs: 'NETWORK.SDWAN_MANAGER.write',
  summary: 'Delete an SD-WAN manager and its proposals; accepted elements stay',
  params,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
});

export const checkSdwanServer = route({
  ...base,
  method: 'POST',
  path: `${PATH}/:id/check`,
  needs: 'NETWORK.SDWAN_MANAGER.write',
  summary: 'Test whether an SD-WAN manager can be reached and accepts the credentials',
  params,
  reply: SdwanServer,
  problems: ['NOT_FOUND'],
  noChange: 'act',
});

export const synchroniseSdwanServer = route({
  ...base,
  method: 'POST',
  path: `${PATH}/:id/synchronise`,
  needs: 'NETWORK.SDWAN_MANAGER.write',
  summary: 'Compare the inventory with an SD-WAN manager; the differences become proposals',
  params,
  reply: SdwanServer,
  problems: ['NOT_FOUND'],
  noChange: 'act',
});

export const listSdwanProposals = route({
  ...base,
  method: 'GET',
  path: `${PATH}/:id/proposals`,
  needs: 'NETWORK.SDWAN_MANAGER.read',
  summary: 'What the last synchronisation of an SD-WAN manager proposes, the first thousand',
  params,
  reply: z.strictObject({
    total: z.int(),
    proposals: z.array(SdwanProposal),
    /** The last acceptance in steps. */
    acceptance: AcceptanceRun.nullable(),
  }),
  problems: ['NOT_FOUND'],
});

export const listSdwanAlarms = route({
  ...base,
  method: 'GET',
  path: `${PATH}/:id/alarms`,
  needs: 'NETWORK.SDWAN_MANAGER.read',
  summary: 'Alarms of an SD-WAN manager, raised ones first, the newest thousand',
  params,
  reply: z.strictObject({ total: z.int(), alarms: z.array(SdwanAlarm) }),
  problems: ['NOT_FOUND'],
});

export const listDeviceSdwanAlarms = route({
  method: 'GET',
  path: `${API}/customers/:customerId/inventory/:kind/:element/sdwan-alarms`,
  scope: 'customer',
  needs: 'NETWORK.read',
  summary:
    'What the SD-WAN managers of a customer report of a device, raised alarms first, the newest thousand',
  params: z.strictObject({
    customerId: z.coerce.number().int().positive(),
    kind: z.literal('device'),
    element: z.coerce.number().int().positive(),
  }),
  reply: z.strictObject({ alarms: z.array(SdwanAlarm) }),
  problems: ['NOT_FOUND'],
});

export const acceptSdwanProposals = route({
  ...base,
  method: 'POST',
  path: `${PATH}/:id/proposals/accept`,
  needs: 'NETWORK.SDWAN_MANAGER.write',
  summary:
    'Apply proposals to the inventory: devices with their sites, interfaces, tunnels with their networks, and what has vanished',
  params,
  body: z.strictObject({
    proposals: z.union([
      z.literal('all'),
      z.array(z.int().positive()).min(1, 'REQUIRED').max(MAX_SDWAN_PROPOSALS),
    ]),
    vanished: VanishedElements.default('check'),
  }),
  reply: z.strictObject({
    /** Of more than 25 proposals: they are accepted in steps, `accepted` and `held` are 0. */
    run: AcceptanceRun.nullable(),
    accepted: z.int(),
    /** Interfaces and tunnels of devices that are not in the inventory: they stay open. */
    held: z.int(),
  }),
  problems: ['NOT_FOUND', ...acceptanceProblems],
});

export const cancelSdwanAcceptance = route({
  ...base,
  method: 'POST',
  path: `${PATH}/:id/proposals/accept/cancel`,
  needs: 'NETWORK.SDWAN_MANAGER.write',
  summary: 'End a running acceptance after its current step; what has been accepted stays',
  params,
  reply: AcceptanceRun,
  problems: ['NOT_FOUND', 'ACCEPTANCE_ENDED'],
});
