import { lookup } from 'node:dns/promises';
import snmp from 'net-snmp';
import type { Session, SessionOptions } from 'net-snmp';
import type { SnmpAccess } from '#schemas/inventory/snmp-access.ts';
import type { Agent, AgentResponse, RequestFailure } from './agent.ts';
import { failed } from './failure.ts';
import { canonicalSender, guardSession } from './session-guard.ts';
import { getAll, getBulk, getNext } from './session-requests.ts';
import { installDes } from '../usm/des.ts';
import { engineOf, setEngine } from '../usm/engine.ts';
import type { SnmpEngine } from '../usm/engine.ts';
import { limitKeyCache } from '../usm/limit-key-cache.ts';
import { userOf } from '#platform/snmp/user.ts';

export interface RequestBudget {
  readonly timeoutMs: number;
  readonly retries: number;
}

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

function openSession(target: string, access: SnmpAccess, options: Omit<SessionOptions, 'version'>): Session {
  const { Version1, Version2c, Version3 } = snmp;
  if (access.version === 'v3')
    return snmp.createV3Session(target, userOf(access), {
      ...options,
      version: Version3,
      context: access.context,
    });
  const version = access.version === 'v1' ? Version1 : Version2c;
  return snmp.createSession(target, access.community, { ...options, version });
}

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
  access: SnmpAccess,
  request: () => Promise<AgentResponse>,
): Promise<AgentResponse> {
  const before = session.msgSecurityParameters;
  const answer = await request();
  if (answer.ok || access.version !== 'v3') return answer;
  const { reason } = answer;
  const wasDiscovered = before === undefined && session.msgSecurityParameters !== undefined;
  if (resettingFailures.has(reason)) setEngine(session, undefined);
  if (before !== undefined && staleEngineFailures.has(reason)) return request();
  return reason === 'timeout' && wasDiscovered && access.priv !== undefined ? failed('decryption') : answer;
}

/** Opens a session with its own socket. Returns undefined if the name has no address. */
export async function openAgent(
  { address, access }: AgentAddress,
  { timeoutMs, retries }: RequestBudget,
  memory: EngineMemory,
): Promise<Agent | undefined> {
  const found = await lookup(address).catch(() => undefined);
  if (found === undefined) return undefined;
  const transport = found.family === 6 ? 'udp6' : 'udp4';
  const session = openSession(found.address, access, {
    port: access.port,
    retries,
    timeout: timeoutMs,
    transport,
  });
  const guard = guardSession(session, {
    address: canonicalSender(found.address),
    port: access.port,
    identity: access.version === 'v3' ? { access, user: userOf(access) } : undefined,
  });
  setEngine(session, memory.engine);
  return {
    get: (oids) => requestWithEngine(session, access, () => getAll(guard, oids)),
    getBulk: (oid, repetitions) =>
      requestWithEngine(session, access, () =>
        access.version === 'v1' ? getNext(guard, oid) : getBulk(guard, oid, repetitions),
      ),
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
