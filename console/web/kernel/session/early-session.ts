import { readSession, type Session } from '#schemas/account/routes.ts';
import { call } from '../api/call.ts';

let early: Promise<Session> | undefined;

/** Reads the session before the console has loaded, which then takes it. */
export function readSessionEarly(): Promise<Session> {
  const reading = call(readSession, {});
  // Its taker sees its failure.
  reading.catch(() => undefined);
  early = reading;
  return reading;
}

/** A session that has just started, for the console that loads next. */
export function keepSession(session: Session): void {
  early = Promise.resolve(session);
}

/** The session that was read early; once, since it grows old. */
export function takeEarlySession(): Promise<Session> | undefined {
  const taken = early;
  early = undefined;
  return taken;
}
