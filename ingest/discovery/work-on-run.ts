import type { Clock } from '#platform/clock/clock.ts';
import { accessCells, accessOf } from '#platform/inventory/snmp-access.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { addressList } from '#schemas/discovery/address-list.ts';
import type { DiscoveryProgress, DiscoveryState } from '#schemas/discovery/run.ts';
import type { SnmpAccess } from '#schemas/inventory/snmp-access.ts';
import { withSnmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import type { Agent } from '../snmp/agent.ts';
import type { Patience } from '../snmp/net-snmp-agent.ts';
import { askAddress } from './ask-address.ts';
import { difference } from './difference.ts';
import type { KnownDevice } from './known-devices.ts';
import { PacketBudget } from './packet-budget.ts';
import { ProgressKeeper } from './progress-keeper.ts';
import type { RunRow, RunStore } from './run-store.ts';
import { sweep } from './sweep.ts';

const SAVE_MS = 1_000;

export interface WorkNeeds {
  readonly store: Pick<RunStore, 'save' | 'keep' | 'found' | 'end' | 'release'>;
  readonly known: (customer: number) => Promise<readonly KnownDevice[]>;
  readonly openAgent: (address: string, access: SnmpAccess, patience: Patience) => Promise<Agent | undefined>;
  /** Opens the credentials of runs. */
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly announce: (run: RunRow, state: DiscoveryState, progress: DiscoveryProgress) => void;
  readonly clock: Clock;
  /** The process is told to stop. */
  readonly signal: AbortSignal;
}

/** Why a run is left before its end. */
type Left = 'told to stop' | 'cancelled' | 'lost';

class Running {
  readonly keeper: ProgressKeeper;
  readonly ended = new AbortController();
  left: Left | undefined;
  readonly #needs: WorkNeeds;
  readonly #run: RunRow;

  constructor(needs: WorkNeeds, run: RunRow, addresses: number) {
    this.#needs = needs;
    this.#run = run;
    this.keeper = new ProgressKeeper(addresses, run.progress, run.next_address);
    needs.signal.addEventListener('abort', this.#toldToStop);
    if (needs.signal.aborted) this.leave('told to stop');
    needs.clock.every(SAVE_MS, () => this.save(), this.ended.signal);
  }

  readonly #toldToStop = (): void => {
    this.leave('told to stop');
  };

  leave(why: Left): void {
    this.left ??= why;
    this.close();
  }

  close(): void {
    this.#needs.signal.removeEventListener('abort', this.#toldToStop);
    this.ended.abort();
  }

  async save(): Promise<void> {
    const progress = this.keeper.progress();
    const next = await this.#needs.store.save(this.#run, { progress, next: this.keeper.next });
    if (next !== 'goes on') this.leave(next);
    else this.#needs.announce(this.#run, 'running', progress);
  }
}

const credentialsOf = ({ request }: RunRow, { open }: Pick<SecretBox, 'open'>): readonly SnmpAccess[] =>
  request.credentials.flatMap((settings) => accessOf(accessCells(withSnmpSecrets(settings, open))) ?? []);

async function lookAround(needs: WorkNeeds, run: RunRow, running: Running): Promise<void> {
  const { options, ranges } = run.request;
  const { clock, store } = needs;
  const { signal } = running.ended;
  const patience = { timeoutMs: options.timeoutMs, retries: options.retries };
  const asking = {
    openAgent: (address: string, access: SnmpAccess) => needs.openAgent(address, access, patience),
    credentials: credentialsOf(run, needs.secrets),
    budget: new PacketBudget(clock, options.packetsPerSecond),
    retries: options.retries,
    clock,
    signal,
  };
  await sweep({
    addresses: addressList(ranges),
    from: running.keeper.next,
    concurrency: options.concurrency,
    ask: (address) => askAddress(asking, address),
    async done(address, asked) {
      if (asked.ok) await store.keep(run, asked.found);
      running.keeper.note(address, asked);
    },
    reached(place) {
      running.keeper.next = place;
    },
    signal,
  });
}

async function finish(needs: WorkNeeds, run: RunRow, keeper: ProgressKeeper): Promise<boolean> {
  const addresses = addressList(run.request.ranges);
  const found = await needs.store.found(run);
  // Addresses that were asked again after a restart were counted twice.
  keeper.foundExactly(found.length);
  await needs.store.save(run, { progress: keeper.progress(), next: keeper.next });
  const drafts = difference(found, await needs.known(run.customer_id), {
    wasAsked: addresses.has,
    refused: keeper.refused,
    ignoredTypes: run.request.options.ignoredTypes,
  });
  return needs.store.end(run, 'finished', drafts);
}

/**
 * Works on a run to its end: asks every address, and puts down what the inventory lacks. Told to stop, it leaves the run
 * to another process; cancelled, it proposes nothing.
 */
export async function workOnRun(needs: WorkNeeds, run: RunRow): Promise<void> {
  const running = new Running(needs, run, addressList(run.request.ranges).count);
  const { store, announce } = needs;
  try {
    await lookAround(needs, run, running);
    if (running.left === undefined) await running.save();
    const { left, keeper } = running;
    if (left === 'lost') return;
    if (left === 'told to stop') {
      await store.save(run, { progress: keeper.progress(), next: keeper.next });
      await store.release(run);
      announce(run, 'queued', keeper.progress());
    } else if (left === 'cancelled') {
      if (await store.end(run, 'cancelled')) announce(run, 'cancelled', keeper.progress());
    } else if (await finish(needs, run, keeper)) announce(run, 'finished', keeper.progress());
  } finally {
    running.close();
  }
}
