import { parseAdvanced } from '#schemas/settings/smtp/advanced.ts';
import type { Smtp, SmtpDraft } from '#schemas/settings/smtp/smtp.ts';
import { rejectFaults } from '../../../shared/repository/reject-faults.ts';

/** The password is retained for the same login at the same server only: another server would learn it. */
function storedPassword({ host, port, login }: SmtpDraft, stored: Smtp | undefined): string | undefined {
  if (login === '') return '';
  const isSame = stored?.host === host && stored.port === port && stored.login === login;
  return isSame ? stored.password : undefined;
}

/** The settings of a draft, with the stored password when the draft keeps it. Throws the problem of its faults. */
export function completeSmtp(draft: SmtpDraft, stored: Smtp | undefined, where = 'body'): Smtp {
  rejectFaults(parseAdvanced(draft.advanced).faults, where);
  const password = draft.password ?? storedPassword(draft, stored);
  if (password === undefined)
    rejectFaults([{ path: 'password', code: 'SMTP_PASSWORD_UNKNOWN', params: {} }], where);
  return { ...draft, password: password ?? '' };
}
