import { z } from 'zod';
import { dashboardLimits } from '../../limit/dashboard.ts';

/** Whether an object has more fields than `max`, without a list of them. */
function hasMoreFields(value: object, max: number): boolean {
  let fields = 0;
  for (const _ in value) {
    fields += 1;
    if (fields > max) return true;
  }
  return false;
}

/** Texts of a document in other languages than the one it is written in. They are counted first: to check 90,000 of them would stop a server for a tenth of a second. */
export function translationsWith(text: z.ZodType<string, string | undefined>, maxLength: number) {
  const max = dashboardLimits.maxTranslations;
  const isBounded = (value: unknown): boolean =>
    typeof value !== 'object' || value === null || !hasMoreFields(value, max);
  const counted = z
    .custom<Record<string, string | undefined>>(isBounded, { error: 'TOO_MANY', params: { max } })
    .meta({ type: 'object', additionalProperties: { type: 'string', maxLength } });
  return z.strictObject({ fr: counted.pipe(z.record(z.string().max(maxLength), text)) }).optional();
}
