import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters } from '@tanstack/react-query';

/**
 * What is invalidated is asked for anew. TanStack Query does so for what it has an answer to, and joins a first request that is under
 * way: its answer may be from before the change. Here such a request is given up as well; whoever waits for it gets the new answer.
 */
export class FreshQueries extends QueryClient {
  override invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    if (options?.cancelRefetch !== false) this.#giveUpFirst(filters);
    return super.invalidateQueries(filters, options);
  }

  /** Those alone that are asked for anew at once: a screen shows them. */
  #giveUpFirst(filters: InvalidateQueryFilters): void {
    const all = this.getQueryCache().findAll(filters);
    for (const query of all)
      if (query.state.data === undefined && query.isActive() && !query.isDisabled())
        void query.cancel({ silent: true });
  }
}
