import type { QosModel } from '#schemas/qos/model.ts';
import type { QosClass, QosClassDraft } from '#schemas/qos/qos-class.ts';
import type { QosName } from '#schemas/qos/rules.ts';
import { customerQos, providerQos } from '#schemas/qos/routes.ts';
import type { PermissionCall } from '#web/kernel/permission/missing-permission.ts';
import { call } from '#web/kernel/api/call.ts';
import { withRule } from './qos-draft.ts';
import { isOwn } from './qos-space.ts';

/** The calls on the own classes of a customer or of the provider. Each replies with the model after the change. */
export interface QosApi {
  /** Undefined: the provider. */
  readonly customerId: number | undefined;
  /** Changes need the permission of this call. */
  readonly writing: PermissionCall;
  readonly read: (signal: AbortSignal) => Promise<QosModel>;
  readonly create: (draft: QosClassDraft, version: number) => Promise<QosModel>;
  readonly update: (id: number, draft: QosClassDraft, version: number) => Promise<QosModel>;
  readonly remove: (id: number, version: number) => Promise<QosModel>;
  readonly order: (order: readonly number[], version: number) => Promise<QosModel>;
}

/**
 * Maps a name to a class of the model: with a rule of the class, or, for a class of the provider at a customer, with a copy that replaces
 * it there.
 */
export function mapTo(
  api: QosApi,
  { version }: Pick<QosModel, 'version'>,
  { of, what }: { readonly of: QosClass; readonly what: QosName },
): Promise<QosModel> {
  const draft = withRule(of, what);
  return isOwn(api, of) ? api.update(of.id, draft, version) : api.create(draft, version);
}

/** The calls on the classes of one customer. */
export type CustomerQosApi = QosApi & { readonly customerId: number };

export const providerQosApi: QosApi = {
  customerId: undefined,
  writing: providerQos.create,
  read: (signal) => call(providerQos.read, { signal }),
  create: (draft, version) => call(providerQos.create, { body: { class: draft, version } }),
  update: (qosClass, draft, version) =>
    call(providerQos.update, { params: { qosClass }, body: { class: draft, version } }),
  remove: (qosClass, version) => call(providerQos.delete, { params: { qosClass }, query: { version } }),
  order: (order, version) => call(providerQos.reorder, { body: { order: [...order], version } }),
};

export const customerQosApi = (customerId: number): CustomerQosApi => {
  const params = { customerId };
  return {
    customerId,
    writing: customerQos.create,
    read: (signal) => call(customerQos.read, { params, signal }),
    create: (draft, version) => call(customerQos.create, { params, body: { class: draft, version } }),
    update: (qosClass, draft, version) =>
      call(customerQos.update, { params: { ...params, qosClass }, body: { class: draft, version } }),
    remove: (qosClass, version) =>
      call(customerQos.delete, { params: { ...params, qosClass }, query: { version } }),
    order: (order, version) => call(customerQos.reorder, { params, body: { order: [...order], version } }),
  };
};
