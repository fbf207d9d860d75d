import snmp, { type Session, type SessionOptions } from 'net-snmp';
import { userOf } from '#platform/snmp/user.ts';
import type { TrapTarget } from '../configuration/delivery-target.ts';
import { reasonOf, type AttemptOutcome } from '../delivery/outcome.ts';
import { findAddress, type AddressRules } from '#platform/outbound/find-address.ts';
import type { SenderEngine } from './sender-engine.ts';
import type { Trap } from './trap-values.ts';
import { trapOid, varbindsOf } from './varbinds.ts';

/** `resolve`, `allowed`: the addresses of receivers that may be called. */
export interface TrapNeeds extends Pick<AddressRules, 'resolve' | 'allowed'> {
  readonly engine: SenderEngine;
  /** Root of our object identifiers. */
  readonly enterprise: string;
  /** Aborted when the process must end now: running attempts are interrupted and retried later. */
  readonly signal?: AbortSignal;
}

export type Receiver = Pick<TrapTarget, 'host' | 'port' | 'inform' | 'access'>;

const SETTING = 'TRAP_ALLOWED_NETWORKS';
const LOOKUP_TIMEOUT_MS = 5_000;
const INFORM_TIMEOUT_MS = 2_000;
const INFORM_RETRIES = 1;
const TIME_TICKS = 2 ** 32;

/**
 * The library sends v3 traps with 0 boots and 0 time: a receiver would reject them as replays after 150 s
 * (RFC 3414 §3.2).
 */
function withTime(session: Session, { boots, seconds }: SenderEngine): Session {
  const send = session.send.bind(session);
  session.send = (request, isWithoutResponse) => {
    const parameters = request.message.msgSecurityParameters;
    if (parameters !== undefined) {
      parameters.msgAuthoritativeEngineBoots = boots;
      parameters.msgAuthoritativeEngineTime = seconds();
    }
    send(request, isWithoutResponse);
  };
  return session;
}

function open({ port, inform, access }: Receiver, address: string, { engine }: TrapNeeds): Session {
  const options: Omit<SessionOptions, 'version'> = {
    // An inform over v3 discovers the receiver's engine on the same port.
    port,
    trapPort: port,
    transport: address.includes(':') ? 'udp6' : 'udp4',
    timeout: INFORM_TIMEOUT_MS,
    retries: INFORM_RETRIES,
    engineID: engine.id,
  };
  if (access.version === 'v2c')
    return snmp.createSession(address, access.community, { ...options, version: snmp.Version2c });
  const session = snmp.createV3Session(address, userOf(access), { ...options, version: snmp.Version3 });
  return inform ? session : withTime(session, engine);
}

async function addressOf(host: string, { resolve, allowed, signal }: TrapNeeds): Promise<string> {
  const limit = AbortSignal.timeout(LOOKUP_TIMEOUT_MS);
  const over = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  const rules = { resolve, allowed, setting: SETTING, permitsPrivate: true };
  const found = await findAddress(host, rules, over).catch((error: unknown) => {
    throw over.aborted ? new Error(`${host} was not resolved in time`, { cause: error }) : error;
  });
  if (!found.ok) throw new Error(found.reason);
  return found.address;
}

/** Resolves when the receiver acknowledges an inform, or a trap is sent. */
async function sendOne(
  session: Session,
  trap: Trap,
  { inform, engine, enterprise }: Pick<Receiver, 'inform'> & Pick<TrapNeeds, 'engine' | 'enterprise'>,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // An ICMP error, or a datagram that is not SNMP.
  session.once('error', reject);
  const done = (error: Error | null): void => {
    session.off('error', reject);
    if (error === null) resolve();
    else reject(error);
  };
  // TimeTicks wrap to 0 after 497 days.
  const options = [{ upTime: (engine.seconds() * 100) % TIME_TICKS }, done] as const;
  const [oid, varbinds] = [trapOid(trap, enterprise), varbindsOf(trap, enterprise)];
  if (inform) session.inform(oid, varbinds, ...options);
  else session.trap(oid, varbinds, ...options);
  await promise;
}

async function send(traps: readonly Trap[], receiver: Receiver, needs: TrapNeeds): Promise<AttemptOutcome> {
  const address = await addressOf(receiver.host, needs);
  const session = open(receiver, address, needs);
  try {
    for (const trap of traps) {
      needs.signal?.throwIfAborted();
      await sendOne(session, trap, { ...needs, inform: receiver.inform });
    }
    return { is: 'delivered', response: receiver.inform ? 'acknowledged' : 'sent (a trap has no response)' };
  } finally {
    session.close();
  }
}

/** Sends traps or informs one after the other. Never throws: errors become the outcome. */
export async function sendTraps(
  traps: readonly Trap[],
  receiver: Receiver,
  needs: TrapNeeds,
): Promise<AttemptOutcome> {
  try {
    return await send(traps, receiver, needs);
  } catch (error) {
    return { is: 'failed', response: reasonOf(error) };
  }
}
