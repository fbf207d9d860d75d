import type { Clock } from '#platform/clock/clock.ts';
import type { TierDown } from '#schemas/health/tier.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

/** A tier that has not responded after this time is not ready. */
const TIER_TIMEOUT_MS = 2 * SECOND_MS;

/** A check that has not returned after this time is started again. */
const CHECK_EXPIRY_MS = 30 * SECOND_MS;

/** Whether a tier works, or which of its tables cannot be read. */
type TierState = boolean | readonly string[];

/** The check of each tier, by name. */
export type Tiers = Readonly<Record<string, () => TierState | Promise<TierState>>>;

const works = (state: TierState): boolean => (typeof state === 'boolean' ? state : state.length === 0);

interface TierWatchNeeds {
  readonly tiers: Tiers;
  readonly clock: Clock;
  /** Called with all tiers that are down when they change. */
  readonly onChange: (down: readonly TierDown[]) => void;
}

/** Limits a check to TIER_TIMEOUT_MS. Concurrent calls share one running check. */
function withTimeout(check: Tiers[string], clock: Clock): () => Promise<TierState> {
  let running: { readonly result: Promise<TierState>; readonly startedAtMs: number } | undefined;
  const runCheck = async (): Promise<TierState> => {
    try {
      return await check();
    } catch {
      return false;
    }
  };
  return async () => {
    const nowMs = clock.now().getTime();
    if (running === undefined || nowMs - running.startedAtMs > CHECK_EXPIRY_MS) {
      const started = { result: runCheck(), startedAtMs: nowMs };
      running = started;
      void started.result.then(() => {
        if (running === started) running = undefined;
      });
    }
    const done = new AbortController();
    const timeout = clock.wait(TIER_TIMEOUT_MS, done.signal).then(() => false);
    const state = await Promise.race([running.result, timeout]);
    done.abort();
    return state;
  };
}

/** The processes and stores that the console depends on. */
export class TierWatch {
  readonly #needs: TierWatchNeeds;
  readonly #checks: readonly (readonly [tier: string, stateOf: () => Promise<TierState>])[];
  /** Tiers that are down, with the time of the first failed check. */
  #since = new Map<string, number>();

  constructor(needs: TierWatchNeeds) {
    this.#needs = needs;
    this.#checks = Object.entries(needs.tiers).map(([tier, check]) => [
      tier,
      withTimeout(check, needs.clock),
    ]);
  }

  /** Checks every tier and returns those that are down. */
  async check(): Promise<readonly TierDown[]> {
    const states = await Promise.all(
      this.#checks.map(async ([tier, stateOf]) => [tier, await stateOf()] as const),
    );
    const failed = new Map(states.filter(([, state]) => !works(state)));
    const nowMs = this.#needs.clock.now().getTime();
    const before = this.#since;
    this.#since = new Map([...failed.keys()].map((tier) => [tier, before.get(tier) ?? nowMs] as const));
    const down = [...this.#since].map(([tier, since]) => {
      const state = failed.get(tier) ?? false;
      return typeof state === 'boolean' ? { tier, since } : { tier, since, tables: [...state] };
    });
    if ([...before.keys()].join() !== [...this.#since.keys()].join()) this.#needs.onChange(down);
    return down;
  }
}
