import { useState, type RefObject } from 'react';
import type { Alarm, ThresholdTarget } from '#schemas/cockpit/cockpit.ts';
import { isThreshold, thresholdWarnings, type Fault } from '#schemas/cockpit/rules.ts';
import { useLanguage } from '#web/lib/text.ts';
import { figureOf } from './editor-draft.ts';
import { faultText } from './fault-text.ts';
import { refusedFields } from './refused-fields.ts';

export type Of = 'customer' | 'element';
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
      return fault && faultText(fault, language);
    },
  };
}

/** An own threshold that is being written, and what stands against it. */
export function useOwnThreshold(
  { alarm, onSet }: { readonly alarm: Alarm; readonly onSet: OnSet },
  places: Places,
) {
  const [of, setOf] = useState<Of>('customer');
  const [id, setId] = useState<number>();
  const [figure, setFigure] = useState('');
  const { tell, forget, faultOf } = useFaults(places);
  const value = figureOf(figure);
  const isValue = isThreshold(value);
  const [warning] = isValue ? thresholdWarnings(alarm.kpi, value) : [];
  const send = async (target: ThresholdTarget): Promise<void> => {
    try {
      await onSet(target, value);
      setFigure('');
    } catch (problem) {
      tell(refusedFields(problem, thresholdFields));
    }
  };
  return {
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
    choose: (next: Of) => {
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
