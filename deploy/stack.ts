import { join } from 'node:path';
import { systemClock } from '#platform/clock/system-clock.ts';
import { theOnlyOne } from '#platform/embedded/the-only-one.ts';
import type { Log } from '#platform/log/log.ts';
import type { StartArguments } from './arguments.ts';
import { demonstrationAccounts } from './accounts.ts';
import type { MadeAccount } from './accounts.ts';
import { retentionsOf } from './configuration.ts';
import type { StartConfiguration } from './configuration.ts';
import type { Output } from './console-output.ts';
import { freeUdpPort, takenPorts } from './ports.ts';
import { prepare, readNetworkFile, RefusedError } from './preparation.ts';
import { Running } from './running.ts';
import { fleetProcess, historyProcess, productProcesses } from './processes.ts';
import { runOnce, whenHealthy } from './service.ts';
import type { ServiceNeeds } from './service.ts';
import { embeddedStores, movedStores, storesElsewhere, storeUrls } from './stores.ts';
import type { StoreUrls } from './stores.ts';
import { makeAccounts } from './tier/make-accounts.ts';
import { AccountsRefusedError } from './tier/relation-accounts.ts';
import { viteProcess } from './vite.ts';

interface StackNeeds {
  readonly wanted: StartArguments;
  readonly config: StartConfiguration;
  readonly output: Output;
  readonly log: Log;
  /** The supervisor before this one did not end by itself. */
  readonly afterCrash: boolean;
}

export interface Stack {
  /** Resolves when everything is ready and the address was printed. Throws a RefusedError for what the user can put right. */
  readonly start: () => Promise<void>;
  /** Ends the processes in the opposite order of their start. */
  readonly stop: () => Promise<void>;
}

const READY_TIMEOUT_MS = 120_000;
const HISTORY_TRIES = 5;
/** Address of the first device of the demonstration network. */
const FIRST_AGENT = '127.1.0.1';

const wantedPorts = (config: StartConfiguration) => [
  { variable: 'PORT', port: config.PORT, protocol: 'tcp' } as const,
  { variable: 'NETFLOW_PORT', port: config.NETFLOW_PORT, protocol: 'udp' } as const,
  { variable: 'IPFIX_PORT', port: config.IPFIX_PORT, protocol: 'udp' } as const,
  { variable: 'SFLOW_PORT', port: config.SFLOW_PORT, protocol: 'udp' } as const,
];

const accountLine = ({ username, password, about }: MadeAccount): string =>
  `  ${username} / ${password}   (${about})`;

function sayAccounts({ output, wanted, config }: StackNeeds, administrator: MadeAccount | undefined): void {
  if (administrator !== undefined) {
    const given = config.TELLTALE_ADMIN_PASSWORD !== '';
    output.say('First administrator, shown this once:');
    output.say(accountLine(given ? { ...administrator, password: 'the password you gave' } : administrator));
  }
  if (wanted.demo === undefined) return;
  output.say(
    'Demonstration accounts, with fixed passwords that are good for the demonstration network only:',
  );
  for (const account of demonstrationAccounts) output.say(accountLine(account));
}

type Plan = Parameters<typeof productProcesses>[0];

/** The past of the demonstration network, in the background: begun again when it was interrupted. */
async function writeHistory(plan: Plan, needs: ServiceNeeds, signal: AbortSignal): Promise<void> {
  if (plan.demo === undefined) return;
  for (let attempt = 1; attempt <= HISTORY_TRIES && !signal.aborted; attempt++) {
    if ((await runOnce(historyProcess(plan, plan.demo), needs, signal)) === 0) break;
    await systemClock.wait(attempt * 1_000, signal);
  }
  needs.output.mark('history');
}

/** A supervisor that was killed left processes that are ending now: they get this long to give ports and data free. */
const ENDING_MS = 12_000;

/** Waits until `attempt` no longer throws, at most `patienceMs`; then its error stands. */
async function patiently(attempt: () => Promise<void>, patienceMs: number): Promise<void> {
  const deadline = systemClock.now().getTime() + patienceMs;
  for (;;)
    try {
      await attempt();
      return;
    } catch (error) {
      if (systemClock.now().getTime() >= deadline) throw error;
      await systemClock.wait(200);
    }
}

