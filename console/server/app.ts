import fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { AccountRepository } from './features/account/account-repository.ts';
import { accountPlugin } from './features/account/account-plugin.ts';
import type { AlertMirror } from './features/alerting/mirror.ts';
import { alertingPlugin } from './features/alerting/alerting-plugin.ts';
import { historyPlugin } from './features/alerting/history-plugin.ts';
import { backtestPlugin } from './features/cockpit/backtest-plugin.ts';
import { collectorPlugin } from './features/collector/collector-plugin.ts';
import { debugPlugin } from './features/debug/debug-plugin.ts';
import { discoveryPlugin } from './features/discovery/discovery-plugin.ts';
import { auditReadPlugin } from './features/audit/audit-plugin.ts';
import { CustomerRepository } from './features/customer/customer-repository.ts';
import { customerPlugin } from './features/customer/customer-plugin.ts';
import { healthPlugin } from './features/health/health-plugin.ts';
import { streamFillPlugin } from './features/health/stream-fill-plugin.ts';
import { inventoryPlugin } from './features/inventory/inventory-plugin.ts';
import { kpiPlugin } from './features/kpi/kpi-plugin.ts';
import { silencePlugin } from './features/silence/silence-plugin.ts';
import { pollingPlugin } from './features/polling/polling-plugin.ts';
import { pollingStatePlugin } from './features/collector/polling-state-plugin.ts';
import { smtpPlugin } from './features/settings/smtp/smtp-plugin.ts';
import { trapReceiverPlugin } from './features/settings/snmp/trap-receiver-plugin.ts';
import { webhookPlugin } from './features/settings/webhook/webhook-plugin.ts';
import { ProfileRepository } from './features/profile/profile-repository.ts';
import { profilePlugin } from './features/profile/profile-plugin.ts';
import { RoleRepository } from './features/role/role-repository.ts';
import { rolePlugin } from './features/role/role-plugin.ts';
import { TokenRepository } from './features/token/token-repository.ts';
import { tokenPlugin } from './features/token/token-plugin.ts';
import { UserRepository } from './features/user/user-repository.ts';
import { userPlugin } from './features/user/user-plugin.ts';
import { AccessStore } from './kernel/access/access-store.ts';
import { accessAnnouncer, publishAccessChange } from './kernel/access/access-change.ts';
import { auditPlugin } from './kernel/audit/audit-plugin.ts';
import { AuditTrail } from './kernel/audit/audit-trail.ts';
import { csrfKey } from './kernel/csrf/csrf-key.ts';
import { serveConsole } from './kernel/http/console-files.ts';
import { describeInterface } from './kernel/http/open-api.ts';
import { refuseUnknownPaths } from './kernel/http/known-paths.ts';
import { refuseUnknownHosts } from './kernel/http/known-hosts.ts';
import { secureHeaders } from './kernel/http/security-headers.ts';
import { answerProblems } from './kernel/problem/problem-plugin.ts';
import { defaultRates, limitAddresses, limitSessions } from './kernel/rate/limit-rates.ts';
import { denyByDefault } from './kernel/route/default-deny.ts';
import { cookiesFor } from './kernel/session/cookies.ts';
import { sessionPlugin } from './kernel/session/session-plugin.ts';
import { SessionStore } from './kernel/session/session-store.ts';
import { TokenStore } from './kernel/token/token-store.ts';
import type { LiveGateway } from './kernel/socket/live-gateway.ts';
import { openLive, openMirror } from './live.ts';
import type { Mirrored } from './live.ts';
import type { AppNeeds, AppOptions, Stores } from './app-needs.ts';

const BODY_BYTES = 64 * 1_024;
const SWEEP_MS = 10 * 60_000;
/** Time to send a request, the largest import over a slow line included; without it a trickle holds a connection for ever. */
const REQUEST_MS = 2 * 60_000;

export interface App {
  readonly app: FastifyInstance;
  readonly gateway: LiveGateway;
  readonly mirror: AlertMirror;
}

/** Who may do what: users, roles, customers, profiles, tokens, and what was done. */
function addAccessFeatures(app: FastifyInstance, needs: AppNeeds, { audit, access }: Stores): void {
  const { db, bus, clock, ids } = needs;
  const announce = accessAnnouncer(access, bus);
  userPlugin(app, { users: new UserRepository({ db, clock }), db, audit, announce, ids });
  rolePlugin(app, { roles: new RoleRepository(db), audit, announce });
  customerPlugin(app, { customers: new CustomerRepository(db), audit, bus, announce });
  profilePlugin(app, { profiles: new ProfileRepository(db), audit, bus, announce });
  tokenPlugin(app, { tokens: new TokenRepository({ db, clock, ids }), audit });
  auditReadPlugin(app, { db });
}

