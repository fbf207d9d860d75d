import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Alarm, ThresholdElement, ThresholdTarget } from '#schemas/cockpit/cockpit.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import { isThreshold, thresholdWarnings } from '#schemas/cockpit/rules.ts';
import { findThresholdElements, setThreshold } from '#schemas/cockpit/threshold-routes.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { call } from '#web/kernel/api/call.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useRefusal } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Form } from '#web/ui/Form.tsx';
import { Picker } from '#web/ui/Picker.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ThresholdChainView } from './ThresholdChainView.tsx';
import { figureOf } from './editor-draft.ts';
import { faultText } from './fault-text.ts';
import { unitSign } from './rule-sentence.ts';
import { useCockpitTexts } from './use-cockpit-texts.ts';

interface Props {
  readonly cockpitId: number;
  readonly alarm: Alarm;
  readonly busy: boolean;
  readonly onSet: (target: ThresholdTarget, value: number) => void;
}

type Of = 'customer' | 'element';

const noElements: readonly ThresholdElement[] = [];

/** Elements that fit what is typed; those found before stay while the next ones come. */
function useElements({ cockpitId, alarm: { id } }: Pick<Props, 'cockpitId' | 'alarm'>, search: string) {
  const { data } = useQuery({
    queryKey: ['cockpit', 'elements', cockpitId, id, search],
    queryFn: ({ signal }) =>
      call(findThresholdElements, { params: { cockpitId, alarm: id }, query: { search }, signal }),
    placeholderData: keepPreviousData,
  });
  return data?.elements ?? noElements;
}

function ElementPicker({
  value,
  onChange,
  ...props
}: Pick<Props, 'cockpitId' | 'alarm'> & {
  readonly value: number | undefined;
  readonly onChange: (id: number) => void;
}) {
  const text = useCockpitTexts();
  const [search, setSearch] = useState('');
  const elements = useElements(props, search);
  const options = elements.map(({ id, name, parents, customer }) => ({
    value: String(id),
    label: name,
    right: customer.name,
    detail: parents.join(' · '),
  }));
  return (
    <Picker
      label={text('element')}
      placeholder={text('chooseElement')}
      nothingFound={text('noElement')}
      options={options}
      value={value === undefined ? null : String(value)}
      onSearch={setSearch}
      onChange={(id) => onChange(Number(id))}
    />
  );
}

function CustomerPicker({
  value,
  onChange,
}: {
  readonly value: number | undefined;
  readonly onChange: (id: number) => void;
}) {
  const text = useCockpitTexts();
  const { customers } = useSession();
  return (
    <Picker
      label={text('customer')}
      placeholder={text('chooseCustomer')}
      nothingFound={text('noCustomer')}
      options={customers.map(({ id, name, clientId }) => ({
        value: String(id),
        label: name,
        right: clientId,
      }))}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(Number(id))}
    />
  );
}

function OfChoice({ of, onChange }: { readonly of: Of; readonly onChange: (of: Of) => void }) {
  const text = useCockpitTexts();
  return (
    <fieldset className="tt-choice">
      <legend>{text('setFor')}</legend>
      <div className="tt-choice-row">
        {(['customer', 'element'] as const).map((one) => (
          <label key={one} className="tt-choice-item">
            <input type="radio" name="threshold-of" checked={of === one} onChange={() => onChange(one)} />
            {text(`of-${one}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What is being written, and what stands against it. */
function useOwnThreshold({ alarm, onSet }: Pick<Props, 'alarm' | 'onSet'>) {
  const language = useLanguage();
  const [of, setOf] = useState<Of>('customer');
  const [id, setId] = useState<number>();
  const [figure, setFigure] = useState('');
  const [attempted, setAttempted] = useState(false);
  const value = figureOf(figure);
  const kpi = factsIn(useKpis(), alarm.kpi);
  const isValue = isThreshold(value);
  const [warning] = isValue ? thresholdWarnings(kpi, value) : [];
  return {
    kpi,
    of,
    id,
    setId,
    figure,
    setFigure,
    warning,
    fault: attempted && !isValue ? faultText({ code: 'THRESHOLD_INCORRECT' }, language) : undefined,
    choose: (next: Of) => {
      setOf(next);
      setId(undefined);
    },
    submit: () => {
      setAttempted(true);
      if (id === undefined || !isValue) return;
      onSet(of === 'customer' ? { customer: id } : { element: id }, value);
      setFigure('');
      setAttempted(false);
    },
  };
}

function SetButton({ own: { of, id }, busy }: { readonly own: Own; readonly busy: boolean }) {
  const text = useCockpitTexts();
  const refusal = useRefusal(setThreshold);
  const missing = text(of === 'customer' ? 'chooseCustomer' : 'chooseElement');
  return (
    <Button type="submit" busy={busy} disabledReason={refusal ?? (id === undefined ? missing : undefined)}>
      {text('set')}
    </Button>
  );
}
type Own = ReturnType<typeof useOwnThreshold>;

/** Gives a customer or an element a threshold of its own; for an element it shows where the one in force comes from. */
export function ThresholdForm({ cockpitId, alarm, busy, onSet }: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const own = useOwnThreshold({ alarm, onSet });
  const { of, id, setId, warning } = own;
  return (
    <Form label={text('addThreshold')} onSubmit={own.submit} actions={null}>
      <OfChoice of={of} onChange={own.choose} />
      {of === 'customer' ? (
        <CustomerPicker value={id} onChange={setId} />
      ) : (
        <ElementPicker cockpitId={cockpitId} alarm={alarm} value={id} onChange={setId} />
      )}
      {of === 'element' && id !== undefined && (
        <ThresholdChainView cockpitId={cockpitId} alarm={alarm} element={id} />
      )}
      <div className="tt-set-row">
        <TextField
          label={text('threshold')}
          value={own.figure}
          error={own.fault}
          right={<span className="tt-unit">{unitSign(own.kpi, language)}</span>}
          onChange={own.setFigure}
        />
        <SetButton own={own} busy={busy} />
        {warning !== undefined && (
          <p className="tt-field-note" data-tone="warning">
            {warningText(warning, language)}
          </p>
        )}
      </div>
    </Form>
  );
}
