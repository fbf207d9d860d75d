import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import type { AlertDelta } from '#schemas/socket/live.ts';
import { applyAlert } from '#web/kernel/alert/apply-alert.ts';
import { catchUp } from '#web/kernel/socket/follow.ts';
import { LiveClient, type Visit } from './live-client.ts';

/** Delay before another snapshot after a rejected one. */
const RETRY_MS = 500;

/** What the alerting page of a customer holds: a snapshot, and the deltas that follow, applied by the page's own code. */
export class Screen {
  readonly #visit: Visit;
  #state: AlertSnapshot | undefined;
  #held: AlertDelta[] = [];
  #reading = false;
  /** Snapshots read. */
  snapshots = 0;
  /** The longest time that applying took, milliseconds. */
  longestApplyMs = 0;

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  async open(): Promise<LiveClient> {
    const client = await LiveClient.open(this.#visit);
    await this.#read();
    return client;
  }

  take(text: string): void {
    const [topic, delta] = JSON.parse(text) as [string, AlertDelta];
    if (topic !== 'alert') return;
    this.#held.push(delta);
    if (this.#held.length === 1) setImmediate(() => this.#apply());
  }

  get alarms(): AlertSnapshot['alarms'] {
    return this.#state?.alarms ?? [];
  }

  get counts(): AlertSnapshot['counts'] | undefined {
    return this.#state?.counts;
  }

  #apply(): void {
    if (this.#state === undefined || this.#reading) return;
    const fromMs = performance.now();
    const held = this.#held;
    this.#held = [];
    const reached = catchUp(this.#state, held, applyAlert);
    this.#state = reached.state;
    this.longestApplyMs = Math.max(this.longestApplyMs, performance.now() - fromMs);
    if (reached.resync) void this.#read();
  }

  async #read(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    const { url, cookie, room } = this.#visit;
    for (;;) {
      const response = await fetch(`${url}/api/v1/customers/${String(room.customer)}/alert`, {
        headers: { cookie },
      });
      if (response.ok) {
        this.#state = (await response.json()) as AlertSnapshot;
        break;
      }
      await response.arrayBuffer();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    this.snapshots += 1;
    this.#reading = false;
    if (this.#held.length > 0) this.#apply();
  }
}
