import { subjectOfJob, type NotificationJob, type Reported } from '#schemas/notification/job.ts';
import { eventsOf, type GroupedNotice, type Notice } from '#schemas/notification/notice.ts';
import { renderAlarmMail } from '#schemas/settings/mail/render-alarm-mail.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Publisher } from '#platform/bus/publisher.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { attachedEvents } from '../mail/attached-events.ts';
import { targetKey, type DeliveryTarget } from '../configuration/delivery-target.ts';

const FULL_RETRY_MS = 500;

/** Names a group of a window in the keys of its jobs: restricted alarms form a separate group. */
export const groupSubject = (
  window: string,
  { notice, isRestricted }: { readonly notice: GroupedNotice; readonly isRestricted: boolean },
): string =>
  [
    window,
    String(notice.customer.id),
    ...(isRestricted ? ['restricted'] : []),
    ...(notice.part > 1 ? [`part-${String(notice.part)}`] : []),
  ].join('-');

interface JobContent {
  readonly notice: Notice;
  /** The event or the group, as used in the key. */
  readonly subject: string;
  readonly sinceMs: number;
  readonly isRestricted: boolean;
  /** Ids of the events of a group. */
  readonly events?: readonly string[];
}

/** Groups of a customer follow one another; a single notification follows those of its alarm on its element. */
const orderOf = (notice: Notice): string =>
  notice.is === 'single'
    ? `${String(notice.alarm.id)}-${String(notice.element.id)}`
    : `group-${String(notice.customer.id)}`;

const reportedOf = (notice: Notice, events: readonly string[]): Reported =>
  notice.is === 'single'
    ? { events: [notice.event], alarm: notice.alarm.id, element: notice.element.id }
    : { events: [...events] };

/** Names the mails of recipients who read another language: they wait only for one another. */
const translationOf = (target: DeliveryTarget): string =>
  target.kind === 'mail' && target.isTranslation === true ? `.${target.language}` : '';

/** Creates the job that sends a notice to a target, or to those of its readers who share a language. */
export function jobOf(
  target: DeliveryTarget,
  { notice, subject, sinceMs, isRestricted, events = [] }: JobContent,
): NotificationJob {
  const { kind, id } = target;
  const translation = translationOf(target);
  const common = {
    target: id,
    sinceMs,
    key: `${subject}.${targetKey(target)}${translation}`,
    order: `${orderOf(notice)}${translation}`,
    reported: reportedOf(notice, events),
    ...(isRestricted ? { restricted: true as const } : {}),
  };
  if (kind !== 'mail') return { ...common, kind, notice };
  return {
    ...common,
    kind,
    customer: notice.customer.id,
    events: eventsOf(notice),
    to: [...target.recipients],
    ...renderAlarmMail(target, notice),
    ...(notice.is === 'grouped' && { attachment: attachedEvents(notice) }),
  };
}

export interface JobQueueNeeds {
  readonly bus: Pick<Bus, 'publisher'>;
  readonly clock: Clock;
  readonly onFull: () => void;
}

/** Publishes jobs to the job stream. */
export class JobQueue {
  readonly #needs: JobQueueNeeds;
  readonly #publisher: Publisher;

  constructor(needs: JobQueueNeeds) {
    this.#needs = needs;
    this.#publisher = needs.bus.publisher();
  }

  /**
   * Resolves when all are stored; waits while the stream is full. Rejects if the signal aborts first. Jobs of one subject are stored in
   * this order, also when a publication is retried.
   */
  async enqueue(jobs: readonly NotificationJob[], signal: AbortSignal): Promise<void> {
    const inTurn = async (some: readonly NotificationJob[]): Promise<void> => {
      for (const job of some) await this.#enqueue(job, signal);
    };
    const { unordered = [], ordered = [] } = Object.groupBy(jobs, ({ order }) =>
      order === undefined ? 'unordered' : 'ordered',
    );
    const chains = Map.groupBy(ordered, subjectOfJob);
    await Promise.all([
      ...unordered.map((job) => this.#enqueue(job, signal)),
      ...[...chains.values()].map(inTurn),
    ]);
  }

  /** Stops retrying. */
  close(): void {
    this.#publisher.close();
  }

  async #enqueue(job: NotificationJob, signal: AbortSignal): Promise<void> {
    const data = new TextEncoder().encode(JSON.stringify(job));
    for (;;) {
      signal.throwIfAborted();
      // The key is the message id: a job that is queued again soon after is stored once.
      const published = await this.#publisher.publish({ subject: subjectOfJob(job), data, id: job.key });
      if (published.ok) return;
      this.#needs.onFull();
      await this.#needs.clock.wait(FULL_RETRY_MS, signal);
    }
  }
}
