import type { QosClass } from '#schemas/qos/qos-class.ts';

/** Whether a class is one of the space itself: one of the provider is replaced there, not changed. */
export const isOwn = (
  { customerId }: { readonly customerId: number | undefined },
  { owner }: Pick<QosClass, 'owner'>,
): boolean => owner === (customerId === undefined ? 'provider' : 'customer');
