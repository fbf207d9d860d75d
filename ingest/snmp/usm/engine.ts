import type { EngineParameters, Session } from 'net-snmp';

/**
 * What is known of an agent's engine: its id, and its boots and time with the moment at which they came in (RFC 3414 §2.3).
 * Kept from poll to poll it saves the discovery, and an older message is not believed after a newer one.
 */
export interface Engine {
  readonly parameters: EngineParameters;
  readonly boots: number | null;
  readonly base: number | null;
  readonly receivedAt: number | null;
  readonly latest: number | null;
}

export function engineOf(session: Session): Engine | undefined {
  const { msgSecurityParameters: parameters } = session;
  if (parameters === undefined) return undefined;
  return {
    parameters,
    boots: session.engineTimeBoots,
    base: session.engineTimeBase,
    receivedAt: session.engineTimeReceivedAt,
    latest: session.latestReceivedEngineTime,
  };
}

/** Undefined: the next request discovers the engine. */
export function setEngine(session: Session, engine: Engine | undefined): void {
  session.msgSecurityParameters = engine?.parameters;
  session.engineTimeBoots = engine?.boots ?? null;
  session.engineTimeBase = engine?.base ?? null;
  session.engineTimeReceivedAt = engine?.receivedAt ?? null;
  session.latestReceivedEngineTime = engine?.latest ?? null;
}
