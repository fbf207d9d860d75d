import { z } from 'zod';
import { API, route } from '../../route.ts';
import { SnmpCredentialDraft } from './credential.ts';
import { stated } from '../../stated.ts';
import { SnmpSettings } from '../../inventory/snmp-access.ts';

const PATH = `${API}/mt/settings/snmp/credentials`;
const params = z.strictObject({ id: z.coerce.number().int().positive() });
const base = { scope: 'admin', everyCustomer: true } as const;

/** A credential without its secrets, and what uses it. */
export const SnmpCredential = SnmpCredentialDraft.extend({
  id: z.int(),
  version: z.int(),
  /** Polled devices with this credential. */
  devices: z.int(),
});
export type SnmpCredential = z.infer<typeof SnmpCredential>;

export const listSnmpCredentials = route({
  ...base,
  method: 'GET',
  path: PATH,
  needs: 'SETTINGS.SNMP.read',
  summary: 'SNMP credentials by name, without secrets',
  reply: z.strictObject({ credentials: z.array(SnmpCredential) }),
});

export const createSnmpCredential = route({
  ...base,
  method: 'POST',
  path: PATH,
  needs: 'SETTINGS.SNMP.write',
  summary: 'Create an SNMP credential',
  body: SnmpCredentialDraft,
  reply: SnmpCredential,
  problems: ['NAME_TAKEN', 'SNMP_SECRET_UNKNOWN'],
});

/** A null secret keeps the stored one while version and user are unchanged. Devices with the credential use the new values. */
export const updateSnmpCredential = route({
  ...base,
  method: 'PUT',
  path: `${PATH}/:id`,
  needs: 'SETTINGS.SNMP.write',
  summary: 'Update an SNMP credential and the devices that use it',
  params,
  body: stated(SnmpCredentialDraft).safeExtend({ version: z.int() }),
  reply: SnmpCredential,
  problems: ['NAME_TAKEN', 'NOT_FOUND', 'CONFLICT', 'SNMP_SECRET_UNKNOWN'],
});

export const deleteSnmpCredential = route({
  ...base,
  method: 'DELETE',
  path: `${PATH}/:id`,
  needs: 'SETTINGS.SNMP.write',
  summary: 'Delete an SNMP credential that no device uses',
  params,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'SNMP_CREDENTIAL_IN_USE'],
});

/** Outcome of one read of the system group. */
export const SnmpProbeResult = z.strictObject({
  ok: z.boolean(),
  /** sysName and sysDescr; empty without a response. */
  name: z.string(),
  description: z.string(),
  /** Why the device did not respond as expected: `timeout`, `unreachable`, `blocked`, or what the agent rejected. */
  failure: z.string(),
  durationMs: z.int(),
});
export type SnmpProbeResult = z.infer<typeof SnmpProbeResult>;

export const testSnmpCredential = route({
  ...base,
  method: 'POST',
  path: `${PATH}/test`,
  needs: 'SETTINGS.SNMP.write',
  summary: 'Read the system group of an address with a saved or unsaved credential',
  body: z.strictObject({
    credential: SnmpCredentialDraft,
    /** Id of the stored credential whose secrets are used. */
    id: z.int().positive().optional(),
    address: z.union([z.ipv4(), z.ipv6()], { error: 'IP_ADDRESS_INVALID' }),
  }),
  reply: SnmpProbeResult,
  problems: ['SNMP_SECRET_UNKNOWN', 'NOT_FOUND', 'UNAVAILABLE'],
  noChange: 'act',
});

/** Seal purpose of a probe in transit. */
export const SNMP_PROBE = 'snmp probe';

/** A read of the system group of one address. Contains secrets: sealed in transit, never stored. */
export const SnmpProbe = z.strictObject({
  address: z.string(),
  access: SnmpSettings,
  /** Reads the interfaces too: the reply is a `SnmpInterfaceProbeResult`. */
  withInterfaces: z.boolean().default(false),
});
export type SnmpProbe = z.infer<typeof SnmpProbe>;

/** Outcome of a read of the system group and the interfaces. */
export const SnmpInterfaceProbeResult = SnmpProbeResult.extend({
  /** None if the read failed. */
  interfaces: z.array(z.strictObject({ name: z.string(), alias: z.string(), type: z.int() })).default([]),
});
