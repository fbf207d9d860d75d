import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import snmp, { type Session, type SessionOptions } from 'net-snmp';
import type { SnmpAccess, UserAccess } from '#schemas/inventory/snmp-access.ts';
import type { Agent, AgentResponse, RequestBudget, RequestFailure } from './agent.ts';
import { CommunityAgent } from './community-agent.ts';
import { failed } from './failure.ts';
import { canonicalSender, guardSession } from './session-guard.ts';
import { getAll, getBulk } from './session-requests.ts';
import { installDes } from '../usm/des.ts';
import { engineOf, setEngine, type SnmpEngine } from '../usm/engine.ts';
import { limitKeyCache } from '../usm/limit-key-cache.ts';
import { userOf } from '#platform/snmp/user.ts';

/** Keeps the engine of a v3 agent between polls. */
export interface EngineMemory {
  engine: SnmpEngine | undefined;
}

export interface AgentAddress {
  readonly address: string;
  readonly access: SnmpAccess;
}

installDes();
limitKeyCache();

const openSession = (target: string, access: UserAccess, options: Omit<SessionOptions, 'version'>): Session =>
  snmp.createV3Session(target, userOf(access), {
    ...options,
    version: snmp.Version3,
    context: access.context,
  });

/** Failures after which the stored engine is discarded: the next request discovers it again. */
const resettingFailures: ReadonlySet<RequestFailure> = new Set([
  'timeout',
  'unknown engine',
  'not in time window',
  'wrong digest',
  'unknown user',
]);

/** Failures caused by a changed engine or engine time. */
const staleEngineFailures: ReadonlySet<RequestFailure> = new Set(['not in time window', 'unknown engine']);

/**
 * Sends a request and repeats it once if the stored engine turns out to have changed. A timeout of an encrypted request
 * right after discovery means a wrong key: agents drop what they cannot decrypt.
 */
async function requestWithEngine(
  session: Session,
  access: UserAccess,
  request: () => Promise<AgentResponse>,
): Promise<AgentResponse> {
  const before = session.msgSecurityParameters;
  const response = await request();
  if (response.ok) return response;
  const { reason } = response;
  const wasDiscovered = before === undefined && session.msgSecurityParameters !== undefined;
  if (resettingFailures.has(reason)) setEngine(session, undefined);
  if (before !== undefined && staleEngineFailures.has(reason)) return request();
  return reason === 'timeout' && wasDiscovered && access.priv !== undefined ? failed('decryption') : response;
}

/** Opens an agent. Returns undefined if the name has no address. */
export async function openAgent(
  { address, access }: AgentAddress,
  budget: RequestBudget,
  memory: EngineMemory,
): Promise<Agent | undefined> {
  const found = await addressOf(address);
  if (found === undefined) return undefined;
  return access.version === 'v3'
    ? openUserAgent({ ...found, access }, budget, memory)
    : new CommunityAgent({ ...found, access }, budget);
}

interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

async function addressOf(name: string): Promise<Address | undefined> {
  const version = isIP(name);
  if (version !== 0) return { address: name, family: version === 6 ? 6 : 4 };
  const found = await lookup(name).catch(() => undefined);
  return found && { address: found.address, family: found.family === 6 ? 6 : 4 };
}

/** Opens a session of SNMPv3 with its own socket. */
function openUserAgent(
  { address, family, access }: Address & { readonly access: UserAccess },
  { timeoutMs, retries }: RequestBudget,
  memory: EngineMemory,
): Agent {
  const transport = family === 6 ? 'udp6' : 'udp4';
  const { port } = access;
  const session = openSession(address, access, { port, retries, timeout: timeoutMs, transport });
  const guard = guardSession(session, {
    address: canonicalSender(address),
    port,
    identity: { access, user: userOf(access) },
  });
  setEngine(session, memory.engine);
  return {
    get: (oids) => requestWithEngine(session, access, () => getAll(guard, oids)),
    getBulk: (oid, repetitions) => requestWithEngine(session, access, () => getBulk(guard, oid, repetitions)),
    get strays() {
      return guard.strays;
    },
    get forged() {
      return guard.forged;
    },
    close() {
      memory.engine = engineOf(session);
      session.close();
    },
  };
}
