import type { FastifyInstance } from 'fastify';
import { subjects } from '#schemas/bus/subject.ts';
import type { Position, Room, Topic } from '#schemas/socket/live.ts';
import type { AppNeeds, AppOptions, Stores } from './app-needs.ts';
import { AlertMirror } from './features/alerting/mirror.ts';
import { openGateway } from './kernel/socket/live-gateway.ts';
import type { LiveGateway } from './kernel/socket/live-gateway.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Called with the hash of a session that has just ended: its connections end too. */
    sessionEnded(sessionHash: string): void;
  }
}

/** How much longer than its session a connection may last. */
const CHECK_MS = 60_000;

const nowhere: Position = { epoch: 'none', seq: 0, at: 0 };

function positionIn(mirror: AlertMirror, { topic, customer }: Room): Position {
  const alerts = mirror.customers.get(customer);
  return alerts === undefined ? nowhere : { epoch: alerts.epoch, seq: alerts.seq[topic], at: alerts.at };
}

/** The mirror of the engines' state, which hands each delta on to the gateway. */
export function openMirror(needs: AppNeeds, { partitions }: AppOptions, signal: AbortSignal) {
  let gateway: LiveGateway | undefined;
  const mirror = new AlertMirror({
    bus: needs.bus,
    clock: needs.clock,
    log: needs.log,
    partitions,
    signal,
    onDelta(topic: Topic, customer: number, delta: unknown) {
      gateway?.send(topic, customer, delta);
    },
  });
  return {
    mirror,
    connect(opened: LiveGateway): void {
      gateway = opened;
    },
  };
}

/** Socket.IO on the server of the app, for the signed-in user of each connection's cookie. */
export function openLive(
  app: FastifyInstance,
  {
    needs,
    stores,
    mirror,
    signal,
  }: { needs: AppNeeds; stores: Stores; mirror: AlertMirror; signal: AbortSignal },
): LiveGateway {
  const { sessions, access, cookies } = stores;
  const identityOf = async (token: string | undefined) => {
    const session = token === undefined ? undefined : await sessions.find(token);
    if (token === undefined || session === undefined || session.accountId === null) return undefined;
    const caller = await access.callerOf(session.accountId);
    return caller && { caller, sessionToken: token, sessionHash: session.tokenHash };
  };
  const gateway = openGateway(app.server, {
    log: needs.log,
    position: (room) => positionIn(mirror, room),
    identify: (request) => identityOf(app.parseCookie(request.headers.cookie ?? '')[cookies.session]),
    callerOf: async (token) => (await identityOf(token))?.caller,
  });
  needs.bus.subscribe(
    subjects.config('access'),
    () => {
      sessions.forget();
      access.forget();
      void gateway.review();
    },
    { signal },
  );
  const endThoseOver = async (): Promise<void> => {
    try {
      // Looked up in this order: a session that begins meanwhile is not among those that are judged.
      const connected = gateway.sessions();
      const alive = await sessions.alive();
      for (const hash of connected) if (!alive.has(hash)) gateway.ended(hash);
    } catch (error) {
      needs.log.warn({ err: error }, 'sessions could not be looked at');
    }
  };
  needs.clock.every(CHECK_MS, endThoseOver, signal);
  return gateway;
}
