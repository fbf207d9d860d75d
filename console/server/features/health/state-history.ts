import type { HealthComponent } from '#schemas/health/component.ts';
import type { ReasonCode } from '#schemas/health/reason.ts';
import type { HealthChange } from '#schemas/health/routes.ts';
import type { Judged } from './judge/verdict.ts';

interface StateStart {
  readonly at: number;
  readonly state: HealthChange['state'];
}

/** A server that has just started does not know yet: that is no change of what it looks at. */
const notYet: ReadonlySet<ReasonCode> = new Set([
  'notRead',
  'starting',
  'noWindows',
  'windowsStarting',
  'counting',
]);

/** Since when each component is in its state. */
export class StateHistory {
  readonly #entered = new Map<string, StateStart>();
  /** Changes that were seen before what is stored was known. */
  #early: HealthChange[] | undefined = [];

  /**
   * What was stored before this server started. Returns the changes since then. `unseenFrom`: from then on until this start no server
   * judged anything, which is a state of its own.
   */
  remember(stored: readonly HealthChange[], unseenFrom?: number): readonly HealthChange[] {
    const early = this.#early ?? [];
    this.#early = undefined;
    if (unseenFrom !== undefined) return [...this.#unseen(stored, unseenFrom), ...early];
    const same = new Set<HealthChange>();
    for (const { component, at, state } of stored) {
      const first = early.find((change) => change.component === component);
      if (first !== undefined && first.state !== state) continue;
      if (first !== undefined) same.add(first);
      const now = this.#entered.get(component);
      if (now === undefined || now.at === first?.at) this.#entered.set(component, { at, state });
    }
    return early.filter((change) => !same.has(change));
  }

  /** Changes to unknown of what was judged before. */
  #unseen(stored: readonly HealthChange[], from: number): readonly HealthChange[] {
    return stored.flatMap(({ component, at, state }) => {
      if (state === 'unknown') return [];
      const start = { at: Math.max(from, at + 1), state: 'unknown' } as const;
      if (!this.#entered.has(component)) this.#entered.set(component, start);
      return [{ component, ...start, reason: { code: 'notJudged' as const, facts: {} } }];
    });
  }

  /** The components with the start of their state, and the changes to be stored. */
  observe(
    list: readonly Judged[],
    nowMs: number,
  ): { readonly components: readonly HealthComponent[]; readonly changes: readonly HealthChange[] } {
    const changes: HealthChange[] = [];
    const components = list.map((one) => {
      if (notYet.has(one.reason.code)) return { ...one, since: null };
      const before = this.#entered.get(one.id);
      if (before?.state === one.state) return { ...one, since: before.at };
      this.#entered.set(one.id, { at: nowMs, state: one.state });
      changes.push({ component: one.id, at: nowMs, state: one.state, reason: one.reason });
      return { ...one, since: nowMs };
    });
    if (this.#early === undefined) return { components, changes };
    this.#early.push(...changes);
    return { components, changes: [] };
  }
}
