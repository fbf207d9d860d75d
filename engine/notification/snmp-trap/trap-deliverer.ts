import { isPlatformNotice } from '#schemas/notification/platform-notice.ts';
import type { TrapJob } from '#schemas/notification/job.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { withSnmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import { targetKey } from '../configuration/delivery-target.ts';
import { droppedAsPlatform, droppedAsRestricted, type Deliverer } from '../delivery/outcome.ts';
import { sendTraps, type TrapNeeds } from './send-trap.ts';
import { trapsOf } from './trap-values.ts';

export interface TrapDelivererNeeds extends TrapNeeds {
  readonly settings: { readonly current: Pick<NotificationSettings, 'traps'> };
  readonly secrets: Pick<SecretBox, 'open'>;
}

/** Sends traps; those of a group one after the other, and all again if one fails. */
export const trapDeliverer = (needs: TrapDelivererNeeds): Deliverer<TrapJob> => ({
  kind: 'trap',
  targetOf: ({ target }) => targetKey({ kind: 'trap', id: target }),
  async deliver({ target, notice, key, restricted }, signal) {
    const receiver = needs.settings.current.traps.get(target);
    if (receiver === undefined) return { is: 'dropped', response: 'the receiver is deleted or disabled' };
    if (restricted === true && !receiver.includeRestricted) return droppedAsRestricted;
    if (isPlatformNotice(notice) && !receiver.notifyPlatformEvents) return droppedAsPlatform;
    const access = withSnmpSecrets(receiver.access, needs.secrets.open);
    return sendTraps(trapsOf(notice, key), { ...receiver, access }, { ...needs, signal });
  },
});
