import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import { discontinuityOf, wideValue, widen, type WideCounter } from '../../counter/widen.ts';
import type {
  CounterRecord,
  InterfaceCounters,
  ProcessorCounters,
} from '../decoders/sflow/counter-sample.ts';
import type { Domain } from '../exporter/domain.ts';
import type { Exporter } from '../exporter/exporter.ts';
import { trackAgentUptime, type AgentUptime } from './agent-uptime.ts';
import { interfaceValues, type CounterValue } from './interface-values.ts';

/** Smallest Ethernet frame: bounds the packet rate of a link. */
const MIN_PACKET_BITS = 512;
/** More than the epochs of a counter between two restarts of its agent. */
const EPOCHS_PER_RESTART = 2 ** 16;
/** Loads are stored in hundredths. */
const HUNDREDTHS = 100;

/** State of one agent: its uptime, and its 32-bit counters by element and counter. */
interface AgentState {
  agent: AgentUptime | undefined;
  readonly narrow: Map<string, WideCounter>;
}

const agentStates = new WeakMap<Domain, AgentState>();

function agentStateOf(domain: Domain): AgentState {
  const found = agentStates.get(domain) ?? { agent: undefined, narrow: new Map() };
  agentStates.set(domain, found);
  return found;
}

export interface CounterContext {
  readonly exporter: Exporter;
  readonly domain: Domain;
  readonly uptimeMs: number;
  readonly receivedMs: number;
}

/** Value of a counter; values of different epochs are not comparable. */
interface Cell {
  readonly element: number;
  readonly counter: CounterKey;
  readonly value: bigint;
  readonly epoch: number;
}

function emitSample({ exporter, receivedMs }: CounterContext, agent: AgentUptime, cell: Cell): void {
  const { customer, site, sink } = exporter.attribution;
  sink.samples.add({
    customer,
    site,
    element: cell.element,
    counter: counters[cell.counter].id,
    at: receivedMs,
    uptime: BigInt(agent.uptimeMs + agent.wrappedMs),
    discontinuity: discontinuityOf(0, agent.restarts * EPOCHS_PER_RESTART + cell.epoch),
    value: cell.value,
  });
}

/** Extends a 32-bit counter to 64 bits. `speed` in bits per second, 0 if unknown. A restart of the agent starts a new counter. */
function widenNarrow(
  { narrow, agent }: AgentState,
  key: string,
  { value, speed, seenMs }: { readonly value: bigint; readonly speed: bigint; readonly seenMs: number },
): WideCounter {
  const restarts = agent?.restarts ?? 0;
  const wide = widen(narrow.get(`${key}.${String(restarts)}`), {
    raw: Number(value),
    seenMs,
    restarted: false,
    maxPerSecond: Number(speed) / MIN_PACKET_BITS,
  });
  narrow.delete(`${key}.${String(restarts - 1)}`);
  narrow.set(`${key}.${String(restarts)}`, wide);
  return wide;
}

function storeInterface(context: CounterContext, state: AgentState, record: InterfaceCounters): void {
  const element = context.exporter.interfaces.byIndex.get(record.index);
  const { agent } = state;
  if (element === undefined || agent === undefined) return;
  const toCell = ({ counter, value, narrow }: CounterValue): Cell => {
    if (!narrow) return { element, counter, value, epoch: 0 };
    const reading = { value, speed: record.speed, seenMs: context.receivedMs };
    const wide = widenNarrow(state, `${String(element)}.${counter}`, reading);
    return { element, counter, value: wideValue(wide), epoch: wide.epoch };
  };
  for (const value of interfaceValues(record)) emitSample(context, agent, toCell(value));
}

function storeProcessor(context: CounterContext, agent: AgentUptime, record: ProcessorCounters): void {
  const element = context.exporter.attribution.device;
  const { load1m, totalMemory, freeMemory } = record;
  const values: (readonly [CounterKey, bigint])[] = [];
  if (load1m !== undefined) values.push(['cpu', BigInt(Math.round(load1m * HUNDREDTHS))]);
  if (totalMemory > 0n && freeMemory <= totalMemory)
    values.push(['memory_total', totalMemory], ['memory_used', totalMemory - freeMemory]);
  for (const [counter, value] of values) emitSample(context, agent, { element, counter, value, epoch: 0 });
}

/**
 * Stores an sFlow counter record. Counters of a device that is not polled become samples as if read by SNMP; those of a
 * polled device would count twice. Port names are always stored: flows are attributed by them.
 */
export function storeCounters(context: CounterContext, record: CounterRecord): void {
  const { exporter, domain, uptimeMs, receivedMs } = context;
  if (record.kind === 'name') {
    if (!exporter.interfaces.setName(record.index, record.name, domain)) domain.rejectedNames += 1;
    return;
  }
  if (exporter.attribution.polled) return;
  const state = agentStateOf(domain);
  const agent = trackAgentUptime(state.agent, uptimeMs, receivedMs);
  state.agent = agent;
  if (record.kind === 'interface') storeInterface(context, state, record);
  else storeProcessor(context, agent, record);
}
