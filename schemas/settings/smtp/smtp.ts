import { z } from 'zod';
import { intInRange } from '../../limit/int-in-range.ts';

/** `starttls`: required (RFC 3207). `implicit`: TLS from the first byte (RFC 8314 §3.3). */
export const SmtpTls = z.enum(['none', 'starttls', 'implicit']);

/** Mail server settings. */
export const Smtp = z.strictObject({
  host: z.string().trim().min(1, 'REQUIRED').max(255, 'TOO_LONG'),
  port: intInRange(1, 65_535),
  /** Empty: no authentication. */
  login: z.string().trim().max(255, 'TOO_LONG'),
  password: z.string().max(1_024, 'TOO_LONG'),
  tls: SmtpTls,
  /** `key=value` lines (`advanced.ts`). */
  advanced: z.string().max(4_096, 'TOO_LONG'),
  /** Sender of mail. */
  source: z.email('EMAIL_INVALID').max(320, 'TOO_LONG'),
});
export type Smtp = z.infer<typeof Smtp>;

/** Form input: without a password the stored one is retained. */
export const SmtpDraft = Smtp.extend({ password: Smtp.shape.password.nullable() });
export type SmtpDraft = z.infer<typeof SmtpDraft>;

/** Name of the setting. */
export const SMTP_SETTING = 'smtp';
