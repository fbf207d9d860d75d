import { z } from 'zod';

/** Bounds of a reply: a forged exporter announces any number of templates. */
export const templateViewLimits = { templates: 400, fields: 10_000 } as const;

const TemplateFieldView = z.strictObject({
  id: z.int(),
  /** 0: IANA. */
  enterprise: z.int(),
  /** Of the registry; empty: the element is in none, and its values are skipped. */
  name: z.string(),
  /** Bytes; 65535: variable length. */
  length: z.int(),
  isScope: z.boolean(),
});
export type TemplateFieldView = z.infer<typeof TemplateFieldView>;

/** A template as a collector has it. Times are milliseconds since 1970, 0: never. */
export const TemplateView = z.strictObject({
  id: z.int(),
  kind: z.enum(['data', 'options']),
  fields: z.array(TemplateFieldView),
  /** Since when the collector has this definition. */
  since: z.number(),
  /** Last announcement or data. */
  used: z.number(),
  /** Newest data set since the collector started. */
  lastData: z.number(),
});
export type TemplateView = z.infer<typeof TemplateView>;

/** Templates of one observation domain of one session of an exporter, on one collector. */
export const DomainTemplates = z.strictObject({
  collector: z.string(),
  exporter: z.string(),
  /** 0: an agent. */
  device: z.int(),
  /** 9: NetFlow v9, 10: IPFIX. */
  version: z.int(),
  domain: z.int(),
  /** Source port of the session. */
  port: z.int(),
  templates: z.array(TemplateView),
  /** Sets that wait for their template. */
  waiting: z.int(),
  /** Ids of the templates that they wait for. */
  missing: z.array(z.int()),
});
export type DomainTemplates = z.infer<typeof DomainTemplates>;

/** Request to every collector. */
export const TemplateRequest = z.strictObject({ site: z.number().int().positive() });

/** Reply of one collector. */
export const TemplateReply = z.strictObject({
  domains: z.array(DomainTemplates),
  /** There are more than the limits. */
  isCut: z.boolean(),
});
export type TemplateReply = z.infer<typeof TemplateReply>;
