import type { BacktestOutcome } from '#schemas/cockpit/backtest.ts';
import type { BacktestResult, BacktestState } from '#schemas/cockpit/backtest-routes.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { BacktestProgress } from './backtest-engines.ts';

/** The outcome with the names of customers and sites. */
function resultOf(outcome: BacktestOutcome, caller: Caller, inventory: Inventory): BacktestResult {
  const named = <Site extends { readonly customer: number; readonly site: number }>(sites: readonly Site[]) =>
    sites.map((site) => ({
      ...site,
      siteName: inventory.sites.get(site.site)?.name ?? '',
      customerName: caller.customers.get(site.customer)?.name ?? '',
    }));
  const { figures, difference, ...coverage } = outcome;
  const [first, second = null] = figures.map((one) => ({ ...one, sites: named(one.sites) }));
  if (first === undefined) throw new Error('a backtest without a rule');
  return {
    ...coverage,
    figures: first,
    inForce: second,
    difference: difference && { ...difference, sites: named(difference.sites) },
  };
}

/** A backtest as the caller may see it. Throws NOT_FOUND when they lost access to one of its customers since the start. */
export function backtestState(
  progress: BacktestProgress,
  caller: Caller,
  inventory: Inventory,
): BacktestState {
  if (progress.state !== 'done') return progress;
  const { customers, outcome } = progress;
  if (!customers.every((customer) => caller.customers.has(customer))) throw new ProblemError('NOT_FOUND');
  return { state: 'done', result: resultOf(outcome, caller, inventory) };
}
