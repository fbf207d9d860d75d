import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { DroppedLetters } from '#platform/bus/dropped-letters.ts';
import { loggerOf } from '#platform/log/log.ts';
import { buckets } from '#schemas/bus/stream.ts';
import type { AlertMirror } from '../features/alerting/alert-mirror.ts';
import type { AlarmVisibility } from '../features/alerting/alarm-visibility.ts';
import { AccessStore } from '../kernel/access/access-store.ts';
import { publishAccessChange } from '../kernel/access/access-change.ts';
import { auditPlugin } from '../kernel/audit/audit-plugin.ts';
import { AuditTrail } from '../kernel/audit/audit-trail.ts';
import { csrfKey } from '../kernel/csrf/csrf-key.ts';
import { finishHandlers } from '../kernel/http/finish-handlers.ts';
import { traceRequests } from '../kernel/http/trace-requests.ts';
import {
  CONNECTIONS_PER_ADDRESS,
  connectionTimeouts,
  limitConnections,
} from '../kernel/http/connection-limits.ts';
import { languages } from '#schemas/time/locale.ts';
import { basePathOf, stripBasePath } from '../kernel/http/base-path.ts';
import { serveConsole } from '../kernel/http/console-files.ts';
import { serveOpenApi } from '../kernel/http/serve-open-api.ts';
import { rejectUnknownPaths } from '../kernel/http/known-paths.ts';
import { rejectUnknownHosts } from '../kernel/http/known-hosts.ts';
import { compressResponses } from '../kernel/http/compress-responses.ts';
import { parseJsonBodies } from '../kernel/http/json-bodies.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { Patterns } from '#platform/pattern/patterns.ts';
import { frameSources } from '#schemas/settings/iframe/frame-sources.ts';
import { watchDefinitions } from '#platform/kpi/load.ts';
import { watchFramePatterns } from '../shared/iframe/frame-whitelist.ts';
import { secureHeaders } from '../kernel/http/security-headers.ts';
import { handleProblems, sendFrameworkProblem } from '../kernel/problem/problem-plugin.ts';
import { sendUnreadable } from '../kernel/problem/unreadable-request.ts';
import { defaultRates, limitAddresses, limitSessions } from '../kernel/rate/limit-rates.ts';
import { denyByDefault } from '../kernel/route/default-deny.ts';
import { cookiesFor } from '../kernel/session/cookies.ts';
import { sessionPlugin } from '../kernel/session/session-plugin.ts';
import { SessionStore } from '../kernel/session/session-store.ts';
import { TokenStore } from '../kernel/token/token-store.ts';
import type { ClosedWindows } from '../kernel/socket/closed-windows.ts';
import type { LiveGateway } from '../kernel/socket/live-gateway.ts';
import { openLive, openMirror } from './live.ts';
import { systemResolve } from '#platform/outbound/find-address.ts';
import { networkList } from '#platform/outbound/internal-address.ts';
import { acceptanceSteps } from './acceptance-steps.ts';
import { AcceptanceWorker } from '../shared/acceptance/acceptance-worker.ts';
import { openProvisioning } from '../features/provisioning/provisioning-services.ts';
import { openScheduling } from '../features/scheduling/scheduling-services.ts';
import { openBilling } from '../features/billing/billing-services.ts';
import { Heartbeats } from '../features/health/heartbeats.ts';
import { TableProbe } from '../features/health/table-probe.ts';
import { clickhouseTables } from '#schemas/table/clickhouse.ts';
import { ProcessWatch } from '../features/health/process-watch.ts';
import { healthMetrics } from '../features/health/health-metrics.ts';
import { HealthMonitor } from '../features/health/health-monitor.ts';
import { HealthStore } from '../features/health/health-store.ts';
import { readLateReports, readPollerReports } from '../features/collector/polling-reports.ts';
import { StreamRejections } from '../features/health/stream-rejections.ts';
import type { FeatureNeeds } from './feature-needs.ts';
import { addFeatures } from './add-features.ts';
import { registerAuthentication } from './authentication.ts';
import type { AppNeeds, AppOptions, Stores } from './app-needs.ts';
import { CustomerZones } from '../shared/zone/customer-zones.ts';
import { HourCuts } from '../shared/zone/hour-cuts.ts';

const { keepAliveTimeout, headersTimeout, connectionsCheckingInterval } = connectionTimeouts;
const BODY_BYTES = 64 * 1_024;
const SWEEP_MS = 10 * 60_000;
/** Time to receive a request: the largest import over a slow line. Without a limit, a trickle of bytes holds a connection for ever. */
const REQUEST_MS = 2 * 60_000;
/** Fastify's own 10 s end the start of a server on a machine that is busy. */
const PLUGIN_START_MS = 2 * 60_000;

