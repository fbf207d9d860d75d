/** Bounds of models of classes of service. */
export const qosLimits = {
  /** Per model. */
  maxClasses: 32,
  /** Class maps, and queues, of a class. */
  maxNames: 100,
  /** Class elements whose KPIs are summed at once. */
  maxElements: 10_000,
  /** Rows of what maps to nothing. */
  maxUnmapped: 1_000,
  /** Customers whose traffic is read at once. */
  maxCustomers: 20,
} as const;
