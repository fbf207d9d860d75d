import { z } from 'zod';
import { Delivery, DeliveryTestAnswer, withLastDelivery } from '../../notification/delivery.ts';
import { API, route } from '../../route.ts';
import { TrapReceiver, TrapReceiverDraft } from './trap-receiver.ts';

const PATH = `${API}/mt/settings/snmp/traps`;
const params = z.strictObject({ id: z.coerce.number().int().positive() });

/** As it is shown: community and passwords stay on the server. */
export const TrapReceiverView = TrapReceiver.extend({ id: z.int(), access: TrapReceiverDraft.shape.access });
export type TrapReceiverView = z.infer<typeof TrapReceiverView>;

export const ListedTrapReceiver = TrapReceiverView.extend(withLastDelivery);
export type ListedTrapReceiver = z.infer<typeof ListedTrapReceiver>;

export const listTrapReceivers = route({
  method: 'GET',
  path: PATH,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SNMP.read',
  summary: 'Receivers of SNMP traps, by name, without their secrets, each with its last delivery',
  reply: z.strictObject({
    receivers: z.array(ListedTrapReceiver),
    /** Engines that send v3 traps, hexadecimal: receivers make the user for them. */
    engines: z.array(z.string()),
  }),
});

export const createTrapReceiver = route({
  method: 'POST',
  path: PATH,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SNMP.write',
  summary: 'Add a receiver of SNMP traps',
  body: TrapReceiverDraft,
  reply: z.strictObject({ id: z.int() }),
  problems: ['NAME_TAKEN', 'TRAP_SECRET_UNKNOWN', 'RESTRICTED_NOT_OWN'],
});

/** A secret that is null keeps the stored one, as long as host, port, version and user stay the same. */
export const updateTrapReceiver = route({
  method: 'PUT',
  path: `${PATH}/:id`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SNMP.write',
  summary: 'Change a receiver of SNMP traps',
  params,
  body: TrapReceiverDraft,
  reply: z.strictObject({}),
  problems: ['NAME_TAKEN', 'NOT_FOUND', 'TRAP_SECRET_UNKNOWN', 'RESTRICTED_NOT_OWN'],
});

export const deleteTrapReceiver = route({
  method: 'DELETE',
  path: `${PATH}/:id`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SNMP.write',
  summary: 'Remove a receiver of SNMP traps',
  params,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
});

export const testTrapReceiver = route({
  method: 'POST',
  path: `${PATH}/test`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SNMP.write',
  summary: 'Send a trap now, whether the receiver is saved or not',
  body: z.strictObject({
    receiver: TrapReceiverDraft,
    /** Of the stored receiver whose secrets are kept. */
    id: z.int().positive().optional(),
  }),
  reply: DeliveryTestAnswer,
  problems: ['TRAP_SECRET_UNKNOWN', 'UNAVAILABLE'],
  noChange: 'act',
});

export const listTrapDeliveries = route({
  method: 'GET',
  path: `${PATH}/:id/deliveries`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SNMP.read',
  summary: 'The last hundred traps to a receiver, newest first',
  params,
  reply: z.strictObject({ deliveries: z.array(Delivery) }),
});
