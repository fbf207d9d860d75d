import { parseAdvanced } from '#schemas/settings/smtp/advanced.ts';
import type { Smtp, SmtpDraft } from '#schemas/settings/smtp/smtp.ts';
import { refuseFaults } from '../../../shared/notification/refuse-faults.ts';

/** A password is kept for the same login at the same server only: another server would be told it. */
function keptPassword({ host, port, login }: SmtpDraft, stored: Smtp | undefined): string | undefined {
  if (login === '') return '';
  const isSame = stored?.host === host && stored.port === port && stored.login === login;
  return isSame ? stored.password : undefined;
}

/** The settings that a form means, with the stored password when it keeps that. Throws the problem with its faults. */
export function completeSmtp(draft: SmtpDraft, stored: Smtp | undefined, where = 'body'): Smtp {
  refuseFaults(parseAdvanced(draft.advanced).faults, where);
  const password = draft.password ?? keptPassword(draft, stored);
  if (password === undefined)
    refuseFaults([{ path: 'password', code: 'SMTP_PASSWORD_UNKNOWN', params: {} }], where);
  return { ...draft, password: password ?? '' };
}
