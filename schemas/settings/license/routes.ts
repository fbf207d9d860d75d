import { z } from 'zod';
import { Units } from '../../billing/service.ts';
import { API, route } from '../../route.ts';
import { LicenseContent, LicenseTexts } from './license.ts';
import { LicenseWarning } from './warning.ts';

const base = { path: `${API}/mt/settings/license`, scope: 'admin', everyCustomer: true } as const;

/** The license in force, and what it says. */
export const StoredLicense = z.strictObject({
  license: z.string(),
  certificate: z.string(),
  content: LicenseContent,
  /** Why it would not be accepted now; null: it would. */
  fault: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  warnings: z.array(LicenseWarning),
});
export type StoredLicense = z.infer<typeof StoredLicense>;

export const readLicense = route({
  ...base,
  method: 'GET',
  needs: 'SETTINGS.LICENSE.read',
  summary: 'The license with its certificate, and what is used of it',
  reply: z.strictObject({
    stored: StoredLicense.nullable(),
    /** The last day that was counted; null: none yet. */
    usage: z.strictObject({ day: z.string(), units: Units }).nullable(),
  }),
});

export const updateLicense = route({
  ...base,
  method: 'PUT',
  needs: 'SETTINGS.LICENSE.write',
  summary: 'Replace the license with its certificate',
  body: LicenseTexts,
  reply: z.strictObject({}),
  problems: [
    'CERTIFICATE_NOT_IN_FORCE',
    'CERTIFICATE_SIGNATURE_INVALID',
    'CERTIFICATE_UNREADABLE',
    'CERTIFICATE_UNVERIFIED',
    'LICENSE_CERTIFICATE_MISMATCH',
    'LICENSE_CERTIFICATE_MISSING',
    'LICENSE_EMPTY',
    'LICENSE_EXPIRED',
    'LICENSE_FORMAT_INVALID',
    'LICENSE_INVALID',
    'LICENSE_SAME',
    'LICENSE_SIGNATURE_INVALID',
  ],
});
