import type { Clock } from '#platform/clock/clock.ts';
import { accessCells, accessOf } from '#platform/inventory/snmp-access.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { addressList } from '#schemas/discovery/address-list.ts';
import type { DiscoveryProgress, DiscoveryState } from '#schemas/discovery/run.ts';
import type { SnmpAccess } from '#schemas/inventory/snmp-access.ts';
import { withSnmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import type { Agent } from '../../snmp/agent/agent.ts';
import type { RequestBudget } from '../../snmp/agent/agent.ts';
import { probeAddress } from './probe-address.ts';
import { proposeChanges } from '../proposal/propose-changes.ts';
import type { InventoryDevice } from '../proposal/inventory-devices.ts';
import { PacketRateLimit } from './packet-rate-limit.ts';
import { RunProgress } from './run-progress.ts';
import type { DiscoveryRunRow, RunStore } from './run-store.ts';
import { sweep } from './sweep.ts';

const SAVE_INTERVAL_MS = 1_000;

export interface RunNeeds {
  readonly store: Pick<RunStore, 'save' | 'saveFound' | 'listFound' | 'finish' | 'release'>;
  readonly known: (customer: number) => Promise<readonly InventoryDevice[]>;
  readonly openAgent: (
    address: string,
    access: SnmpAccess,
    patience: RequestBudget,
  ) => Promise<Agent | undefined>;
  /** Decrypts the credentials of runs. */
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly publishState: (run: DiscoveryRunRow, state: DiscoveryState, progress: DiscoveryProgress) => void;
  readonly clock: Clock;
  /** Aborted at shutdown. */
  readonly signal: AbortSignal;
}

/** Reason for leaving a run before its end. */
type LeaveReason = 'shutdown' | 'cancelled' | 'lost';

class RunSession {
  readonly keeper: RunProgress;
  readonly ended = new AbortController();
  left: LeaveReason | undefined;
  readonly #needs: RunNeeds;
  readonly #run: DiscoveryRunRow;

  constructor(needs: RunNeeds, run: DiscoveryRunRow, addresses: number) {
    this.#needs = needs;
    this.#run = run;
    this.keeper = new RunProgress(addresses, run.progress, run.next_address);
    needs.signal.addEventListener('abort', this.#onShutdown);
    if (needs.signal.aborted) this.leave('shutdown');
    needs.clock.every(SAVE_INTERVAL_MS, () => this.save(), this.ended.signal);
  }

  readonly #onShutdown = (): void => {
    this.leave('shutdown');
  };

  leave(why: LeaveReason): void {
    this.left ??= why;
    this.close();
  }

  close(): void {
    this.#needs.signal.removeEventListener('abort', this.#onShutdown);
    this.ended.abort();
  }

  async save(): Promise<void> {
    const progress = this.keeper.progress();
    const next = await this.#needs.store.save(this.#run, { progress, next: this.keeper.next });
    if (next !== 'running') this.leave(next);
    else this.#needs.publishState(this.#run, 'running', progress);
  }
}

const credentialsOf = (
  { request }: DiscoveryRunRow,
  { open }: Pick<SecretBox, 'open'>,
): readonly SnmpAccess[] =>
  request.credentials.flatMap((settings) => accessOf(accessCells(withSnmpSecrets(settings, open))) ?? []);

async function sweepRun(needs: RunNeeds, run: DiscoveryRunRow, running: RunSession): Promise<void> {
  const { options, ranges } = run.request;
  const { clock, store } = needs;
  const { signal } = running.ended;
  const patience = { timeoutMs: options.timeoutMs, retries: options.retries };
  const asking = {
    openAgent: (address: string, access: SnmpAccess) => needs.openAgent(address, access, patience),
    credentials: credentialsOf(run, needs.secrets),
    budget: new PacketRateLimit(clock, options.packetsPerSecond),
    retries: options.retries,
    clock,
    signal,
  };
  await sweep({
    addresses: addressList(ranges),
    from: running.keeper.next,
    concurrency: options.concurrency,
    probe: (address) => probeAddress(asking, address),
    async onResult(address, asked) {
      if (asked.ok) await store.saveFound(run, asked.found);
      running.keeper.record(address, asked);
    },
    onAdvance(index) {
      running.keeper.next = index;
    },
    signal,
  });
}

async function finish(needs: RunNeeds, run: DiscoveryRunRow, keeper: RunProgress): Promise<boolean> {
  const addresses = addressList(run.request.ranges);
  const found = await needs.store.listFound(run);
  // Addresses probed again after a restart were counted twice.
  keeper.setFound(found.length);
  await needs.store.save(run, { progress: keeper.progress(), next: keeper.next });
  const drafts = proposeChanges(found, await needs.known(run.customer_id), {
    wasProbed: addresses.has,
    rejected: keeper.rejected,
    ignoredTypes: run.request.options.ignoredTypes,
  });
  return needs.store.finish(run, 'finished', drafts);
}

/**
 * Executes a run: probes every address and stores proposals. At shutdown the run is released to another process; a
 * cancelled run proposes nothing.
 */
export async function executeRun(needs: RunNeeds, run: DiscoveryRunRow): Promise<void> {
  const running = new RunSession(needs, run, addressList(run.request.ranges).count);
  const { store, publishState } = needs;
  try {
    await sweepRun(needs, run, running);
    if (running.left === undefined) await running.save();
    const { left, keeper } = running;
    if (left === 'lost') return;
    if (left === 'shutdown') {
      await store.save(run, { progress: keeper.progress(), next: keeper.next });
      await store.release(run);
      publishState(run, 'queued', keeper.progress());
    } else if (left === 'cancelled') {
      if (await store.finish(run, 'cancelled')) publishState(run, 'cancelled', keeper.progress());
    } else if (await finish(needs, run, keeper)) publishState(run, 'finished', keeper.progress());
  } finally {
    running.close();
  }
}
