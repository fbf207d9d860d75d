/** What an exporting process says of itself since it began; undefined what it does not say. */
export interface ExporterTotals {
  /** Records that it sent. */
  readonly exported: number | undefined;
  /** Flows that it made and could not send. */
  readonly notSent: number | undefined;
  /** Packets that it did not look at. */
  readonly ignored: number | undefined;
}

type Name = keyof ExporterTotals;
const names: readonly Name[] = ['exported', 'notSent', 'ignored'];
/** More exporting processes than a device has; a forged exporter names any. */
const MOST = 64;

const nothing = (): Record<Name, number> => ({ exported: 0, notSent: 0, ignored: 0 });

/** What the exporter's own statistics grew by: its losses before the network are seen in no sequence number. */
export class Statistics {
  readonly #totals = new Map<number, ExporterTotals>();
  #grown = nothing();

  /** Takes the totals of an exporting process. What is smaller than before began anew, and counts whole. */
  saw(process: number, totals: ExporterTotals): void {
    const before = this.#totals.get(process);
    if (before !== undefined)
      for (const name of names) {
        const [was = 0, is = 0] = [before[name], totals[name]];
        this.#grown[name] += is < was ? is : is - was;
      }
    if (before !== undefined || this.#totals.size < MOST) this.#totals.set(process, totals);
  }

  /** What was counted since the last time. */
  take(): Readonly<Record<Name, number>> {
    const taken = this.#grown;
    this.#grown = nothing();
    return taken;
  }
}
