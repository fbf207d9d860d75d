/** Limits of lists of the inventory. */
export const inventoryLimits = {
  /** Rows of a reply. */
  maxRows: 1_000,
  /** Customers that a list across customers names. */
  maxCustomers: 500,
  /** Rows of a file with the list as displayed. */
  maxFileRows: 100_000,
} as const;
