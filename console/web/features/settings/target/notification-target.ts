import type { Delivery } from '#schemas/notification/delivery.ts';

/** A target of notifications. */
export interface NotificationTarget {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly lastDelivery: Delivery | null;
}

export const targetRowId = ({ id }: NotificationTarget): string => String(id);
export const targetRowName = ({ name }: NotificationTarget): string => name;

/** The draft of a stored target; its secrets stay on the server. */
export function draftOfTarget<Listed extends NotificationTarget>(
  listed: Listed,
): Omit<Listed, 'id' | 'lastDelivery'> {
  const { id: _id, lastDelivery: _last, ...draft } = listed;
  return draft;
}
