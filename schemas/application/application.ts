import { z } from 'zod';
import { PlacedVisibility, placedFields } from '../resource/resource.ts';
import { ApplicationAttributes } from './definition.ts';

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, 'TOO_LONG')
    .regex(/^\P{Cc}*$/u, 'CONTROL_CHARACTER');

/** A custom application as a user enters it. */
export const ApplicationDraft = z.strictObject({
  name: line(120).min(1, 'REQUIRED'),
  description: line(500).default(''),
  category: line(120).default(''),
  /** Of a customer's application: a private one classifies no traffic. Not selectable in the multi-client space. */
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

/** In evaluation order: the applications of the owner with precedence first. */
export const ApplicationList = z.strictObject({
  applications: z.array(ApplicationEntry),
  /** Owner whose applications are evaluated first. */
  precedence: z.enum(['provider', 'customer']),
  /** Maximum per owner. */
  max: z.number(),
});
export type ApplicationList = z.infer<typeof ApplicationList>;
