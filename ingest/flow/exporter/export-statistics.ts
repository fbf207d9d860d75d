/** Totals of an exporting process since its start; undefined if not reported. */
export interface ExporterTotals {
  /** Records exported. */
  readonly exported: number | undefined;
  /** Flows that could not be exported. */
  readonly notSent: number | undefined;
  /** Packets that were not observed. */
  readonly ignored: number | undefined;
}

type Name = keyof ExporterTotals;
const names: readonly Name[] = ['exported', 'notSent', 'ignored'];
/** More than any device has. A forged exporter can name any. */
const MAX_PROCESSES = 64;

const zeroTotals = (): Record<Name, number> => ({ exported: 0, notSent: 0, ignored: 0 });

/** Growth of the exporter's own totals: losses before the network appear in no sequence number. */
export class ExportStatistics {
  readonly #totals = new Map<number, ExporterTotals>();
  #grown = zeroTotals();

  /** Records the totals of an exporting process. A smaller total means a restart and counts in full. */
  record(process: number, totals: ExporterTotals): void {
    const before = this.#totals.get(process);
    if (before !== undefined)
      for (const name of names) {
        const [was = 0, is = 0] = [before[name], totals[name]];
        this.#grown[name] += is < was ? is : is - was;
      }
    if (before !== undefined || this.#totals.size < MAX_PROCESSES) this.#totals.set(process, totals);
  }

  /** Returns and resets the growth since the last call. */
  drain(): Readonly<Record<Name, number>> {
    const taken = this.#grown;
    this.#grown = zeroTotals();
    return taken;
  }
}
