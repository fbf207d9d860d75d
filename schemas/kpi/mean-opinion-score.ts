interface Path {
  /** Formulas: one-way delay and jitter in milliseconds, loss in percent. */
  readonly delay: string;
  readonly jitter: string;
  readonly loss: string;
}

/**
 * MOS of a path by the E-model of ITU-T G.107 as simplified by monitoring systems: the effective latency adds twice the jitter
 * and 10 ms for the codec; R starts at 93.2 and loses 2.5 per percent of loss. From 1 to 4.5.
 */
export function meanOpinionScore({ delay, jitter, loss }: Path): string {
  const latency = `(${delay} + 2 * ${jitter} + 10)`;
  const quality = `(if(${latency} < 160, 93.2 - ${latency} / 40, 93.2 - (${latency} - 120) / 10) - 2.5 * ${loss})`;
  return `clamp(1 + 0.035 * ${quality} + 0.000007 * ${quality} * (${quality} - 60) * (100 - ${quality}), 1, 4.5)`;
}
