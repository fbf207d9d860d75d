import { lookup } from 'node:dns/promises';
import snmp from 'net-snmp';
import type { Session, SessionOptions } from 'net-snmp';
import type { SnmpAccess } from '#schemas/inventory/snmp-access.ts';
import type { Agent, Answer, Refusal } from './agent.ts';
import { refused } from './refusal.ts';
import { canonical, guardSession } from './session-guard.ts';
import { getAll, getBulk, getNext } from './session-requests.ts';
import { useDes } from './usm/des.ts';
import { engineOf, setEngine } from './usm/engine.ts';
import type { Engine } from './usm/engine.ts';
import { boundKeys } from './usm/bound-keys.ts';
import { userOf } from '#platform/snmp/user.ts';

export interface Patience {
  readonly timeoutMs: number;
  readonly retries: number;
}

/** Where the engine of an agent of v3 is kept between polls. */
export interface EngineMemory {
  engine: Engine | undefined;
}

export interface AgentPlace {
  readonly address: string;
  readonly access: SnmpAccess;
}

useDes();
boundKeys();

function open(target: string, access: SnmpAccess, options: Omit<SessionOptions, 'version'>): Session {
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

/** After these what is known of the engine is not worth keeping: the next request discovers it again. */
const forgetting: ReadonlySet<Refusal> = new Set([
  'timeout',
  'unknown engine',
  'not in time window',
  'wrong digest',
  'unknown user',
]);

/** The engine is another one, or its clock stands elsewhere. */
const outdated: ReadonlySet<Refusal> = new Set(['not in time window', 'unknown engine']);

/**
 * Asks, and asks once more where the engine that was remembered proves to be another or to have another time. Silence to
 * what is encrypted, of an agent that just told its engine, is a key that it does not have: agents drop what they cannot
 * read after decryption.
 */
async function withEngine(
  session: Session,
  access: SnmpAccess,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const before = session.msgSecurityParameters;
  const answer = await request();
  if (answer.ok || access.version !== 'v3') return answer;
  const { reason } = answer;
  const wasDiscovered = before === undefined && session.msgSecurityParameters !== undefined;
  if (forgetting.has(reason)) setEngine(session, undefined);
  if (before !== undefined && outdated.has(reason)) return request();
  return reason === 'timeout' && wasDiscovered && access.priv !== undefined ? refused('decryption') : answer;
}

/** Opens a socket of its own for an agent; undefined when its name has no address. */
export async function openAgent(
  { address, access }: AgentPlace,
  { timeoutMs, retries }: Patience,
  memory: EngineMemory,
): Promise<Agent | undefined> {
  const found = await lookup(address).catch(() => undefined);
  if (found === undefined) return undefined;
  const transport = found.family === 6 ? 'udp6' : 'udp4';
  const session = open(found.address, access, { port: access.port, retries, timeout: timeoutMs, transport });
  const guard = guardSession(session, {
    address: canonical(found.address),
    port: access.port,
    identity: access.version === 'v3' ? { access, user: userOf(access) } : undefined,
  });
  setEngine(session, memory.engine);
  return {
    get: (oids) => withEngine(session, access, () => getAll(guard, oids)),
    getBulk: (oid, repetitions) =>
      withEngine(session, access, () =>
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
