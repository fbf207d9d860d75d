/** Elements that flows make: applications, classes of service and conversations of sites. */
export const flowTargetLimits = {
  /** Of a customer; what comes beyond is in the sums of its site all the same. */
  perCustomer: 5_000,
} as const;
