import { MINUTE_MS } from '#schemas/time/duration.ts';
import type { TargetHealth } from '#schemas/notification/target-health.ts';
import type { UpkeepFacts } from '../read/read-upkeep.ts';
import type { ReadingState } from '../read/source-reading.ts';
import { firstOf, judged, verdict, type Judged, type Verdict } from './verdict.ts';

/** Polled devices, as pollers and engines report them. */
export interface PollingSummary {
  readonly devices: number;
  readonly silent: number;
  readonly late: number;
}

/** A counter within some time. */
export interface CounterGrowth {
  readonly grown: number;
  readonly ms: number;
}

const perSecond = ({ grown, ms }: CounterGrowth): number => (ms === 0 ? 0 : (1_000 * grown) / ms);
/** Single devices fail every day; they have alarms of their own. */
const SILENT_WARNING = 0.2;
const SILENT_CRITICAL = 0.5;
const LATE_WARNING = 0.05;

/** Shares of the devices above which they are reported, most urgent first. */
const pollingLimits = (
  { devices, silent, late }: PollingSummary,
  skipped: number,
): readonly (Verdict | false)[] => [
  devices === 0 && verdict('ok', 'noDevices'),
  silent > SILENT_CRITICAL * devices && verdict('critical', 'devicesSilent', { silent, devices }),
  skipped > 0 && verdict('warning', 'pollsSkipped', { skipped }),
  silent > SILENT_WARNING * devices && verdict('warning', 'devicesSilent', { silent, devices }),
  late > LATE_WARNING * devices && verdict('warning', 'devicesLate', { late, devices }),
];

const noPolling: PollingSummary = { devices: 0, silent: 0, late: 0 };

export function judgePolling(
  { value, readAt, error }: ReadingState<PollingSummary>,
  { polls, faults, skipped }: Readonly<Record<'polls' | 'faults' | 'skipped', CounterGrowth>>,
): Judged {
  const facts = value ?? noPolling;
  const { devices, silent } = facts;
  return judged({
    group: 'collection',
    name: 'polling',
    readAt,
    verdict: firstOf(
      [
        error !== undefined && verdict('critical', 'pollersMute'),
        value === undefined && verdict('unknown', 'notRead'),
        ...pollingLimits(facts, skipped.grown),
      ],
      verdict('ok', 'devicesPolled', { devices: devices - silent }),
    ),
    figures: {
      ...facts,
      polls: perSecond(polls),
      faults: perSecond(faults),
      skipped: perSecond(skipped),
    },
  });
}

export interface CollectorFacts {
  /** Collectors that send heartbeats. */
  readonly collectors: number;
  readonly datagrams: CounterGrowth;
  readonly records: CounterGrowth;
  readonly lost: CounterGrowth;
  readonly dropped: CounterGrowth;
  readonly socketDrops: CounterGrowth;
  readonly unknownExporters: number;
}

export function judgeCollectors(facts: CollectorFacts, readAt: number): Judged {
  const { collectors, datagrams, records, lost, dropped, socketDrops, unknownExporters } = facts;
  return judged({
    group: 'collection',
    name: 'flows',
    readAt,
    verdict: firstOf(
      [
        collectors === 0 && verdict('unknown', 'collectorsMute'),
        dropped.grown > 0 && verdict('critical', 'rowsDropped', { dropped: dropped.grown }),
        socketDrops.grown > 0 && verdict('warning', 'socketDrops', { drops: socketDrops.grown }),
        unknownExporters > 0 && verdict('warning', 'unknownExporters', { count: unknownExporters }),
        datagrams.grown === 0 && verdict('unknown', datagrams.ms < MINUTE_MS ? 'notRead' : 'noFlows'),
      ],
      verdict('ok', 'receiving'),
    ),
    figures: {
      datagrams: perSecond(datagrams),
      records: perSecond(records),
      lost: perSecond(lost),
      dropped: dropped.grown,
      unknownExporters,
    },
  });
}

export function judgeManagers({ value, readAt, error }: ReadingState<UpkeepFacts>): Judged {
  const { managers = 0, unavailable = 0 } = value ?? {};
  return judged({
    group: 'collection',
    name: 'managers',
    readAt,
    verdict: firstOf(
      [
        error !== undefined && verdict('unknown', 'settingsUnread'),
        value === undefined && verdict('unknown', 'notRead'),
        managers === 0 && verdict('ok', 'noManagers'),
        unavailable > 0 &&
          verdict(unavailable === managers ? 'critical' : 'warning', 'managersDown', {
            unavailable,
            managers,
          }),
      ],
      verdict('ok', 'managersFine', { managers }),
    ),
    figures:
      value === undefined
        ? {}
        : {
            managers,
            unavailable,
          },
  });
}

export type TargetStates = readonly Pick<TargetHealth, 'state' | 'delivered' | 'failed' | 'backlog'>[];

/** Mail, webhooks or traps: whether notifications reach their targets. */
export function judgeDelivery(
  name: 'mail' | 'webhook' | 'trap',
  { value, readAt, error }: ReadingState<TargetStates>,
): Judged {
  const list = (value ?? []).filter(({ state }) => state !== 'paused');
  const failing = list.filter(({ state }) => state === 'failing').length;
  const isWaiting = list.some(({ state }) => state === 'waiting');
  const sum = (of: (one: TargetStates[number]) => number): number =>
    list.reduce((total, one) => total + of(one), 0);
  const backlog = sum((one) => one.backlog ?? 0);
  return judged({
    group: 'delivery',
    name,
    readAt,
    verdict: firstOf(
      [
        error !== undefined && verdict('unknown', 'settingsUnread'),
        value === undefined && verdict('unknown', 'notRead'),
        list.length === 0 && verdict('ok', 'noTargets'),
        failing > 0 &&
          verdict(failing === list.length ? 'critical' : 'warning', 'targetsFailing', {
            failing,
            targets: list.length,
          }),
        isWaiting && verdict('warning', 'targetsWaiting', { backlog }),
      ],
      verdict('ok', 'delivering'),
    ),
    figures:
      value === undefined
        ? {}
        : {
            targets: list.length,
            failing,
            backlog,
            delivered: sum((one) => one.delivered),
            failed: sum((one) => one.failed),
          },
  });
}
