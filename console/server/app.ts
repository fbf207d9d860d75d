import rateLimit from '@fastify/rate-limit';
import fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { API } from '#schemas/route.ts';
import { AccountRepository } from './features/account/account-repository.ts';
import { accountPlugin } from './features/account/account-plugin.ts';
import type { AlertMirror } from './features/alerting/mirror.ts';
import { alertingPlugin } from './features/alerting/alerting-plugin.ts';
import { collectorPlugin } from './features/collector/collector-plugin.ts';
import { healthPlugin } from './features/health/health-plugin.ts';
import { inventoryPlugin } from './features/inventory/inventory-plugin.ts';
import { AccessStore } from './kernel/access/access-store.ts';
import { csrfKey } from './kernel/csrf/csrf-key.ts';
import { serveConsole } from './kernel/http/console-files.ts';
import { describeInterface } from './kernel/http/open-api.ts';
import { refuseUnknownHosts } from './kernel/http/known-hosts.ts';
import { secureHeaders } from './kernel/http/security-headers.ts';
import { answerProblems } from './kernel/problem/problem-plugin.ts';
import { denyByDefault } from './kernel/route/default-deny.ts';
import { cookiesFor } from './kernel/session/cookies.ts';
import { sessionPlugin } from './kernel/session/session-plugin.ts';
import { SessionStore } from './kernel/session/session-store.ts';
import type { LiveGateway } from './kernel/socket/live-gateway.ts';
import { openLive, openMirror } from './live.ts';
import type { AppNeeds, AppOptions, Stores } from './app-needs.ts';

const BODY_BYTES = 64 * 1_024;
const SWEEP_MS = 10 * 60_000;
const REQUESTS_PER_MINUTE = 1_200;
const SIGN_INS_PER_MINUTE = 20;

export interface App {
  readonly app: FastifyInstance;
  readonly gateway: LiveGateway;
  readonly mirror: AlertMirror;
}

async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    max: (request) =>
      request.url.startsWith(`${API}/internalLogin`) ? SIGN_INS_PER_MINUTE : REQUESTS_PER_MINUTE,
    keyGenerator: (request) =>
      `${request.ip} ${request.url.startsWith(`${API}/internalLogin`) ? 'sign-in' : 'all'}`,
    allowList: (request) => !request.url.startsWith(API),
  });
}

function addFeatures(
  app: FastifyInstance,
  needs: AppNeeds,
  { options, stores, mirror }: { options: AppOptions; stores: Stores; mirror: AlertMirror },
): void {
  const { db, clickhouse, bus, clock, inventory } = needs;
  void app.register(accountPlugin, {
    accounts: new AccountRepository(db),
    access: stores.access,
    clock,
    modules: options.modules,
  });
  void app.register(async (scope) => {
    alertingPlugin(scope, { mirror, inventory, clickhouse, db });
    collectorPlugin(scope, { bus });
    inventoryPlugin(scope, { db, bus });
    healthPlugin(scope, {
      tiers: {
        clickhouse: () => clickhouse.ping(),
        postgres: async () => (await db.selectFrom('role').select('id').limit(1).execute()).length >= 0,
        nats: () => bus.connected(),
        engine: () => mirror.ready,
      },
    });
    await Promise.resolve();
  });
}

/** Builds the server without listening. */
export async function buildApp(needs: AppNeeds, options: AppOptions, signal: AbortSignal): Promise<App> {
  const { db, clock, ids, log } = needs;
  const secure = options.publicUrl.startsWith('https:');
  // By its own type the logger would become part of the type of the app.
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES,
    genReqId: () => ids.uuid(),
    trustProxy: secure,
    routerOptions: { maxParamLength: 200 },
  });
  const stores = {
    sessions: new SessionStore({ db, clock, ids }),
    access: new AccessStore({ db, clock }),
    cookies: cookiesFor(secure),
  };
  app.decorate('readOnly', options.readOnly);
  answerProblems(app);
  denyByDefault(app);
  app.addHook('onSend', async (request, reply) => {
    // A reply is thenable: awaited here, the request would never end.
    void reply.header('x-request-id', request.id);
    await Promise.resolve();
  });
  refuseUnknownHosts(app, options.publicUrl);
  await secureHeaders(app, { secure });
  await limitRates(app);
  await app.register(sessionPlugin, { ...stores, ids, csrfKey: await csrfKey(db, ids) });
  describeInterface(app);
  const live = openMirror(needs, options, signal);
  const { mirror } = live;
  const gateway = openLive(app, { needs, stores, mirror, signal });
  live.connect(gateway);
  app.decorate('sessionEnded', (hash: string) => {
    gateway.ended(hash);
  });
  addFeatures(app, needs, { options, stores, mirror });
  await serveConsole(app, options.webFolder);
  await app.ready();
  clock.every(SWEEP_MS, () => stores.sessions.sweep(), signal);
  return { app, gateway, mirror };
}
