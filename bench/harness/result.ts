/** One measured figure, with those of the same run behind it. */
export interface BenchResult {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** A product that was measured in the same run on the same load. */
  readonly peer?: string;
  readonly peerValue?: number;
  /** `value / peerValue`. */
  readonly ratio?: number;
  /** Every repetition; `value` is their median. */
  readonly samples: readonly number[];
}
