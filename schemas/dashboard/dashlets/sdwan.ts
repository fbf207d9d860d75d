import { z } from 'zod';
import { documentText } from '../document-text.ts';

const Header = z.strictObject({
  /** Token of RFC 9110, section 5.6.2. */
  name: z
    .string()
    .max(100)
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'INPUT_INVALID'),
  value: documentText(2_000),
  base64: z.boolean().default(false),
});

/** An answer of the API of an SD-WAN manager. Texts in `{braces}` are placeholders that the context fills. */
export const SdwanSettings = z.strictObject({
  /** Id of the manager; absent: that of the customer. */
  manager: z.int().positive().optional(),
  /** Path and query below the address of the manager. */
  endpoint: z
    .string()
    .trim()
    .max(2_000)
    .regex(/^\/[^\s\p{Cc}]*$/u, 'INPUT_INVALID'),
  method: z.literal('GET').default('GET'),
  headers: z.array(Header).max(20).default([]),
  /** JSON paths (RFC 9535), applied one after the other. */
  paths: z.array(z.string().min(1, 'REQUIRED').max(1_000)).max(20).default([]),
  /** Texts that are replaced in the answer. */
  replacements: z
    .array(z.strictObject({ search: z.string().min(1, 'REQUIRED').max(200), by: documentText(200) }))
    .max(50)
    .default([]),
  view: z.enum(['tree', 'table']).default('table'),
});
export type SdwanSettings = z.infer<typeof SdwanSettings>;