/** Throws a RefusedError when ports or the stores' data belong to somebody else. */
async function checkFree(config: StartConfiguration): Promise<void> {
  const taken = await takenPorts(config.HOST, wantedPorts(config));
  if (taken.length > 0) throw new RefusedError(taken.join('\n'));
  const lock = await theOnlyOne(join(config.TELLTALE_DATA, 'embedded'))
    .start(new AbortController().signal)
    .catch((error: unknown) => {
      throw new RefusedError((error as Error).message, { cause: error });
    });
  await lock?.stop?.();
}

/** An account for each process in each store that runs elsewhere, when there is a key for them. */
async function withAccounts(config: StartConfiguration, urls: StoreUrls): Promise<void> {
  const { STORE_ACCOUNTS_KEY: key } = config;
  if (key === '') return;
  await makeAccounts({ urls, key, only: storesElsewhere(config) }).catch((error: unknown) => {
    if (error instanceof AccountsRefusedError) throw new RefusedError(error.message, { cause: error });
    throw error;
  });
}

/** The demonstration network on a port that its agents can have. */
async function reachable(demo: StartArguments['demo']): Promise<StartArguments['demo']> {
  return demo && { ...demo, agentPort: await freeUdpPort(demo.agentPort, FIRST_AGENT) };
}

/** Where a browser on this machine finds the console. */
function addressOf({ HOST, PORT }: StartConfiguration): string {
  const everywhere = HOST === '0.0.0.0' || HOST === '::';
  const host = everywhere ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(PORT)}`;
}

/** The whole product on one machine. */
export function stack(needs: StackNeeds): Stack {
  const { wanted, config, output, log } = needs;
  const ended = new AbortController();
  const logDirectory = join(config.TELLTALE_DATA, 'log');
  const serviceNeeds = { logDirectory, output, log, ended: ended.signal };
  const running = new Running(serviceNeeds);
  let history: Promise<void> = Promise.resolve();

  /** Starts the console from its sources; answers its address. */
  async function withHotReload(server: string): Promise<string> {
    const vite = viteProcess(server, serviceNeeds);
    await running.add(vite);
    return String((await vite.told('listening'))['url']);
  }

  /** The stores, ours or named ones, with what the processes need in them. */
  async function prepared(): Promise<{
    readonly plan: Plan;
    readonly administrator: MadeAccount | undefined;
  }> {
    const path = wanted.network;
    const network = path === undefined ? undefined : { path, source: readNetworkFile(path) };
    await patiently(() => checkFree(config), needs.afterCrash ? ENDING_MS : 0);
    const demo = await reachable(wanted.demo);
    const stores = embeddedStores(config, serviceNeeds);
    if (stores !== undefined) await running.add(stores);
    const urls = await storeUrls(config, stores);
    for (const line of movedStores(config, urls)) output.say(line);
    output.mark('stores');
    const adminPassword = config.TELLTALE_ADMIN_PASSWORD;
    const retentions = retentionsOf(config);
    const administrator = await prepare({
      urls,
      output,
      adminPassword,
      secrets: config,
      retentions,
      demo,
      network,
    });
    await withAccounts(config, urls);
    return { plan: { config, urls, demo }, administrator };
  }

  async function start(): Promise<void> {
    const { plan, administrator } = await prepared();
    const fleet = plan.demo === undefined ? [] : [fleetProcess(plan, plan.demo)];
    await Promise.all([...productProcesses(plan), ...fleet].map(running.run));
    output.mark('processes');
    const url = addressOf(config);
    await whenHealthy(running.services, url, READY_TIMEOUT_MS);
    sayAccounts(needs, administrator);
    const shown = wanted.dev ? await withHotReload(url) : url;
    output.mark('ready');
    output.say(`Telltale is ready: ${shown}`);
    history = writeHistory(plan, serviceNeeds, running.ending);
  }

  return {
    start,
    async stop() {
      await Promise.all([running.stop(), history]);
      ended.abort();
    },
  };
}
