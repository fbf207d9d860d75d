import { accessCells, accessOf } from '#platform/inventory/snmp-access.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { addressList } from '#schemas/discovery/address-list.ts';
import type { FoundDevice } from '#schemas/discovery/found.ts';
import type { SnmpAccess } from '#schemas/inventory/snmp-access.ts';
import { withSnmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import type { Agent, RequestBudget } from '../../snmp/agent/agent.ts';
import { componentLimits } from '../../snmp/request/get-objects.ts';
import type { InventorySite } from '../proposal/moved-site.ts';
import type { InventoryDevice } from '../proposal/inventory-devices.ts';
import { absentDevices, matchInventory, proposeChanges } from '../proposal/propose-changes.ts';
import { lastPatience } from './probe-again.ts';
import { FoundBuffer } from './found-buffer.ts';
import { lookForAbsent } from './look-for-absent.ts';
import { PacketRateLimit } from './packet-rate-limit.ts';
import { probeAddress, type ProbeNeeds } from './probe-address.ts';
import { RunSession, type AttemptNeeds } from './run-session.ts';
import type { DiscoveryRunRow, RunStore } from './run-store.ts';
import { sweep } from './sweep.ts';

export interface RunNeeds extends AttemptNeeds {
  readonly store: Pick<RunStore, 'save' | 'saveFound' | 'listFound' | 'finish' | 'cancel' | 'release'>;
  readonly known: (customer: number) => Promise<readonly InventoryDevice[]>;
  readonly sites: (customer: number) => Promise<readonly InventorySite[]>;
  readonly openAgent: (
    address: string,
    access: SnmpAccess,
    patience: RequestBudget,
  ) => Promise<Agent | undefined>;
  /** Decrypts the credentials of runs and devices. */
  readonly secrets: Pick<SecretBox, 'open'>;
}

const credentialsOf = (
  { request }: DiscoveryRunRow,
  { open }: Pick<SecretBox, 'open'>,
): readonly SnmpAccess[] =>
  request.credentials.flatMap((settings) => accessOf(accessCells(withSnmpSecrets(settings, open))) ?? []);

/** Returns what probes of the run need, with a patience. All of them share its packet rate. */
function probesOf(needs: RunNeeds, run: DiscoveryRunRow, { ended: { signal } }: RunSession) {
  const { clock, openAgent, secrets } = needs;
  const credentials = credentialsOf(run, secrets);
  const budget = new PacketRateLimit(clock, run.request.options.packetsPerSecond);
  return (patience: RequestBudget): ProbeNeeds => ({
    openAgent: (address, access) => openAgent(address, access, patience),
    retries: patience.retries,
    credentials,
    budget,
    clock,
    signal,
  });
}

interface Attempt {
  readonly run: DiscoveryRunRow;
  readonly session: RunSession;
  readonly probes: (patience: RequestBudget) => ProbeNeeds;
}

/** A device has more sensors, BGP peers or health checks than are read: the operator has to know which are missing. */
function logLimits(log: RunNeeds['log'], { address, faults }: FoundDevice): void {
  for (const reason of componentLimits)
    if (faults[reason] !== undefined) log.warn({ address, reason }, 'components limited');
}

async function sweepRun({ store, log }: RunNeeds, { run, session, probes }: Attempt): Promise<void> {
  const { options, ranges } = run.request;
  const requesting = probes(options);
  const found = new FoundBuffer((devices) => store.saveFound(run, devices));
  await sweep({
    addresses: addressList(ranges),
    from: session.keeper.next,
    concurrency: options.concurrency,
    probe: (address) => probeAddress(requesting, address),
    async onResult(address, requested) {
      if (requested.ok) {
        logLimits(log, requested.found);
        await found.add(requested.found);
      }
      session.keeper.record(address, requested);
    },
    onAdvance(index) {
      session.keeper.next = index;
    },
    signal: session.ended.signal,
  });
}

/** Compares what was found with the inventory and stores the result. Returns false when the run was left. */
async function propose(needs: RunNeeds, { run, session, probes }: Attempt): Promise<boolean> {
  const { store, secrets } = needs;
  const { options, ranges } = run.request;
  const found = await store.listFound(run);
  // Addresses probed again after a restart were counted twice.
  session.keeper.setFound(found.length);
  await session.save();
  const known = await needs.known(run.customer_id);
  const matching = matchInventory(found, known);
  const responding = new Set(found.map(({ address }) => address));
  const unanswered = await lookForAbsent(
    {
      patient: probes(lastPatience(options)),
      usual: probes(options),
      concurrency: options.concurrency,
      secrets,
      clock: needs.clock,
      signal: session.ended.signal,
    },
    absentDevices(matching, known, addressList(ranges).has),
    (address) => responding.has(address),
  );
  if (session.left !== undefined) return false;
  return store.finish(run, {
    drafts: proposeChanges(matching, known, {
      unanswered,
      ignoredTypes: options.ignoredTypes,
      sites: await needs.sites(run.customer_id),
    }),
    unanswered,
    seen: [
      ...[...matching.matched.values()].map(({ id }) => id),
      ...unanswered.flatMap(({ device, reason }) => (reason === 'responds' ? [device.id] : [])),
    ],
  });
}

/** Leaves a run that was released, cancelled or lost. */
async function leave({ store, publishState }: RunNeeds, { run, session }: Attempt): Promise<void> {
  const { left, keeper } = session;
  if (left === 'shutdown') {
    await store.save(run, { progress: keeper.progress(), next: keeper.next });
    await store.release(run);
    publishState(run, 'queued', keeper.progress());
  } else if (left === 'cancelled' && (await store.cancel(run)))
    publishState(run, 'cancelled', keeper.progress());
}

/**
 * Executes a run: probes every address and stores proposals. At shutdown the run is released to another process; a
 * cancelled run proposes nothing.
 */
export async function executeRun(needs: RunNeeds, run: DiscoveryRunRow): Promise<void> {
  const session = new RunSession(needs, run, addressList(run.request.ranges).count);
  try {
    const attempt = { run, session, probes: probesOf(needs, run, session) };
    await sweepRun(needs, attempt);
    if (session.left === undefined) await session.save();
    if (session.left === undefined && (await propose(needs, attempt))) {
      needs.publishState(run, 'finished', session.keeper.progress());
      return;
    }
    // A result that was not stored: the run was cancelled or taken over.
    if (session.left === undefined) await session.save();
    await leave(needs, attempt);
  } finally {
    session.close();
  }
}
