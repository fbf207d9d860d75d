import { useRef, useState, type Ref } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Alarm, ThresholdElement } from '#schemas/cockpit/cockpit.ts';
import { findThresholdElements, setThreshold } from '#schemas/cockpit/threshold-routes.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { Picker } from '#web/ui/field/Picker.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { ThresholdChainView } from './ThresholdChainView.tsx';
import { unitSign } from '../rule-sentence.ts';
import { useCockpitTexts } from '../texts/en.ts';
import {
  useOwnThreshold,
  type ThresholdScope,
  type OnSet,
  type OwnThresholdForm,
} from './use-own-threshold.ts';
import '../alarm-editor/condition.css';
import './threshold.css';

interface Props {
  readonly cockpitId: number;
  readonly alarm: Alarm;
  readonly busy: boolean;
  readonly onSet: OnSet;
}

const noElements: readonly ThresholdElement[] = [];

/** Elements that match the search; the previous ones stay while the next load. */
function useElements({ cockpitId, alarm: { id } }: Pick<Props, 'cockpitId' | 'alarm'>, search: string) {
  const { data } = useQuery({
    ...routeQuery(findThresholdElements, { params: { cockpitId, alarm: id }, query: { search } }),
    placeholderData: keepPreviousData,
  });
  return data?.elements ?? noElements;
}

interface TargetProps {
  readonly value: number | undefined;
  readonly error: string | undefined;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onChange: (id: number) => void;
}

function ElementPicker({
  value,
  error,
  inputRef,
  onChange,
  ...props
}: Pick<Props, 'cockpitId' | 'alarm'> & TargetProps) {
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
      error={error}
      ref={inputRef}
      onSearch={setSearch}
      onChange={(id) => onChange(Number(id))}
    />
  );
}

function CustomerPicker({ value, error, inputRef, onChange }: TargetProps) {
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
      error={error}
      ref={inputRef}
      onChange={(id) => onChange(Number(id))}
    />
  );
}

function ScopeChoice({
  of,
  onChange,
}: {
  readonly of: ThresholdScope;
  readonly onChange: (of: ThresholdScope) => void;
}) {
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

function SetButton({ own: { of, id }, busy }: { readonly own: OwnThresholdForm; readonly busy: boolean }) {
  const text = useCockpitTexts();
  const disabledReason = useDisabledReason(setThreshold);
  const missing = text(of === 'customer' ? 'chooseCustomer' : 'chooseElement');
  return (
    <Button
      type="submit"
      busy={busy}
      disabledReason={disabledReason ?? (id === undefined ? missing : undefined)}
    >
      {text('set')}
    </Button>
  );
}

/** Sets the own threshold of a customer or an element; for an element it shows the source of the one in force. */
export function ThresholdForm({ cockpitId, alarm, busy, onSet }: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const [targetPlace, valuePlace] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const own = useOwnThreshold({ alarm, onSet }, { target: targetPlace, value: valuePlace });
  const { of, id, setId, warning } = own;
  const target = { value: id, error: own.faultOf('target'), inputRef: targetPlace, onChange: setId };
  return (
    <Form label={text('addThreshold')} onSubmit={own.submit} actions={null}>
      <ScopeChoice of={of} onChange={own.choose} />
      {of === 'customer' ? (
        <CustomerPicker {...target} />
      ) : (
        <ElementPicker cockpitId={cockpitId} alarm={alarm} {...target} />
      )}
      {of === 'element' && id !== undefined && (
        <ThresholdChainView cockpitId={cockpitId} alarm={alarm} element={id} />
      )}
      <div className="tt-set-row">
        <TextField
          label={text('threshold')}
          value={own.figure}
          error={own.faultOf('value')}
          ref={valuePlace}
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
