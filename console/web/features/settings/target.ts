import type { Delivery } from '#schemas/notification/delivery.ts';

/** Somebody who is told of alarms. */
export interface Target {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly lastDelivery: Delivery | null;
}

export const targetId = ({ id }: Target): string => String(id);
export const targetName = ({ name }: Target): string => name;
