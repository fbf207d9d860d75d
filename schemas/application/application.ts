import { z } from 'zod';
import { PlacedVisibility, placedFields } from '../resource/resource.ts';
import { ApplicationAttributes } from './definition.ts';

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, 'TOO_LONG')
    .regex(/^\P{Cc}*$/u, 'control characters are not allowed');

/** What a user writes of a custom application. */
export const ApplicationDraft = z.strictObject({
  name: line(120).min(1, 'REQUIRED'),
  description: line(500).default(''),
  category: line(120).default(''),
  /** Of one of a customer: a private one recognises nothing. One of the multi-client space has none to choose. */
  visibility: PlacedVisibility.default('public'),
  attributes: ApplicationAttributes,
});
export type ApplicationDraft = z.infer<typeof ApplicationDraft>;

export const ApplicationEntry = z.strictObject({
  id: z.number(),
  ...placedFields,
  category: z.string(),
  attributes: ApplicationAttributes,
});
export type ApplicationEntry = z.infer<typeof ApplicationEntry>;

/** In the order in which they are tried, those of the owner that goes first before the others. */
export const ApplicationList = z.strictObject({
  applications: z.array(ApplicationEntry),
  /** Whose applications are tried first. */
  precedence: z.enum(['provider', 'customer']),
  /** Most that one owner can have. */
  max: z.number(),
});
export type ApplicationList = z.infer<typeof ApplicationList>;
