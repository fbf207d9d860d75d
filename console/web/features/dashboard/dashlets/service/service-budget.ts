/** What a promise of a share of time leaves of the time that may be missed. */
export interface ServiceBudget {
  readonly isMet: boolean;
  /** Milliseconds that may be missed in the period. */
  readonly allowedMs: number;
  /** Milliseconds of it that are left; negative: more was missed. */
  readonly leftMs: number;
}

/** The budget of a period of `lengthMs` of which `reached` percent were promised as `promise` percent. */
export function serviceBudget(reached: number, promise: number, lengthMs: number): ServiceBudget {
  const allowedMs = ((100 - promise) / 100) * lengthMs;
  const missedMs = ((100 - reached) / 100) * lengthMs;
  return { isMet: reached >= promise, allowedMs, leftMs: allowedMs - missedMs };
}

interface Reached {
  readonly unit: string;
  readonly aggregation: string;
  /** Of the request: values of business hours are of less time than the period has. */
  readonly businessHours: string | undefined;
}

/** Whether a value is a share of the time of its period, so that what may be missed is a time. */
export const isShareOfTime = ({ unit, aggregation, businessHours = '24h' }: Reached): boolean =>
  unit === 'percent' && aggregation === 'average' && businessHours === '24h';
