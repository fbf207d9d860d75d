import { z } from 'zod';

/** A mail to be sent; the worker of the stream JOBS delivers it, and tries again while the mail server does not take it. */
export const MailJob = z.strictObject({
  to: z.email(),
  subject: z.string().min(1).max(200),
  text: z.string().min(1),
  /** The same with its links to click on; no image, nothing from elsewhere. */
  html: z.string().min(1),
  language: z.enum(['en', 'fr']),
});
export type MailJob = z.infer<typeof MailJob>;

export const MAIL_SUBJECT = 'jobs.mail';
