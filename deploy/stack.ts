import { join } from 'node:path';
import { serversOfFleet } from '#demo/fleet-component.ts';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { singleInstanceLock } from '#platform/embedded/single-instance-lock.ts';
import type { Log } from '#platform/log/log.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import type { StartArguments } from './arguments.ts';
import { accountLine, sayAdministrator, type CreatedAccount } from './accounts.ts';
import { retentionsOf, type StartConfiguration } from './configuration.ts';
import { consoleAddress, serverAddress } from './console-address.ts';
import type { ConsoleOutput } from './console-output.ts';
import { demonstrationAccounts } from './demonstration-accounts.ts';
import { heldUdpPort, takenPorts, requiredPorts } from './check/ports.ts';
import {
  networkWarnings,
  prepare,
  prepareTables,
  readDocuments,
  readNetworkFile,
  StartError,
} from './preparation.ts';
import { watchReturnedReplicas } from './tier/returned-replicas.ts';
import { RunningServices } from './running-services.ts';
import {
  allowedNetworks,
  fleetService,
  historyService,
  productProcesses,
  storyService,
} from './processes.ts';
import { watchReadiness, whenReady } from './readiness.ts';
import { waitingFor } from './health.ts';
import { sayDiskSpace } from './disk-space.ts';
import { runOnce, service, type ServiceDefinition, type ServiceNeeds, type Service } from './service.ts';
import { embeddedStores, movedStores, storeUrls, type StoreUrls } from './stores.ts';
import { withAccounts } from './tier/make-accounts.ts';
import type { FleetArguments } from '#demo/arguments.ts';
import { buildFleet } from '#demo/fleet.ts';
import { storyDevice } from '#demo/story/plot.ts';

/** The line of the terminal that says where the demonstration begins. */
function whereToLook(demo: FleetArguments): string {
  const fleet = buildFleet(demo);
  const [account] = demonstrationAccounts;
  const router = storyDevice(fleet.devices, 'ostline');
  const customer = fleet.customerList.find(({ clientId }) => clientId === router?.customer);
  const signIn = `Sign in as ${account?.username ?? ''}`;
  return customer === undefined || router === undefined
    ? `${signIn}: the alarms of every customer come first.`
    : `${signIn} and open ${customer.name}: the router of ${router.site} does not respond.`;
}

interface StackNeeds {
  readonly desired: StartArguments;
  readonly config: StartConfiguration;
  readonly output: ConsoleOutput;
  readonly log: Log;
  /** The previous supervisor did not end by itself. */
  readonly afterCrash: boolean;
}

export interface ProductStack {
  /** Resolves when everything is ready and the address was printed. Throws a StartError for faults that the user can fix. */
  readonly start: () => Promise<void>;
  /** Ends the processes in reverse start order. */
  readonly stop: () => Promise<void>;
}

/** Interval of lines about processes that are still not ready. */
const LATE_MS = 120_000;
const BACKGROUND_TRIES = 8;
const RETRY_MS = 5_000;
/** Address of the first device of the demonstration network. */
const FIRST_AGENT = '127.1.0.1';

function sayAccounts(
  { output, desired, config }: StackNeeds,
  administrator: CreatedAccount | undefined,
): void {
  sayAdministrator(output, config, administrator);
  if (desired.demo === undefined) return;
  output.say(
    'Demonstration accounts, with fixed passwords that are good for the demonstration network only:',
  );
  for (const account of demonstrationAccounts) output.say(accountLine(account));
}

type Plan = Parameters<typeof productProcesses>[0];

/** Runs a process in the background until it has done its work, again after an interruption. */
async function finish(
  definition: ServiceDefinition,
  needs: ServiceNeeds,
  signal: AbortSignal,
): Promise<void> {
  let isDone = false;
  for (let attempt = 1; attempt <= BACKGROUND_TRIES && !isDone && !signal.aborted; attempt++) {
    isDone = (await runOnce(definition, needs, signal)) === 0;
    if (!isDone) await systemClock.wait(attempt * RETRY_MS, signal);
  }
  needs.output.mark(definition.name);
  if (!isDone && !signal.aborted)
    needs.output.say(
      `The ${definition.name} of the demonstration is incomplete: ${definition.name}.log says why. The next start continues it.`,
    );
}

/** Time for the processes of a killed supervisor to release ports and data. */
const ENDING_MS = 12_000;

/** Retries `attempt` for at most `timeoutMs`, then throws its error. */
async function retryUntil(attempt: () => Promise<void>, timeoutMs: number): Promise<void> {
  const deadline = systemClock.now().getTime() + timeoutMs;
  for (;;)
    try {
      await attempt();
      return;
    } catch (error) {
      if (systemClock.now().getTime() >= deadline) throw error;
      await systemClock.wait(200);
    }
}

/** Throws a StartError when another process uses the ports or the stores' data. */
async function checkFree(config: StartConfiguration): Promise<void> {
  const taken = await takenPorts(config.HOST, requiredPorts(config));
  if (taken.length > 0) throw new StartError(taken.join('\n'));
  const lock = await singleInstanceLock(join(config.TELLTALE_DATA, 'embedded'))
    .start(new AbortController().signal)
    .catch((error: unknown) => {
      throw new StartError((error as Error).message, { cause: error });
    });
  await lock?.stop?.();
}

