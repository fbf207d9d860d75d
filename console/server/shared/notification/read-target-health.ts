import { sql } from 'kysely';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { streams } from '#schemas/bus/stream.ts';
import { jobSubjects, targetOfSubject, type JobKind } from '#schemas/notification/job.ts';
import type { TargetHealth } from '#schemas/notification/target-health.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { visibleValues } from './read-deliveries.ts';
import { targetStateOf } from './target-state.ts';
import { DAY_MS } from '#schemas/time/duration.ts';

const tableOf = {
  webhook: 'webhook',
  trap: 'trap_receiver',
  mail: 'alarm_mail',
} as const satisfies Record<JobKind, string>;

interface HealthReader {
  readonly db: Db;
  readonly bus: Pick<Bus, 'countBySubject'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly caller: Pick<Caller, 'permissions' | 'groups'>;
}

interface LogRow {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly delivered_at: Date | null;
  readonly failing_since: Date | null;
  readonly cause: string | null;
  readonly delivered: number;
  readonly failed: number;
}

/**
 * What the delivery log says about the targets of a kind, by name. Failures before the last success or change of a target are over. The
 * cause may quote a restricted alarm, everything else is a fact about the target.
 */
async function readLog({ db, clock, caller }: HealthReader, kind: JobKind): Promise<readonly LogRow[]> {
  const dayAgo = addMs(clock.now(), -DAY_MS);
  const { rows } = await sql<LogRow>`
    SELECT one.id, one.name, one.enabled, last.delivered_at, cause.response AS cause,
      CASE WHEN bad.since IS NOT NULL THEN greatest(bad.since, last.settled_at) END AS failing_since,
      day.delivered, day.failed
    FROM ${sql.table(tableOf[kind])} AS one
    CROSS JOIN LATERAL (
      SELECT max(updated_at) AS delivered_at, greatest(max(updated_at), one.updated_at) AS settled_at
      FROM notification_delivery
      WHERE kind = ${kind} AND target = one.id AND state = 'delivered'
    ) AS last
    CROSS JOIN LATERAL (
      SELECT min(created_at) AS since
      FROM notification_delivery
      WHERE kind = ${kind} AND target = one.id AND state IN ('retrying', 'dead') AND updated_at > last.settled_at
    ) AS bad
    LEFT JOIN LATERAL (
      SELECT response
      FROM notification_delivery
      WHERE kind = ${kind} AND target = one.id AND state IN ('retrying', 'dead') AND updated_at > last.settled_at
        AND restricted = ANY(${visibleValues({ caller })}::boolean[])
      ORDER BY updated_at DESC
      LIMIT 1
    ) AS cause ON true
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state = 'delivered')::integer AS delivered,
        count(*) FILTER (WHERE state <> 'delivered')::integer AS failed
      FROM notification_delivery
      WHERE kind = ${kind} AND target = one.id AND state IN ('delivered', 'retrying', 'dead')
        AND updated_at > ${dayAgo}
    ) AS day
    ORDER BY one.name COLLATE by_name`.execute(db);
  return rows;
}

/** Returns the queued notifications by target; undefined while NATS does not respond. */
async function readBacklog(
  { bus }: HealthReader,
  kind: JobKind,
): Promise<ReadonlyMap<number, number> | undefined> {
  try {
    const queued = new Map<number, number>();
    for (const [subject, count] of await bus.countBySubject(streams.jobs.name, jobSubjects(kind))) {
      const target = targetOfSubject(subject);
      if (target !== undefined) queued.set(target, (queued.get(target) ?? 0) + count);
    }
    return queued;
  } catch {
    // The log alone is enough for most states; the screen shows the queue as unknown.
    return undefined;
  }
}

/** Whether the targets of a kind deliver, by name. */
export async function readTargetHealth(reader: HealthReader, kind: JobKind): Promise<TargetHealth[]> {
  const [rows, backlog] = await Promise.all([readLog(reader, kind), readBacklog(reader, kind)]);
  const nowMs = reader.clock.now().getTime();
  return rows.map(({ id, name, enabled, delivered_at, failing_since, cause, delivered, failed }) => {
    const facts = {
      lastDelivered: delivered_at?.getTime() ?? null,
      failingSince: enabled ? (failing_since?.getTime() ?? null) : null,
      backlog: backlog === undefined ? null : (backlog.get(id) ?? 0),
    };
    const state = targetStateOf({ ...facts, enabled }, nowMs);
    return { id, name, state, ...facts, cause: enabled ? (cause ?? '') : '', delivered, failed };
  });
}
