import type { Translate } from '#web/lib/text-types.ts';
import type { en } from './texts/en.ts';

export type AuditText = Translate<typeof en>;
