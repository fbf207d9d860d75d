import type { ManagerAccess } from '#platform/sdwan/sdwan-client.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import type { Attempt } from '#platform/sdwan/attempt.ts';
import { sdwanServerFaults } from '#schemas/sdwan/rules.ts';
import type { SdwanServerDraft, SdwanServerFields } from '#schemas/sdwan/server.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectFaults, rejectInvalid } from '../../shared/repository/reject-faults.ts';

/** A stored manager whose password may be retained. */
export interface StoredServer {
  readonly row: SdwanServerRow;
  readonly password: string;
}

/**
 * The password is retained for the same login at the same address only: another server would learn it, also one that shows any certificate
 * where it was verified before.
 */
function passwordOf(
  { password, url, login, verifyTls }: SdwanServerDraft,
  stored: StoredServer | undefined,
): string {
  const isSame =
    stored?.row.url === url && stored.row.login === login && (verifyTls || !stored.row.verify_tls);
  const complete = password ?? (isSame ? stored.password : undefined);
  if (complete === undefined) rejectFaults([{ path: 'password', code: 'SDWAN_PASSWORD_UNKNOWN' }]);
  return complete ?? '';
}

/** The fields of a draft and its password, the stored one where the draft keeps it. Throws the problem of its faults. */
export function completeServer(
  draft: SdwanServerDraft,
  stored: StoredServer | undefined,
): { readonly fields: SdwanServerFields; readonly password: string } {
  rejectInvalid(sdwanServerFaults(draft));
  const { password: _given, ...fields } = draft;
  return { fields, password: passwordOf(draft, stored) };
}

export const draftAccess = (fields: SdwanServerFields, password: string): ManagerAccess => ({
  ...fields,
  password,
  // A user who saves or checks accepts the certificate that is there.
  pinned: '',
});

/**
 * What is stored after a check that failed: nothing without a confirmation, else with provisioning and collection suspended. Throws
 * SDWAN_CONNECTIVITY_FAILED with the reason.
 */
export function afterCheck(
  fields: SdwanServerFields,
  attempt: Attempt | undefined,
  isConfirmed: boolean,
): SdwanServerFields {
  if (attempt === undefined || attempt.fault === null) return fields;
  if (!isConfirmed)
    throw new ProblemError('SDWAN_CONNECTIVITY_FAILED', { errors: [{ path: 'body.url', ...attempt.fault }] });
  return { ...fields, suspendProvisioning: true, suspendCollect: true };
}
