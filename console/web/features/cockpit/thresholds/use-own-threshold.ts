import { useState, type RefObject } from 'react';
import type { Alarm, ThresholdTarget } from '#schemas/cockpit/cockpit.ts';
import { isThreshold, thresholdWarnings, type Fault } from '#schemas/cockpit/rules.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { parseFigure } from '../alarm-editor/editor-draft.ts';
import { cockpitFaultText } from '../cockpit-fault-text.ts';
import { rejectedFields } from '../rejected-fields.ts';

export type ThresholdScope = 'customer' | 'element';
/** Rejects as the server refuses. */
export type OnSet = (target: ThresholdTarget, value: number) => Promise<unknown>;

export const thresholdFields = ['target', 'value'] as const;
type Field = (typeof thresholdFields)[number];
/** Inputs of the form. */
type Places = Readonly<Record<Field, RefObject<HTMLInputElement | null>>>;

/** What stands against what is written, and where; the first fault is gone to. */
function useFaults(places: Places) {
  const language = useLanguage();
  const [faults, setFaults] = useState<readonly Fault<Field>[]>([]);
  return {
    tell: (next: readonly Fault<Field>[]) => {
      setFaults(next);
      const [first] = next;
      if (first !== undefined) places[first.field].current?.focus();
    },
    forget: (field: Field) => setFaults(faults.filter((fault) => fault.field !== field)),
    faultOf: (field: Field): string | undefined => {
      const fault = faults.find((one) => one.field === field);
      return fault && cockpitFaultText(fault, language);
    },
  };
}

/** An own threshold that is being written, and what stands against it. */
export function useOwnThreshold(
  { alarm, onSet }: { readonly alarm: Alarm; readonly onSet: OnSet },
  places: Places,
) {
  const [of, setOf] = useState<ThresholdScope>('customer');
  const [id, setId] = useState<number>();
  const [figure, setFigure] = useState('');
  const { tell, forget, faultOf } = useFaults(places);
  const value = parseFigure(figure);
  const isValue = isThreshold(value);
  const kpi = factsIn(useKpis(), alarm.kpi);
  const [warning] = isValue ? thresholdWarnings(kpi, value) : [];
  const send = async (target: ThresholdTarget): Promise<void> => {
    try {
      await onSet(target, value);
      setFigure('');
    } catch (problem) {
      tell(rejectedFields(problem, thresholdFields));
    }
  };
  return {
    kpi,
    of,
    id,
    figure,
    warning,
    faultOf,
    setId: (next: number) => {
      forget('target');
      setId(next);
    },
    setFigure: (next: string) => {
      forget('value');
      setFigure(next);
    },
    choose: (next: ThresholdScope) => {
      forget('target');
      setOf(next);
      setId(undefined);
    },
    submit: () => {
      if (id === undefined) return;
      if (isValue) void send(of === 'customer' ? { customer: id } : { element: id });
      else tell([{ field: 'value', code: 'THRESHOLD_INCORRECT' }]);
    },
  };
}

export type OwnThresholdForm = ReturnType<typeof useOwnThreshold>;
