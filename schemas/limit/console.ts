export const tooltipDelay = { showMs: 300, hideMs: 0 } as const;

/** Background preloading: start, pace, and the idle time the browser must have left. */
export const preloading = { startMs: 1_000, intervalMs: 500, minIdleMs: 45 } as const;
