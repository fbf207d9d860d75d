import { z } from 'zod';
import { Named, PlacedVisibility, placedFields } from '../resource/resource.ts';
import { stated } from '../stated.ts';
import { ApplicationAttributes } from './definition.ts';
import { Line } from '../text/line.ts';

const line = (max: number) => Line.max(max, 'TOO_LONG');

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

const attributes = stated(ApplicationAttributes);
export const StatedApplication = stated(ApplicationDraft).extend({ attributes });

/** What a customer sets in place of the provider. The name stays: figures, clusters and alarms of the application continue. */
export const ApplicationOverrideDraft = z.strictObject({
  description: line(500).default(''),
  category: line(120).default(''),
  attributes: ApplicationAttributes,
  /** False: the application matches no traffic of the customer. */
  active: z.boolean().default(true),
});
export type ApplicationOverrideDraft = z.infer<typeof ApplicationOverrideDraft>;

export const StatedOverride = stated(ApplicationOverrideDraft).extend({ attributes });

/** The definition of the provider where a customer has its own. */
const ProvidedValue = z.strictObject({
  description: z.string(),
  category: z.string(),
  attributes: ApplicationAttributes,
  active: z.boolean(),
});
export type ProvidedValue = z.infer<typeof ProvidedValue>;

/** An override of a customer. Description, category, attributes and activity of its entry are those in force. */
const ApplicationOverride = z.strictObject({
  version: z.number(),
  author: z.string().nullable(),
  /** Milliseconds since 1970. */
  updatedAt: z.number(),
  provided: ProvidedValue,
});

/** Whether a customer has a definition of its own: without a tie to the provider, in its place, or none. */
const ApplicationState = z.enum(['custom', 'overridden', 'not-overridden']);
export type ApplicationState = z.infer<typeof ApplicationState>;

export const ApplicationEntry = z.strictObject({
  id: z.number(),
  ...placedFields,
  category: z.string(),
  attributes: ApplicationAttributes,
  /** Who defines it. */
  type: z.enum(['provider', 'customer']),
  state: ApplicationState,
  /** In the space of a customer that overrides it. */
  override: ApplicationOverride.nullable(),
  /** In the multi-client space: the customers, among those that the reader sees, that override it. */
  overriddenBy: z.array(Named),
});
export type ApplicationEntry = z.infer<typeof ApplicationEntry>;

/** In evaluation order: the applications of the owner with precedence first. */
export const ApplicationList = z.strictObject({
  applications: z.array(ApplicationEntry),
  /** Changes with the order of the applications that the reader may change. */
  orderVersion: z.string(),
  /** Owner whose applications are evaluated first. */
  precedence: z.enum(['provider', 'customer']),
  /** Maximum per owner. */
  max: z.number(),
});
export type ApplicationList = z.infer<typeof ApplicationList>;
