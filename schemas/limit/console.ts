export const tooltipDelay = { showMs: 300, hideMs: 0 } as const;

/** Background preloading: start, interval, and minimum idle time of the browser. */
export const preloading = { startMs: 1_000, intervalMs: 500, minIdleMs: 45 } as const;

/** `maxPages` and `resolvingIntervalMs` are defaults of the configuration. */
export const reportLimits = {
  maxPages: 200,
  /** Sheets on which the tables of a printed report continue, together. */
  maxTableSheets: 200,
  resolvingIntervalMs: 500,
  undoSteps: 50,
} as const;

/** A4 at 96 dpi, pixels. */
export const reportPage = {
  landscape: { widthPx: 1_123, heightPx: 794 },
  portrait: { widthPx: 794, heightPx: 1_123 },
} as const;
