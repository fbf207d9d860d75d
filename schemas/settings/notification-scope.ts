import { z } from 'zod';
import { Severity } from '../alerting/severity.ts';
import { languages } from '../time/locale.ts';

/**
 * Whether a target receives restricted alarms. They leave the product, so the default is false and enabling it requires the
 * permission to read restricted resources.
 */
export const restrictedField = { includeRestricted: z.boolean().default(false) };

/** Whether a target receives platform events, such as full streams, which concern the provider only. */
export const platformEventsField = { notifyPlatformEvents: z.boolean().default(false) };

/** Language of sentences, and of the names that the product gives. A recipient of mails whose account has a language reads that one. */
export const languageField = { language: z.enum(languages).default('en') };

const MAX_CHOSEN = 1_000;
const chosen = <One extends z.ZodType>(one: One) =>
  z.array(one).max(MAX_CHOSEN, 'SELECTION_TOO_LARGE').default([]);

/** Limits a target to customers, severities and alarms; empty: all. */
export const filterFields = {
  customers: chosen(z.int().positive()),
  severities: chosen(Severity),
  alarms: chosen(z.int().positive()),
};

const Named = z.strictObject({ id: z.int(), name: z.string() });

/** What a target can be limited to, by name: choices of its form. */
export const filterChoices = { customers: z.array(Named), alarms: z.array(Named) };
