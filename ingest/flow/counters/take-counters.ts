import { counters } from '#schemas/counter/catalogue.ts';
import type { CounterKey } from '#schemas/counter/catalogue.ts';
import { discontinuityOf } from '../../counter/discontinuity.ts';
import { wideValue, widen } from '../../counter/widen.ts';
import type { Widened } from '../../counter/widen.ts';
import type {
  CounterRecord,
  InterfaceCounters,
  ProcessorCounters,
} from '../decoders/sflow/counter-sample.ts';
import type { Domain } from '../exporter/domain.ts';
import type { Exporter } from '../exporter/exporter.ts';
import { followAgent } from './agent-uptime.ts';
import type { AgentUptime } from './agent-uptime.ts';
import { interfaceValues } from './interface-values.ts';
import type { CounterValue } from './interface-values.ts';

/** Ethernet's smallest frame: the most packets that a line carries come in it. */
const SMALLEST_PACKET_BITS = 512;
/** More epochs than a counter has within one start of its agent. */
const EPOCHS = 2 ** 16;
/** Loads are stored in hundredths. */
const HUNDREDTHS = 100;

/** What is remembered of one agent: its clock, and its narrow counters by element and counter. */
interface Memory {
  agent: AgentUptime | undefined;
  readonly narrow: Map<string, Widened>;
}

const memories = new WeakMap<Domain, Memory>();

function memoryOf(domain: Domain): Memory {
  const found = memories.get(domain) ?? { agent: undefined, narrow: new Map() };
  memories.set(domain, found);
  return found;
}

export interface CounterContext {
  readonly exporter: Exporter;
  readonly domain: Domain;
  readonly uptimeMs: number;
  readonly receivedMs: number;
}

interface Cell {
  readonly element: number;
  readonly counter: CounterKey;
  readonly value: bigint;
  readonly epoch: number;
}

function put({ exporter, receivedMs }: CounterContext, agent: AgentUptime, cell: Cell): void {
  const { customer, site, sink } = exporter.attribution;
  sink.samples.add({
    customer,
    site,
    element: cell.element,
    counter: counters[cell.counter].id,
    at: receivedMs,
    uptime: BigInt(agent.uptimeMs + agent.rounds),
    discontinuity: discontinuityOf(0, agent.starts * EPOCHS + cell.epoch),
    value: cell.value,
  });
}

/** The value of a counter of 32 bit over its rounds, as one of 64 bit. */
function widened(
  { narrow, agent }: Memory,
  key: string,
  { value, speed, seenMs }: { readonly value: bigint; readonly speed: bigint; readonly seenMs: number },
): Widened {
  const starts = agent?.starts ?? 0;
  const wide = widen(narrow.get(`${key}.${String(starts)}`), {
    raw: Number(value),
    seenMs,
    restarted: false,
    mostPerSecond: Number(speed) / SMALLEST_PACKET_BITS,
  });
  narrow.delete(`${key}.${String(starts - 1)}`);
  narrow.set(`${key}.${String(starts)}`, wide);
  return wide;
}

function takeInterface(context: CounterContext, memory: Memory, record: InterfaceCounters): void {
  const element = context.exporter.interfaces.byIndex.get(record.index);
  const { agent } = memory;
  if (element === undefined || agent === undefined) return;
  const take = ({ counter, value, narrow }: CounterValue): Cell => {
    if (!narrow) return { element, counter, value, epoch: 0 };
    const reading = { value, speed: record.speed, seenMs: context.receivedMs };
    const wide = widened(memory, `${String(element)}.${counter}`, reading);
    return { element, counter, value: wideValue(wide), epoch: wide.epoch };
  };
  for (const value of interfaceValues(record)) put(context, agent, take(value));
}

function takeProcessor(context: CounterContext, agent: AgentUptime, record: ProcessorCounters): void {
  const element = context.exporter.attribution.device;
  const { load1m, totalMemory, freeMemory } = record;
  const values: (readonly [CounterKey, bigint])[] = [];
  if (load1m !== undefined) values.push(['cpu', BigInt(Math.round(load1m * HUNDREDTHS))]);
  if (totalMemory > 0n && freeMemory <= totalMemory)
    values.push(['memory_total', totalMemory], ['memory_used', totalMemory - freeMemory]);
  for (const [counter, value] of values) put(context, agent, { element, counter, value, epoch: 0 });
}

/**
 * Takes a counter record of sFlow. Of a device that is not polled its counters become samples, as if SNMP had been asked; of one
 * that is polled they would count twice. The names of ports count in any case: flows are attributed by them.
 */
export function takeCounters(context: CounterContext, record: CounterRecord): void {
  const { exporter, domain, uptimeMs, receivedMs } = context;
  if (record.kind === 'name') {
    if (!exporter.interfaces.name(record.index, record.name)) domain.refusedNames += 1;
    return;
  }
  if (exporter.attribution.polled) return;
  const memory = memoryOf(domain);
  const agent = followAgent(memory.agent, uptimeMs, receivedMs);
  memory.agent = agent;
  if (record.kind === 'interface') takeInterface(context, memory, record);
  else takeProcessor(context, agent, record);
}