function addFeatures(
  app: FastifyInstance,
  needs: AppNeeds,
  { options, stores, live }: { options: AppOptions; stores: Stores; live: Mirrored },
): void {
  const { db, clickhouse, bus, clock, inventory } = needs;
  const { mirror, visibility } = live;
  void app.register(accountPlugin, {
    accounts: new AccountRepository(db),
    access: stores.access,
    bus,
    clock,
    modules: options.modules,
  });
  void app.register(async (scope) => {
    const { partitions } = options;
    alertingPlugin(scope, { mirror, visibility, inventory, clickhouse, db, bus, clock, partitions });
    historyPlugin(scope, { visibility, inventory, clickhouse, db });
    silencePlugin(scope, { db, bus, clock, inventory, visibility });
    backtestPlugin(scope, { bus, db, inventory, partitions });
    collectorPlugin(scope, { bus });
    debugPlugin(scope, { db, bus, clock, inventory });
    inventoryPlugin(scope, { db, bus });
    kpiPlugin(scope, { clickhouse });
    streamFillPlugin(scope, { bus });
    pollingPlugin(scope, { db, bus, clock });
    pollingStatePlugin(scope, { bus, inventory });
    discoveryPlugin(scope, { db, bus, clock });
    webhookPlugin(scope, { db, bus, clock });
    smtpPlugin(scope, { db, bus });
    trapReceiverPlugin(scope, { db, bus, clock });
    addAccessFeatures(scope, needs, stores);
    healthPlugin(scope, {
      clock,
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

function openStores({ db, clock, ids }: AppNeeds, secure: boolean): Stores {
  const access = new AccessStore({ db, clock });
  return {
    sessions: new SessionStore({ db, clock, ids }),
    access,
    tokens: new TokenStore({ db, clock, access }),
    audit: new AuditTrail({ db, clock }),
    cookies: cookiesFor(secure),
  };
}

/** Builds the server without listening. */
export async function buildApp(needs: AppNeeds, options: AppOptions, signal: AbortSignal): Promise<App> {
  const { db, bus, clock, ids, log } = needs;
  const secure = options.publicUrl.startsWith('https:');
  // By its own type the logger would become part of the type of the app.
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES,
    genReqId: () => ids.uuid(),
    // Anybody can send forwarding headers: they count from these proxies only.
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    requestTimeout: REQUEST_MS,
    routerOptions: { maxParamLength: 200 },
  });
  const stores = openStores(needs, secure);
  app.decorate('readOnly', options.readOnly);
  answerProblems(app, { strict: options.strictContracts === true });
  denyByDefault(app);
  app.addHook('onSend', async (request, reply) => {
    // A reply is thenable: awaited here, the request would never end.
    void reply.header('x-request-id', request.id);
    await Promise.resolve();
  });
  await secureHeaders(app, { secure });
  const rates = options.rates ?? defaultRates;
  await limitAddresses(app, rates, stores.cookies.session);
  refuseUnknownHosts(app, options.publicUrl);
  await app.register(sessionPlugin, {
    ...stores,
    ids,
    csrfKey: await csrfKey(db, ids),
    onEnd: (session) => {
      // Here at once, also while NATS is away; the other servers are told.
      gateway.ended(session);
      publishAccessChange(bus, { session });
    },
  });
  limitSessions(app, rates);
  await app.register(auditPlugin, { trail: stores.audit, db, clock, signal });
  refuseUnknownPaths(app);
  describeInterface(app);
  const live = await openMirror(needs, options, signal);
  const { mirror } = live;
  const gateway = openLive(app, { needs, stores, mirror, signal });
  live.connect(gateway);
  addFeatures(app, needs, { options, stores, live });
  await serveConsole(app, options.webFolder);
  await app.ready();
  const sweep = async (): Promise<void> => {
    try {
      await stores.sessions.sweep();
    } catch (error) {
      log.warn({ err: error }, 'sessions that are over could not be removed');
    }
  };
  clock.every(SWEEP_MS, sweep, signal);
  return { app, gateway, mirror };
}
