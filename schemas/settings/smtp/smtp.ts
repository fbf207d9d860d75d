import { z } from 'zod';

/** `starttls`: asked for and required (RFC 3207). `implicit`: from the first byte (RFC 8314 §3.3). */
export const SmtpTls = z.enum(['none', 'starttls', 'implicit']);

/** How mail leaves. */
export const Smtp = z.strictObject({
  host: z.string().trim().min(1).max(255),
  port: z.int().min(1).max(65_535),
  /** Empty: the server asks for none. */
  login: z.string().trim().max(255),
  password: z.string().max(1_024),
  tls: SmtpTls,
  /** Lines `key=value` (`advanced.ts`). */
  advanced: z.string().max(4_096),
  /** From whom mail comes. */
  source: z.email().max(320),
});
export type Smtp = z.infer<typeof Smtp>;

/** As a form sends it: without a password, the stored one stays. */
export const SmtpDraft = Smtp.extend({ password: Smtp.shape.password.nullable() });
export type SmtpDraft = z.infer<typeof SmtpDraft>;

/** The setting that keeps it. */
export const SMTP_SETTING = 'smtp';
