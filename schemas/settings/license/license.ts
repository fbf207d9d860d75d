import { z } from 'zod';
import { BillingDay, dayOf } from '../../billing/day.ts';
import { ContractedUnits } from '../../billing/service.ts';

export const LICENSE_SETTING = 'license';
/** Longest text of a license and of its certificate. */
export const MAX_LICENSE = 20_000;
const MAX_WORDS = 200;
const MAX_EMAILS = 20;

/** Extended key usage of certificates that sign licenses, below the enterprise of the product (TELLTALE-ALARM-MIB). */
export const LICENSE_KEY_USAGE = '1.3.6.1.4.1.8072.9999.9999.2.1';

const Fingerprint = z.string().regex(/^[\da-f]{64}$/);

/** What a license says: the JSON before the point. */
export const LicenseContent = z.strictObject({
  version: z.literal(1),
  id: z.string().trim().min(1).max(MAX_WORDS),
  organization: z.string().trim().min(1).max(MAX_WORDS),
  issuedAt: z.iso.datetime(),
  /** First and last day, of UTC. */
  notBefore: BillingDay,
  expires: BillingDay,
  /** Contract billing; null: default billing. */
  units: ContractedUnits.nullable(),
  /** Attached e-mails: they get the units, and what is to be known of the license. */
  emails: z.array(z.email()).max(MAX_EMAILS),
  /** SHA-256 of the certificate (DER) that signs the license. */
  certificate: Fingerprint,
});
export type LicenseContent = z.infer<typeof LicenseContent>;

/** A license and its certificate as texts. */
export const LicenseTexts = z.strictObject({
  license: z.string().max(MAX_LICENSE, 'TOO_LONG'),
  /** PEM. */
  certificate: z.string().max(MAX_LICENSE, 'TOO_LONG'),
});
export type LicenseTexts = z.infer<typeof LicenseTexts>;

/** Whether the last day of a license is over. */
export const isExpired = ({ expires }: Pick<LicenseContent, 'expires'>, nowMs: number): boolean =>
  dayOf(nowMs) > expires;
