import { z } from 'zod';
import { Delivery, DeliveryTestResult, withLastDelivery } from '../../notification/delivery.ts';
import { TargetHealthReply } from '../../notification/target-health.ts';
import { API, route } from '../../route.ts';
import { filterChoices } from '../notification-scope.ts';
import { stated } from '../../stated.ts';
import { TrapReceiver, TrapReceiverDraft } from './trap-receiver.ts';

const PATH = `${API}/mt/settings/snmp/traps`;
const params = z.strictObject({ id: z.coerce.number().int().positive() });

/** A receiver without community and passwords. */
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
  summary:
    'SNMP trap receivers by name, without secrets, with the last delivery and the choices of their form',
  reply: z.strictObject({
    receivers: z.array(ListedTrapReceiver),
    ...filterChoices,
    /** Engine ids that send v3 traps, hexadecimal: receivers configure the user with them. */
    engines: z.array(z.string()),
  }),
});

export const createTrapReceiver = route({
  method: 'POST',
  path: PATH,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SNMP.write',
  summary: 'Create an SNMP trap receiver',
  body: TrapReceiverDraft,
  reply: z.strictObject({ id: z.int() }),
  problems: ['NAME_TAKEN', 'TRAP_SECRET_UNKNOWN', 'RESTRICTED_NOT_OWN'],
});

/** A null secret keeps the stored one if host, port, version and user are unchanged. */
export const updateTrapReceiver = route({
  method: 'PUT',
  path: `${PATH}/:id`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SNMP.write',
  summary: 'Update an SNMP trap receiver',
  params,
  body: stated(TrapReceiverDraft),
  reply: z.strictObject({}),
  problems: ['NAME_TAKEN', 'NOT_FOUND', 'TRAP_SECRET_UNKNOWN', 'RESTRICTED_NOT_OWN'],
});

export const deleteTrapReceiver = route({
  method: 'DELETE',
  path: `${PATH}/:id`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SNMP.write',
  summary: 'Delete an SNMP trap receiver',
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
  summary: 'Send a test trap, to a saved or unsaved receiver',
  body: z.strictObject({
    receiver: TrapReceiverDraft,
    /** Id of the stored receiver whose secrets are used. */
    id: z.int().positive().optional(),
  }),
  reply: DeliveryTestResult,
  problems: ['TRAP_SECRET_UNKNOWN', 'UNAVAILABLE'],
  noChange: 'act',
});

export const listTrapDeliveries = route({
  method: 'GET',
  path: `${PATH}/:id/deliveries`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SNMP.read',
  summary: 'The last hundred traps of a receiver, newest first',
  params,
  reply: z.strictObject({ deliveries: z.array(Delivery) }),
});

export const listTrapHealth = route({
  method: 'GET',
  path: `${PATH}/health`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SNMP.read',
  summary: 'Whether each trap receiver is notified: state, deliveries of the last 24 hours and queue',
  reply: TargetHealthReply,
});
