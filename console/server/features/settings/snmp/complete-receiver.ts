import type { SettingFault } from '#schemas/settings/setting-fault.ts';
import type { TrapReceiver, TrapReceiverDraft } from '#schemas/settings/snmp/trap-receiver.ts';
import type { TrapReceiverView } from '#schemas/settings/snmp/routes.ts';
import { refuseFaults } from '../../../shared/notification/refuse-faults.ts';

type Secrets = Readonly<Partial<Record<'community' | 'auth' | 'priv', string | undefined>>>;

const secretsOf = ({ access }: TrapReceiver): Secrets =>
  access.version === 'v2c'
    ? { community: access.community }
    : { auth: access.auth?.password, priv: access.priv?.password };

const identityOf = ({ host, port, access }: TrapReceiverDraft): string =>
  JSON.stringify([host, port, access.version, access.version === 'v3' ? access.user : '']);

/** What may be kept: secrets for the same receiver and user, else another host would be told them. */
const keptSecrets = (draft: TrapReceiverDraft, stored: TrapReceiver | undefined): Secrets =>
  stored === undefined || identityOf(draft) !== identityOf(stored) ? {} : secretsOf(stored);

/** The receiver that a form means, with the stored secrets that it keeps. Throws the problem with its faults. */
export function completeReceiver(
  draft: TrapReceiverDraft,
  stored: TrapReceiver | undefined,
  where = 'body',
): TrapReceiver {
  const kept = keptSecrets(draft, stored);
  const faults: SettingFault[] = [];
  const secret = (given: string | null, name: keyof Secrets): string => {
    const found = given ?? kept[name];
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
  refuseFaults(faults, where);
  return { ...draft, access: complete };
}

/** Without community and passwords. */
export function viewOf({ access, ...receiver }: TrapReceiver & { readonly id: number }): TrapReceiverView {
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