/** Gives replicas of ClickHouse that are back what the others have. */
async function prepareReplicas(config: StartConfiguration, urls: StoreUrls): Promise<void> {
  const db = openPostgres(urls.DATABASE_URL, { connections: 1 });
  const clickhouse = openClickHouse(urls.CLICKHOUSE_URL);
  try {
    await prepareTables({ db, clickhouse }, retentionsOf(config));
  } finally {
    await clickhouse.close();
    await db.destroy();
  }
  await withAccounts(config, urls);
}

/** Moves the demonstration network to a port that its agents, managers and ticket system can use. */
async function reachable(demo: StartArguments['demo']): Promise<StartArguments['demo']> {
  return demo && { ...demo, agentPort: await heldUdpPort(demo.agentPort, FIRST_AGENT, serversOfFleet) };
}

/** Starts the console from its sources; returns its address. */
async function withHotReload(running: RunningServices, vite: Service): Promise<string> {
  await running.add(vite);
  return String((await vite.firstMessage('listening'))['url']);
}

/** Waits for every process and for the console, and watches them from then on. */
async function whenAllReady(
  running: RunningServices,
  url: string,
  { output, log }: StackNeeds,
): Promise<void> {
  const console = { name: `${url}/health/ready`, waitingFor: () => waitingFor(url) };
  const needed = { clock: systemClock, log, signal: running.ending };
  await whenReady([...running.services, console], needed, {
    lateMs: LATE_MS,
    onLate(names) {
      output.say(`Not ready yet: ${names.join('; ')}`);
    },
  });
  watchReadiness(running.services, needed, running.ending);
}

/** The whole product on one machine. */
export function stack(needs: StackNeeds): ProductStack {
  const { desired, config, output, log } = needs;
  const ended = new AbortController();
  const serviceNeeds = {
    logDirectory: join(config.TELLTALE_DATA, 'log'),
    output,
    log,
    hangMs: config.HANG_SECONDS * 1_000,
    ended: ended.signal,
  };
  const running = new RunningServices(serviceNeeds);
  let background: Promise<unknown> = Promise.resolve();

  /** Starts or connects the stores and prepares them for the processes. */
  async function prepared(): Promise<{
    readonly plan: Plan;
    readonly administrator: CreatedAccount | undefined;
  }> {
    const path = desired.network;
    const network = path === undefined ? undefined : { path, source: readNetworkFile(path) };
    const allowed = allowedNetworks(desired.demo !== undefined);
    for (const line of network === undefined ? [] : networkWarnings(network, allowed)) output.say(line);
    const documents = readDocuments(desired.documents);
    await retryUntil(() => checkFree(config), needs.afterCrash ? ENDING_MS : 0);
    await sayDiskSpace(config, { log, clock: systemClock, signal: running.ending });
    const demo = await reachable(desired.demo);
    const stores = embeddedStores(config, serviceNeeds);
    if (stores !== undefined) await running.add(stores);
    const urls = await storeUrls(config, stores);
    for (const line of await movedStores(config, stores)) output.say(line);
    output.mark('stores');
    const adminPassword = config.TELLTALE_ADMIN_PASSWORD;
    const retentions = retentionsOf(config);
    const clusters = {
      isAsynchronousAccepted: config.POSTGRES_ASYNCHRONOUS,
      natsReplicas: config.NATS_REPLICAS,
    };
    const inputs = { demo, network, documents, secrets: config, retentions, ...clusters };
    const { administrator, demo: started } = await prepare({ urls, output, log, adminPassword, ...inputs });
    await withAccounts(config, urls);
    watchReturnedReplicas(
      {
        url: urls.CLICKHOUSE_URL,
        prepare: () => prepareReplicas(config, urls),
        clock: systemClock,
        log,
      },
      ended.signal,
    );
    return { plan: { config, urls, demo: started }, administrator };
  }

  async function start(): Promise<void> {
    const { plan, administrator } = await prepared();
    const fleet = plan.demo === undefined ? [] : [fleetService(plan, plan.demo)];
    await Promise.all([...productProcesses(plan), ...fleet].map(running.run));
    output.mark('processes');
    const url = serverAddress(config);
    await whenAllReady(running, url, needs);
    sayAccounts(needs, administrator);
    const shown = desired.dev
      ? await withHotReload(running, viteService(url, serviceNeeds))
      : consoleAddress(config);
    output.mark('ready');
    output.say(`Telltale is ready: ${shown}`);
    const { demo } = plan;
    if (demo === undefined) return;
    output.say(whereToLook(demo));
    const services = [historyService(plan, demo), storyService(plan, demo, url)];
    background = Promise.all(services.map((each) => finish(each, serviceNeeds, running.ending)));
  }

  return {
    start,
    async stop() {
      await Promise.all([running.stop(), background]);
      ended.abort();
    },
  };
}

/** The console with hot reload, in front of the server at `target`. */
const viteService = (target: string, needs: ServiceNeeds): Service =>
  service({ name: 'vite', script: 'deploy/vite-main.ts', args: [target], env: { HEALTH_PORT: '0' } }, needs);
