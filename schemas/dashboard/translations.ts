import { z } from 'zod';
import { dashboardLimits } from '../limit/dashboard.ts';

/** Whether an object has more fields than `max`, without a list of them. */
function hasMoreFields(value: object, max: number): boolean {
  let fields = 0;
  for (const _ in value) {
    fields += 1;
    if (fields > max) return true;
  }
  return false;
}

/** French texts by the text as it is written. They are counted first: to check 90,000 of them would stop a server for a tenth of a second. */
function frenchOf(
  text: z.ZodType<string, string>,
  key: z.ZodString,
): z.ZodType<Record<string, string>, Record<string, string>> {
  const max = dashboardLimits.maxTranslations;
  return z.preprocess(
    (value, context) => {
      if (typeof value !== 'object' || value === null || !hasMoreFields(value, max)) return value;
      context.addIssue({ code: 'custom', message: 'TOO_MANY', params: { max } });
      return z.NEVER;
    },
    z.record(key, text),
  ) as unknown as z.ZodType<Record<string, string>, Record<string, string>>;
}

/** Texts of a document in other languages than the one it is written in. */
export const translationsWith = (text: z.ZodType<string, string>, maxLength: number) =>
  z.strictObject({ fr: frenchOf(text, z.string().max(maxLength)) }).optional();