export interface App {
  readonly app: FastifyInstance;
  readonly gateway: LiveGateway;
  readonly mirror: AlertMirror;
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

function sweepSessions({ sessions, audit }: Stores, { clock, log }: AppNeeds, signal: AbortSignal): void {
  const sweep = async (): Promise<void> => {
    try {
      await sessions.sweep(audit.bySystem);
    } catch (error) {
      log.warn({ err: error }, 'session sweep failed');
    }
  };
  clock.every(SWEEP_MS, sweep, signal);
}

type MonitoringServices = ReturnType<typeof startMonitoring>;

/** What judges every part of the platform. */
function startHealth(
  needs: AppNeeds,
  { readOnly, dataFolder, addresses }: AppOptions,
  { rejections, tableProbe, letters, windows, signal }: HealthParts,
) {
  const { bus, log, metrics } = needs;
  const store = new HealthStore({ ...needs, isReadOnly: readOnly });
  const processes = new ProcessWatch({ ...needs, onRun: (run) => store.addRun(run) });
  const monitor = new HealthMonitor({
    ...needs,
    store,
    processes,
    letters,
    dataFolder,
    log,
    alarmOf: (stream) => rejections.alarmOf(stream),
    unreadableTables: () => tableProbe.unreadable,
    windows: () => windows.newest(),
    addressFiles: addresses?.files ?? [],
    pollerReports: () => readPollerReports(bus),
    lateReports: () => readLateReports(bus),
    ...(metrics === undefined ? {} : { onJudged: healthMetrics(metrics) }),
  });
  monitor.start(signal);
  const hasChromium = (): boolean | undefined => {
    const figures = processes
      .list()
      .filter(({ process, isSilent }) => process === 'jobs' && !isSilent)
      .map(({ last }) => last?.figures['telltale_jobs_chromium'])
      .filter((figure) => figure !== undefined);
    return figures.length === 0 ? undefined : figures.some((figure) => figure > 0);
  };
  return {
    monitor,
    store,
    hasChromium,
    end: () => noteEnd({ processes, store, clock: needs.clock, run: needs.run }),
  };
}

interface EndParts {
  readonly processes: ProcessWatch;
  readonly store: HealthStore;
  readonly clock: Clock;
  readonly run: string | undefined;
}

/** Notes that this server was stopped: the next one would take its silence for a crash. */
async function noteEnd({ processes, store, clock, run }: EndParts): Promise<void> {
  const own = processes.list().find(({ last }) => last !== undefined && last.run === run)?.last;
  if (own === undefined) return;
  store.addRun({ ...own, endedAt: clock.now().getTime(), crashed: false });
  // Without PostgreSQL there is nothing to note it in.
  await store.flush().catch(() => undefined);
}

interface HealthParts extends Pick<MonitoringServices, 'rejections' | 'tableProbe'> {
  readonly letters: DroppedLetters;
  readonly windows: ClosedWindows;
  readonly signal: AbortSignal;
}

/** Full streams, engines and writers, as they report themselves, and tables that cannot be read. */
function startMonitoring(needs: AppNeeds, { partitions }: AppOptions, signal: AbortSignal) {
  const rejections = new StreamRejections(needs);
  const heartbeats = new Heartbeats({ ...needs, partitions });
  rejections.start(signal);
  heartbeats.start(signal);
  const tableProbe = new TableProbe({ ...needs, tables: clickhouseTables });
  tableProbe.start(signal);
  return { rejections, heartbeats, tableProbe };
}

/** An app without routes. */
function openFastify({ ids, log }: AppNeeds, options: AppOptions): FastifyInstance {
  // Widened: otherwise the logger becomes part of the type of the app.
  const loggerInstance: FastifyBaseLogger = loggerOf(log);
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES,
    genReqId: () => ids.uuid(),
    // Any client can send forwarding headers: only those of these proxies are trusted.
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    requestTimeout: REQUEST_MS,
    pluginTimeout: PLUGIN_START_MS,
    keepAliveTimeout,
    http: { headersTimeout, connectionsCheckingInterval },
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: sendFrameworkProblem,
    clientErrorHandler: sendUnreadable,
  });
  limitConnections(app.server, {
    maxPerAddress: options.connectionsPerAddress ?? CONNECTIONS_PER_ADDRESS,
    trustedProxies: options.trustedProxies,
    log,
  });
  return app;
}

/** What applies to every route that is registered afterwards. */
function applyToRoutes(app: FastifyInstance, options: AppOptions): void {
  app.decorate('readOnly', options.readOnly);
  app.decorate('basePath', basePathOf(options.publicUrl).replace(/\/$/, ''));
  app.decorate('modules', new Set<string>(options.modules));
  app.decorate('languages', options.languages ?? languages);
  handleProblems(app, { strict: options.strictContracts === true });
  parseJsonBodies(app);
  denyByDefault(app);
  app.addHook('onSend', async (request, reply) => {
    // A reply is thenable: awaiting it here would never end the request.
    void reply.header('x-request-id', request.id);
    await Promise.resolve();
  });
}

/** Where scheduled imports may find their files. */
const importNeeds = ({ importFolder, importAllowedNetworks = [], publicUrl }: AppOptions) => ({
  source: {
    folder: importFolder,
    rules: {
      resolve: systemResolve,
      allowed: networkList(importAllowedNetworks),
      setting: 'IMPORT_ALLOWED_NETWORKS',
    },
  },
  publicUrl,
});

