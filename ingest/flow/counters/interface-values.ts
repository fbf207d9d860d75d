import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { DirectionCounters, InterfaceCounters } from '../decoders/sflow/counter-sample.ts';

/** Agents set what they do not count to all ones (sFlow version 5, "Counter Data Types"). */
const UNKNOWN_32 = 0xff_ff_ff_ff;
const UNKNOWN_64 = 0xff_ff_ff_ff_ff_ff_ff_ffn;

export interface CounterValue {
  readonly counter: CounterKey;
  readonly value: bigint;
  /** Wraps at 2^32 although the catalogue's counter has 64 bits. */
  readonly narrow: boolean;
}

const dropUnknown = (list: readonly (readonly [CounterKey, bigint | number, narrow?: boolean])[]) =>
  list.flatMap(([counter, value, narrow = false]): readonly CounterValue[] =>
    value === UNKNOWN_32 || value === UNKNOWN_64 ? [] : [{ counter, value: BigInt(value), narrow }],
  );

const directionValues = (side: 'in' | 'out', counted: DirectionCounters): readonly CounterValue[] =>
  dropUnknown([
    [`${side}_octets`, counted.octets],
    [`${side}_unicast`, counted.unicast, true],
    [`${side}_multicast`, counted.multicast, true],
    [`${side}_broadcast`, counted.broadcast, true],
    [`${side}_discards`, counted.discards],
    [`${side}_errors`, counted.errors],
  ]);

/**
 * Maps an interface counter record to the counters SNMP would have returned. Counters that the agent does not support
 * are omitted.
 */
export const interfaceValues = (record: InterfaceCounters): readonly CounterValue[] => [
  ...directionValues('in', record.received),
  ...directionValues('out', record.sent),
  ...dropUnknown([
    ...(record.speed > 0n ? ([['speed', record.speed]] as const) : []),
    ['admin_up', record.adminUp ? 1n : 0n],
    ['oper_up', record.operUp ? 1n : 0n],
  ]),
];
