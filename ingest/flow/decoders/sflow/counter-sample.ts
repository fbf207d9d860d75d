import { octetText } from '#platform/text/octet-text.ts';
import type { Cursor } from './link-header.ts';

/** `if_counters` of sFlow version 5: counters since device start, as in RFC 2863. */
export interface InterfaceCounters {
  readonly kind: 'interface';
  readonly index: number;
  /** IANAifType. */
  readonly type: number;
  /** Bits per second. */
  readonly speed: bigint;
  /** 0 unknown, 1 full duplex, 2 half duplex, 3 in, 4 out. */
  readonly duplex: number;
  readonly adminUp: boolean;
  readonly operUp: boolean;
  readonly received: DirectionCounters & { readonly unknownProtocols: number };
  readonly sent: DirectionCounters;
  readonly promiscuous: boolean;
}

export interface DirectionCounters {
  readonly octets: bigint;
  readonly unicast: number;
  readonly multicast: number;
  readonly broadcast: number;
  readonly discards: number;
  readonly errors: number;
}

/** `processor` of sFlow version 5: loads in percent, undefined when unknown; memory in bytes. */
export interface ProcessorCounters {
  readonly kind: 'processor';
  readonly load5s: number | undefined;
  readonly load1m: number | undefined;
  readonly load5m: number | undefined;
  readonly totalMemory: bigint;
  readonly freeMemory: bigint;
}

/** `port_name` of the sFlow port structures: the agent's name for the interface of the sample. */
export interface PortName {
  readonly kind: 'name';
  readonly index: number;
  readonly name: string;
}

export type CounterRecord = InterfaceCounters | ProcessorCounters | PortName;

/** Counter record formats (sFlow version 5, "Counter Data Types") and their sizes. */
const INTERFACE = 1;
const INTERFACE_BYTES = 88;
const PROCESSOR = 1001;
const PROCESSOR_BYTES = 28;
const PORT_NAME = 1005;

function direction(view: DataView, at: number): DirectionCounters {
  return {
    octets: view.getBigUint64(at),
    unicast: view.getUint32(at + 8),
    multicast: view.getUint32(at + 12),
    broadcast: view.getUint32(at + 16),
    discards: view.getUint32(at + 20),
    errors: view.getUint32(at + 24),
  };
}

function interfaceCounters(view: DataView, at: number): InterfaceCounters {
  const status = view.getUint32(at + 20);
  return {
    kind: 'interface',
    index: view.getUint32(at),
    type: view.getUint32(at + 4),
    speed: view.getBigUint64(at + 8),
    duplex: view.getUint32(at + 16),
    adminUp: (status & 1) === 1,
    operUp: (status & 2) === 2,
    received: { ...direction(view, at + 24), unknownProtocols: view.getUint32(at + 52) },
    sent: direction(view, at + 56),
    promiscuous: view.getUint32(at + 84) === 1,
  };
}

/** Percentages in hundredths; -1 means unknown. */
function load(view: DataView, at: number): number | undefined {
  const hundredths = view.getInt32(at);
  return hundredths < 0 ? undefined : hundredths / 100;
}

/** An XDR string (RFC 4506 §4.11): length, then bytes. */
function portName({ view, at, end }: Cursor, index: number): PortName | null {
  const bytes = end - at < 4 ? Infinity : view.getUint32(at);
  if (bytes > end - at - 4) return null;
  const name = octetText(new Uint8Array(view.buffer, view.byteOffset + at + 4, bytes)).replaceAll('\0', '');
  return { kind: 'name', index, name: name.trim() };
}

/**
 * Reads a counter record. `source` is the ifIndex of the sample, 0 if its source is not an interface. Undefined for
 * formats that are not read, null if the record is shorter than its format.
 */
export function readCounters(
  cursor: Cursor,
  format: number,
  source: number,
): CounterRecord | undefined | null {
  const { view, at, end } = cursor;
  if (format === INTERFACE) return end - at < INTERFACE_BYTES ? null : interfaceCounters(view, at);
  if (format === PORT_NAME) return portName(cursor, source);
  if (format !== PROCESSOR) return undefined;
  if (end - at < PROCESSOR_BYTES) return null;
  return {
    kind: 'processor',
    load5s: load(view, at),
    load1m: load(view, at + 4),
    load5m: load(view, at + 8),
    totalMemory: view.getBigUint64(at + 12),
    freeMemory: view.getBigUint64(at + 20),
  };
}
