import { z } from 'zod';

/** Key of a KPI: lowercase letters, digits and underscores. The KPI may not exist. */
export const KpiKeyText = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'KEY_INVALID');
