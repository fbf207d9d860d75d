import { useState, type RefObject } from 'react';
import type { Alarm, ThresholdTarget } from '#schemas/cockpit/cockpit.ts';
import { thresholdWarnings, type RuleFault } from '#schemas/cockpit/rules.ts';
import { isThreshold } from '#schemas/cockpit/level/severity-levels.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { parseFigure } from '../alarm-editor/editor-draft.ts';
import { cockpitFaultText } from '../cockpit-fault-text.ts';

export type ThresholdScope = 'customer' | 'element';
export const thresholdFields = ['target', 'value'] as const;
type Field = (typeof thresholdFields)[number];
type FieldFault = RuleFault<Field>;

/** What follows: the threshold is set, or these fields were rejected. */
interface SetOutcome {
  readonly onDone: () => void;
  readonly onRejected: (faults: readonly FieldFault[]) => void;
}

export type OnSet = (target: ThresholdTarget, value: number, outcome: SetOutcome) => void;

type Inputs = Readonly<Record<Field, RefObject<HTMLInputElement | null>>>;

/** The faults of the form; the first one is focused. */
function useFaults(inputs: Inputs) {
  const language = useLanguage();
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  return {
    show: (next: readonly FieldFault[]) => {
      setFaults(next);
      const [first] = next;
      if (first !== undefined) inputs[first.field].current?.focus();
    },
    forget: (field: Field) => setFaults(faults.filter((fault) => fault.field !== field)),
    faultOf: (field: Field): string | undefined => {
      const fault = faults.find((one) => one.field === field);
      return fault && cockpitFaultText(fault, language);
    },
  };
}

/** The form of an own threshold, with its faults. */
export function useOwnThreshold(
  { alarm, onSet }: { readonly alarm: Alarm; readonly onSet: OnSet },
  inputs: Inputs,
) {
  const [of, setOf] = useState<ThresholdScope>('customer');
  const [id, setId] = useState<number>();
  const [figure, setFigure] = useState('');
  const { show, forget, faultOf } = useFaults(inputs);
  const value = parseFigure(figure);
  const isValue = isThreshold(value);
  const kpi = factsIn(useKpis(), alarm.kpi);
  const [warning] = isValue ? thresholdWarnings(kpi, value) : [];
  const send = (target: ThresholdTarget): void =>
    onSet(target, value, { onDone: () => setFigure(''), onRejected: show });
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
      if (isValue) send(of === 'customer' ? { customer: id } : { element: id });
      else show([{ field: 'value', code: 'THRESHOLD_INCORRECT' }]);
    },
  };
}

export type OwnThresholdForm = ReturnType<typeof useOwnThreshold>;
