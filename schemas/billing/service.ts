import { z } from 'zod';

/** What a customer is billed for; a unit is a thing that was monitored on a day (docs/adr/0058-units-of-billing.md). */
export const billingServices = ['device', 'exporter', 'edge', 'probe', 'application'] as const;
export const BillingService = z.enum(billingServices);
export type BillingService = z.infer<typeof BillingService>;

const count = z.int().min(0).max(100_000_000);

/** Units by service. */
export const Units = z.strictObject({
  device: count,
  exporter: count,
  edge: count,
  probe: count,
  application: count,
} satisfies Record<BillingService, typeof count>);
export type Units = z.infer<typeof Units>;

export const noUnits: Units = { device: 0, exporter: 0, edge: 0, probe: 0, application: 0 };

/** Units that a contract covers: a service that it does not name is not limited. */
export const ContractedUnits = Units.partial();
export type ContractedUnits = z.infer<typeof ContractedUnits>;

/** Units of all services. */
export const totalOf = (units: Units): number =>
  billingServices.reduce((sum, service) => sum + units[service], 0);
