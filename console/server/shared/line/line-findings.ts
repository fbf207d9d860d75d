import { unpackJson } from '#platform/bus/packed-json.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { LineReport, type LineFinding } from '#schemas/line/line-finding.ts';

/** Findings by interface. */
export type LineFindings = ReadonlyMap<number, readonly LineFinding[]>;

const TIMEOUT_MS = 1_000;
/** Lists that are read at once share a report. */
const CURRENT_MS = 2_000;

/** What pollers found out about lines. None if no poller replies: what is known without them is shown without it. */
export class LineFindingReports {
  readonly #bus: Pick<Bus, 'requestAll'>;
  readonly #clock: Pick<Clock, 'elapsed'>;
  #current: { readonly atMs: number; readonly findings: Promise<LineFindings> } | undefined;

  constructor({
    bus,
    clock,
  }: {
    readonly bus: Pick<Bus, 'requestAll'>;
    readonly clock: Pick<Clock, 'elapsed'>;
  }) {
    this.#bus = bus;
    this.#clock = clock;
  }

  read(): Promise<LineFindings> {
    const atMs = this.#clock.elapsed();
    if (this.#current === undefined || atMs - this.#current.atMs >= CURRENT_MS)
      this.#current = { atMs, findings: this.#request() };
    return this.#current.findings;
  }

  async #request(): Promise<LineFindings> {
    const reports: LineReport[] = [];
    const isEnough = (reply: Uint8Array): boolean => {
      reports.push(LineReport.parse(unpackJson(reply)));
      return reports.length >= Math.max(...reports.map(({ pollers }) => pollers));
    };
    await this.#bus
      .requestAll(subjects.lineFindings, '', { timeoutMs: TIMEOUT_MS, isEnough })
      .catch(() => undefined);
    const all = reports.flatMap(({ interfaces }) => interfaces);
    return new Map(all.map((one) => [one.interface, one.findings]));
  }
}
