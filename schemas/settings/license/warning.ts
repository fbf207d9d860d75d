import { z } from 'zod';
import { dayOf, daysBetween } from '../../billing/day.ts';
import { BillingService, billingServices, type Units } from '../../billing/service.ts';
import type { LicenseContent } from './license.ts';

/** Days before the end, and shares of the contracted units in percent, from which on a license warns. */
export const expiryWarnings = [30, 7, 1] as const;
export const usageWarnings = [80, 100] as const;
const PERCENT = 100;

/** What is to be known of a license. It never stops anything. */
export const LicenseWarning = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('expired'), expires: z.string() }),
  /** `days` until the last day, 0 on it; `from`: the greatest of `expiryWarnings` reached. */
  z.strictObject({ is: z.literal('expires'), expires: z.string(), days: z.int(), from: z.int() }),
  z.strictObject({
    is: z.literal('usage'),
    service: BillingService,
    units: z.int(),
    contracted: z.int(),
    from: z.int(),
  }),
]);
export type LicenseWarning = z.infer<typeof LicenseWarning>;

function expiryWarning({ expires }: LicenseContent, nowMs: number): readonly LicenseWarning[] {
  const days = daysBetween(dayOf(nowMs), expires);
  if (days < 0) return [{ is: 'expired', expires }];
  const from = expiryWarnings.findLast((limit) => days <= limit);
  return from === undefined ? [] : [{ is: 'expires', expires, days, from }];
}

/** Share of the contracted units that is used, in percent. Any unit of a service without units is beyond. */
const usedPercent = (units: number, contracted: number): number =>
  contracted === 0 ? (units === 0 ? 0 : Number.POSITIVE_INFINITY) : (units / contracted) * PERCENT;

/** Everything that a license warns of, with the units of the last day that was counted. */
export function licenseWarnings(
  license: LicenseContent,
  { units, nowMs }: { readonly units: Units; readonly nowMs: number },
): readonly LicenseWarning[] {
  const used = billingServices.flatMap((service): readonly LicenseWarning[] => {
    const contracted = license.units?.[service];
    if (contracted === undefined) return [];
    const from = usageWarnings.findLast((limit) => usedPercent(units[service], contracted) >= limit);
    return from === undefined ? [] : [{ is: 'usage', service, units: units[service], contracted, from }];
  });
  return [...expiryWarning(license, nowMs), ...used];
}

/** What is mailed once: the same warning of the same license, of units once a month. */
export function warningKey(license: LicenseContent, warning: LicenseWarning, nowMs: number): string {
  const of = `license:${license.certificate.slice(0, 16)}:${license.id}`;
  switch (warning.is) {
    case 'expired':
      return `${of}:expired`;
    case 'expires':
      return `${of}:expires-${String(warning.from)}`;
    case 'usage':
      return `${of}:${warning.service}-${String(warning.from)}:${dayOf(nowMs).slice(0, 7)}`;
  }
}
