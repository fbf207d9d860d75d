import { DAY_MS, HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { automaticGranularity, granularityMs, type Granularity } from '#schemas/time/granularity.ts';

/** Seconds since 1970. */
interface Asked {
  readonly from: number;
  readonly to: number;
}

export interface KpiPeriod extends Asked {
  readonly granularity: Granularity;
  /** Seconds. */
  readonly step: number;
}

const HOUR_SECONDS = HOUR_MS / 1_000;
const STEP_SECONDS = (5 * MINUTE_MS) / 1_000;

/** A single step of a chart is shown with the hour around it. */
function around({ from, to }: Asked): Asked {
  const missing = Math.max(0, HOUR_SECONDS - (to - from));
  return { from: from - missing / 2, to: to + missing / 2 };
}

/** The period of the KPIs of an element: the one of a link, else the last day, in whole steps. */
export function kpiPeriod(
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
  nowMs: number,
): KpiPeriod {
  const end = Math.ceil(nowMs / 1_000 / STEP_SECONDS) * STEP_SECONDS;
  const isAsked = from !== undefined && to !== undefined && from < to;
  const asked = isAsked ? around({ from, to }) : { from: end - DAY_MS / 1_000, to: end };
  const granularity = automaticGranularity((asked.to - asked.from) * 1_000);
  const step = (granularityMs[granularity] ?? DAY_MS) / 1_000;
  const whole = { from: Math.floor(asked.from / step) * step, to: Math.ceil(asked.to / step) * step };
  return { ...whole, granularity, step };
}
