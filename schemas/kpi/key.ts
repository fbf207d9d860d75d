import { z } from 'zod';

/** How a KPI is named: small letters, digits and underscores. Whether there is one of that name is for who looks it up. */
export const KpiKeyText = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'this is no key of a KPI');
