import type { EngineParameters, Session } from 'net-snmp';

/**
 * State of an agent's engine: id, boots and time with the moment of reception (RFC 3414 §2.3). Kept between polls it
 * saves the discovery and rejects replayed messages.
 */
export interface SnmpEngine {
  readonly parameters: EngineParameters;
  readonly boots: number | null;
  readonly base: number | null;
  readonly receivedAt: number | null;
  readonly latest: number | null;
}

export function engineOf(session: Session): SnmpEngine | undefined {
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

/** Undefined makes the next request discover the engine. */
export function setEngine(session: Session, engine: SnmpEngine | undefined): void {
  session.msgSecurityParameters = engine?.parameters;
  session.engineTimeBoots = engine?.boots ?? null;
  session.engineTimeBase = engine?.base ?? null;
  session.engineTimeReceivedAt = engine?.receivedAt ?? null;
  session.latestReceivedEngineTime = engine?.latest ?? null;
}
