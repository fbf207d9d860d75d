/** Flow targets: applications, classes of service and conversations of sites. */
export const flowTargetLimits = {
  /** Per customer; excess flows still count in the totals of their site. */
  perCustomer: 5_000,
} as const;
