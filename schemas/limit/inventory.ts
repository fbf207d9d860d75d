/** Limits of lists of the inventory. */
export const inventoryLimits = {
  /** Rows of a reply. */
  maxRows: 1_000,
  /** Customers that a list across customers names. */
  maxCustomers: 500,
  /** Elements whose collection is switched at once. */
  maxChosen: 100_000,
  /** Elements that are deleted at once, besides what belongs to them. */
  maxDeleted: 2_000,
  /** Rows of a file with the list as displayed. */
  maxFileRows: 100_000,
} as const;
