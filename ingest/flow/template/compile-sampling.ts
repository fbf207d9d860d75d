import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { alternative, quantity, volume, write } from './compile-values.ts';
import type { PlacedField } from './field-layout.ts';
import { UNKNOWN_RATE } from './sampling-rate.ts';

const { offset } = layoutOf(flows);
/** Bytes of a record that any interface carries: most rows need no closer look. */
export const NEVER_TOO_LARGE = 1_048_576;

/** Rate of the interface that sampled: the input interface, or the output interface for an egress flow. */
function interfaceRate(fields: readonly PlacedField[]): string | undefined {
  const into = quantity(fields, 'inIndex');
  const from = quantity(fields, 'outIndex');
  if (into === undefined && from === undefined) return undefined;
  const rate = (index: string | undefined): string =>
    index === undefined ? 'undefined' : `interfaceRates.get(${index})`;
  const direction = quantity(fields, 'direction') ?? '0';
  return `(${direction} === 1 ? ${rate(from)} ?? ${rate(into)} : ${rate(into)} ?? ${rate(from)}) ?? n`;
}

/**
 * Rate of the sampler that the record names. A sampler that no option has announced is unknown unless the domain has a
 * rate. Sampler 0 is none: the flow was not sampled.
 */
function samplerRate(fields: readonly PlacedField[]): string[] {
  const sampler = quantity(fields, 'sampler');
  if (sampler === undefined) return [];
  const unknown = `if (s !== 0 && n === 0) n = ${String(UNKNOWN_RATE)};`;
  return [`{ const s = ${sampler}, k = samplers.get(s); if (k !== undefined) n = k; else ${unknown} }`];
}

/** Rate that the record itself states (RFC 5477 §8.2: 305 and 306, 309 and 310). */
function recordRate(fields: readonly PlacedField[]): string[] {
  const lines: string[] = [];
  const interval = alternative(fields, 'samplingInterval');
  if (interval !== undefined) lines.push(`n = ${interval} || n;`);
  const taken = quantity(fields, 'samplingTaken');
  const skipped = quantity(fields, 'samplingSkipped');
  if (taken !== undefined && skipped !== undefined)
    lines.push(`{ const t = ${taken}; if (t > 0) n = (t + ${skipped}) / t; }`);
  const size = quantity(fields, 'samplingSize');
  const population = quantity(fields, 'samplingPopulation');
  if (size !== undefined && population !== undefined)
    lines.push(`{ const t = ${size}, all = ${population}; if (t > 0 && all >= t) n = all / t; }`);
  return lines;
}

/** Whether the records state their own rate or sampler. */
export const statesSampling = (fields: readonly PlacedField[]): boolean =>
  quantity(fields, 'sampler') !== undefined || recordRate(fields).length > 0;

/** From the rate `n`: the factor `m`, and `k` as stored. */
const APPLY = 'm = n > 0 ? n : 1; k = n < 0 ? 0 : Math.round(m);';

/** Factor and stored rate of a record. Those of the domain are computed once per set. */
function rateLines(fields: readonly PlacedField[]): string[] {
  const ofInterface = interfaceRate(fields);
  const ofRecord = [...samplerRate(fields), ...recordRate(fields)];
  const domain = 'let m = factor, k = rate;';
  if (ofRecord.length === 0)
    return ofInterface === undefined
      ? [domain]
      : [domain, `if (interfaceRates !== undefined) { let n = sampling; n = ${ofInterface}; ${APPLY} }`];
  return [
    'let m, k, n = sampling;',
    ...(ofInterface === undefined ? [] : [`if (interfaceRates !== undefined) n = ${ofInterface};`]),
    ...ofRecord,
    APPLY,
  ];
}

/** Writes sampling rate, bytes and packets. Values of an unknown sampler are written as exported, with the rate 0. */
export const samplingLines = (fields: readonly PlacedField[]): string[] => [
  ...rateLines(fields),
  write.u32(offset.sampling, 'k'),
  ...(['bytes', 'packets'] as const).flatMap((column) => {
    const value = volume(fields, column);
    if (value === undefined) return [];
    const cells = write.u64(offset[column], `${value} * m`);
    // Summed here, so that rows of one rate need not be read again.
    return [
      column === 'bytes'
        ? cells.replace(/ \}$/, ` sum += x; if (x >= ${String(NEVER_TOO_LARGE)}) large += 1; }`)
        : cells,
    ];
  }),
];
