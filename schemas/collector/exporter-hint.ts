import { z } from 'zod';

/** Interface names in a hint; a router has more rarely, and a forged exporter names any number. */
export const MAX_HINT_INTERFACES = 500;

/** Request to every collector. */
export const ExporterHintRequest = z.strictObject({ address: z.string().max(64) });

/** What an exporter outside the inventory has announced to one collector. */
export const ExporterHint = z.strictObject({
  collector: z.string(),
  /** Templates of flows, and of options. */
  templates: z.int(),
  optionsTemplates: z.int(),
  /** Sampling rates that it announced: 1 in N. */
  rates: z.array(z.number()),
  /** Names of its interfaces, in the order of their ifIndex. */
  interfaces: z.array(z.string()),
});
export type ExporterHint = z.infer<typeof ExporterHint>;
