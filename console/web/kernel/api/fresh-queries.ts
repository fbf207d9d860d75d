import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters } from '@tanstack/react-query';

/**
 * Refetches invalidated queries, including those whose first request is pending. TanStack Query joins a pending first request, whose
 * response may predate the change; this client cancels and repeats it, and its callers get the new response.
 */
export class FreshQueries extends QueryClient {
  override invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    if (options?.cancelRefetch !== false) this.#giveUpFirst(filters);
    return super.invalidateQueries(filters, options);
  }

  /** Active queries: only these are refetched at once. */
  #giveUpFirst(filters: InvalidateQueryFilters): void {
    const all = this.getQueryCache().findAll(filters);
    for (const query of all)
      if (query.state.data === undefined && query.isActive() && !query.isDisabled())
        void query.cancel({ silent: true });
  }
}