/** What tries and compares regular expressions of users. */
function openExpressions(app: FastifyInstance, clock: Clock): FeatureNeeds['expressions'] {
  const [matching, trial] = [new Patterns(clock), new Patterns(clock)];
  app.addHook('onClose', async () => {
    await Promise.all([matching.close(), trial.close()]);
  });
  return { matching, trial };
}

interface ServiceOptions {
  readonly options: AppOptions;
  readonly stores: Stores;
  readonly windows: ClosedWindows;
  readonly visibility: AlarmVisibility;
  readonly signal: AbortSignal;
}

/** What runs alongside requests. */
async function openServices(
  needs: AppNeeds,
  { options, stores, windows, visibility, signal }: ServiceOptions,
) {
  const { bus } = needs;
  const monitoring = startMonitoring(needs, options, signal);
  const letters = new DroppedLetters(bus, await bus.bucket(buckets.letters));
  return {
    ...monitoring,
    letters,
    health: startHealth(needs, options, { ...monitoring, letters, windows, signal }),
    acceptance: new AcceptanceWorker({
      ...needs,
      auditOf: (origin) => stores.audit.of(origin),
      steps: acceptanceSteps,
    }),
    provisioning: openProvisioning({ ...needs, audit: stores.audit, ...importNeeds(options) }),
    billing: openBilling({ ...needs, publicUrl: options.publicUrl }),
    scheduling: await openScheduling({
      ...needs,
      visibility,
      publicUrl: options.publicUrl,
      alarmPauseMs: options.schedulingAlarmPauseMs,
    }),
    hourCuts: new HourCuts(needs),
  };
}

type Services = Pick<
  Awaited<ReturnType<typeof openServices>>,
  'acceptance' | 'provisioning' | 'billing' | 'scheduling' | 'hourCuts'
>;

/** A server that only reads starts no imports, counts no units and sends no reports. */
function startServices(
  needs: AppNeeds,
  { acceptance, provisioning, billing, scheduling, hourCuts }: Services,
  { options, signal }: Pick<ServiceOptions, 'options' | 'signal'>,
): void {
  const { readOnly: isReadOnly, modules } = options;
  if (!isReadOnly) {
    acceptance.start(signal);
    provisioning.start(signal);
    billing.start(signal);
    if (modules.includes('scheduling')) scheduling.runner.start(signal);
  }
  new CustomerZones({ ...needs, cuts: hourCuts, isReadOnly }).start(signal);
}

/** Builds the server without listening. */
export async function buildApp(needs: AppNeeds, options: AppOptions, signal: AbortSignal): Promise<App> {
  const { db, bus, clock, ids } = needs;
  const secure = options.publicUrl.startsWith('https:');
  const basePath = basePathOf(options.publicUrl);
  const app = openFastify(needs, options);
  const stores = openStores(needs, secure);
  traceRequests(app);
  finishHandlers(app, clock);
  applyToRoutes(app, options);
  const frames = await watchFramePatterns({ ...needs, signal });
  const expressions = openExpressions(app, clock);
  const definitions = await watchDefinitions({ ...needs, signal });
  await secureHeaders(app, { secure, frameSources: () => frameSources(frames.current) });
  await compressResponses(app);
  const rates = options.rates ?? defaultRates;
  const limits = await limitAddresses(app, rates, stores.cookies.session);
  rejectUnknownHosts(app, options.publicUrl);
  await app.register(sessionPlugin, {
    ...stores,
    ids,
    csrfKey: await csrfKey(needs),
    onEnd: (session) => {
      // At once in this process, even while NATS is down. Other servers receive the change from the bus.
      gateway.endSession(session);
      publishAccessChange(bus, { session });
    },
  });
  limitSessions(app, rates, limits);
  await app.register(auditPlugin, {
    trail: stores.audit,
    db,
    clock,
    signal,
    strict: options.strictContracts === true,
  });
  rejectUnknownPaths(app);
  serveOpenApi(app, clock);
  const live = await openMirror(needs, options, signal);
  const { mirror, visibility } = live;
  const { gateway, windows, traffic } = openLive(app, { needs, stores, mirror, visibility, signal });
  live.connect(gateway);
  const notices = await registerAuthentication(app, needs, { options, stores, signal });
  const services = await openServices(needs, {
    options,
    stores,
    windows,
    visibility,
    signal,
  });
  addFeatures(app, needs, {
    options,
    stores,
    live,
    windows,
    traffic,
    notices,
    frames,
    expressions,
    definitions,
    ...services,
  });
  await serveConsole(app, options.webFolder, {
    basePath,
    languages: app.languages,
    ownTexts: options.ownTexts ?? [],
  });
  await app.ready();
  stripBasePath(app.server, basePath);
  sweepSessions(stores, needs, signal);
  startServices(needs, services, { options, signal });
  return { app, gateway, mirror };
}
