import type { SettingFault } from '#schemas/settings/setting-fault.ts';
import type { TrapReceiver, TrapReceiverDraft } from '#schemas/settings/snmp/trap-receiver.ts';
import type { TrapReceiverView } from '#schemas/settings/snmp/routes.ts';
import { rejectFaults } from '../../../shared/repository/reject-faults.ts';

type Secrets = Readonly<Partial<Record<'community' | 'auth' | 'priv', string | undefined>>>;

const secretsOf = ({ access }: TrapReceiver): Secrets =>
  access.version === 'v2c'
    ? { community: access.community }
    : { auth: access.auth?.password, priv: access.priv?.password };

const identityOf = ({ host, port, access }: TrapReceiverDraft): string =>
  JSON.stringify([host, port, access.version, access.version === 'v3' ? access.user : '']);

/** Secrets are retained for the same receiver and user only: another host would learn them. */
const storedSecrets = (draft: TrapReceiverDraft, stored: TrapReceiver | undefined): Secrets =>
  stored === undefined || identityOf(draft) !== identityOf(stored) ? {} : secretsOf(stored);

/** The receiver of a draft, with the stored secrets that the draft keeps. Throws the problem of its faults. */
export function completeReceiver(
  draft: TrapReceiverDraft,
  stored: TrapReceiver | undefined,
  where = 'body',
): TrapReceiver {
  const retained = storedSecrets(draft, stored);
  const faults: SettingFault[] = [];
  const secret = (given: string | null, name: keyof Secrets): string => {
    const found = given ?? retained[name];
    const path = name === 'community' ? 'access.community' : `access.${name}.password`;
    if (found === undefined) faults.push({ path, code: 'TRAP_SECRET_UNKNOWN', params: {} });
    return found ?? '';
  };
  const { access } = draft;
  const complete =
    access.version === 'v2c'
      ? { ...access, community: secret(access.community, 'community') }
      : {
          ...access,
          auth: access.auth && { ...access.auth, password: secret(access.auth.password, 'auth') },
          priv: access.priv && { ...access.priv, password: secret(access.priv.password, 'priv') },
        };
  rejectFaults(faults, where);
  return { ...draft, access: complete };
}

/** The receiver without community and passwords. */
export function trapReceiverView({
  access,
  ...receiver
}: TrapReceiver & { readonly id: number }): TrapReceiverView {
  if (access.version === 'v2c') return { ...receiver, access: { version: 'v2c', community: null } };
  const { auth, priv } = access;
  return {
    ...receiver,
    access: {
      ...access,
      auth: auth && { ...auth, password: null },
      priv: priv && { ...priv, password: null },
    },
  };
}
