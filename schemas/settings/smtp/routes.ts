import { z } from 'zod';
import { DeliveryTestAnswer } from '../../notification/delivery.ts';
import type { ProblemCode } from '../../problem/catalogue.ts';
import { API, route } from '../../route.ts';
import { Smtp, SmtpDraft } from './smtp.ts';

const PATH = `${API}/mt/settings/smtp`;

/** As it is shown: the password stays on the server. */
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
  summary: 'How mail leaves, without the password; null when nothing is set up',
  reply: z.strictObject({ smtp: SmtpView.nullable() }),
});

/** Without a password the stored one stays, as long as host, port and login stay the same. */
export const updateSmtp = route({
  method: 'PUT',
  path: PATH,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SMTP.write',
  summary: 'Set up how mail leaves',
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
  summary: 'Forget the mail server; mail waits until there is another one',
  reply: z.strictObject({}),
});

export const testSmtp = route({
  method: 'POST',
  path: `${PATH}/test`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SMTP.write',
  summary: 'Send a mail now, whether the settings are saved or not',
  body: z.strictObject({ smtp: SmtpDraft, to: z.email() }),
  reply: DeliveryTestAnswer,
  problems: [...faults, 'UNAVAILABLE'],
  noChange: 'act',
});
