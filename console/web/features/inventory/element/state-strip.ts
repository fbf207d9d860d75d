import type { ElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import type { Severity } from '#schemas/alerting/severity.ts';

/** What a slot of the strip shows, the worst of its time. */
export type SlotState = Severity | 'ok' | 'maintenance' | 'absent';

export interface StripSlot {
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly state: SlotState;
  /** Names of what ran then, the worst first. */
  readonly names: readonly string[];
}

interface Span {
  readonly from: number;
  readonly until: number | null;
}

export interface StripPeriod {
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly slots: number;
  /** When the element came into the inventory; undefined: not known, as of a customer. */
  readonly since?: number | undefined;
}

const severities: readonly Severity[] = ['critical', 'major', 'minor'];
const NAMED = 3;

/** The states of an element in slots of equal length. */
export function stripSlots(
  { alarms, silences }: Pick<ElementMarks, 'alarms' | 'silences'>,
  { from, to, slots, since = 0 }: StripPeriod,
): readonly StripSlot[] {
  const length = (to - from) / slots;
  return Array.from({ length: slots }, (_, index): StripSlot => {
    const [start, end] = [from + index * length, from + (index + 1) * length];
    const isThen = (span: Span): boolean => span.from < end && (span.until === null || span.until > start);
    const running = severities.flatMap((severity) =>
      alarms.filter((alarm) => alarm.severity === severity && isThen(alarm)),
    );
    const names = [
      ...new Set(running.map(({ name, elementName }) => [elementName, name].filter(Boolean).join(': '))),
    ];
    const isMaintained = silences.some((silence) => isThen(silence));
    const [worst] = running;
    const quiet = end <= since ? 'absent' : isMaintained ? 'maintenance' : 'ok';
    return { from: start, to: end, state: worst?.severity ?? quiet, names: names.slice(0, NAMED) };
  });
}

/** Seconds of each state, of those that occur, the worst first. */
export function stripTotals(slots: readonly StripSlot[]): readonly (readonly [SlotState, number])[] {
  const order: readonly SlotState[] = [...severities, 'maintenance', 'absent', 'ok'];
  return order.flatMap((state) => {
    const seconds = slots.reduce((sum, slot) => (slot.state === state ? sum + slot.to - slot.from : sum), 0);
    return seconds === 0 ? [] : [[state, seconds] as const];
  });
}

/** Neighbouring slots of one state as one part of the strip. */
export function stripParts(slots: readonly StripSlot[]): readonly StripSlot[] {
  const parts: StripSlot[] = [];
  for (const slot of slots) {
    const last = parts.at(-1);
    const isSame = last?.state === slot.state && last.names.join() === slot.names.join();
    if (last !== undefined && isSame) parts[parts.length - 1] = { ...last, to: slot.to };
    else parts.push(slot);
  }
  return parts;
}
