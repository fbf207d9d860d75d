import { z } from 'zod';
import { API, route } from '../../route.ts';
import { LicenseWarning } from './warning.ts';

/** For the banner of administrators. */
export const readLicenseWarnings = route({
  method: 'GET',
  path: `${API}/mt/settings/license/warnings`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.LICENSE.read',
  summary: 'Warnings of the license: its expiry, and units near or beyond the contract',
  reply: z.strictObject({ warnings: z.array(LicenseWarning) }),
});
