import { z } from 'zod';
import { DeliveryTestResult } from '../../notification/delivery.ts';
import type { ProblemCode } from '../../problem/catalogue.ts';
import { API, route } from '../../route.ts';
import { Smtp, SmtpDraft } from './smtp.ts';

const PATH = `${API}/mt/settings/smtp`;

/** The settings without the password. */
export const SmtpView = Smtp.extend({ password: z.null(), hasPassword: z.boolean() });
export type SmtpView = z.infer<typeof SmtpView>;

const faults = [
  'SMTP_LINE_MALFORMED',
  'SMTP_KEY_UNKNOWN',
  'SMTP_KEY_TWICE',
  'SMTP_VALUE_INVALID',
  'SMTP_PASSWORD_UNKNOWN',
] as const satisfies readonly ProblemCode[];

export const readSmtp = route({
  method: 'GET',
  path: PATH,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SMTP.read',
  summary: 'Mail server settings without the password; null if not configured',
  reply: z.strictObject({ smtp: SmtpView.nullable() }),
});

/** Without a password the stored one is kept if host, port and login are unchanged. */
export const updateSmtp = route({
  method: 'PUT',
  path: PATH,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SMTP.write',
  summary: 'Update the mail server settings',
  body: SmtpDraft,
  reply: z.strictObject({}),
  problems: faults,
});

export const deleteSmtp = route({
  method: 'DELETE',
  path: PATH,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SMTP.write',
  summary: 'Delete the mail server settings; mail waits until there are new ones',
  reply: z.strictObject({}),
});

export const testSmtp = route({
  method: 'POST',
  path: `${PATH}/test`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SMTP.write',
  summary: 'Send a test mail, with saved or unsaved settings',
  body: z.strictObject({ smtp: SmtpDraft, to: z.email() }),
  reply: DeliveryTestResult,
  problems: [...faults, 'UNAVAILABLE'],
  noChange: 'act',
});
