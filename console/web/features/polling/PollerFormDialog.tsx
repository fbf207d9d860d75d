import { useState } from 'react';
import { EquipmentLevel, readsRows, valueTypes } from '#schemas/polling/poller.ts';
import { createPoller, updatePoller, type ListedPoller } from '#schemas/polling/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { type FormOf, useForm } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { CostEstimate } from './CostEstimate.tsx';
import { CounterField } from './CounterField.tsx';
import {
  PollerFormContract,
  toPollerDraft,
  toPollerForm,
  toReading,
  type PollerForm,
} from './poller-draft.ts';
import { pollingTouches } from './polling-queries.ts';
import { TestOnDevice } from './TestOnDevice.tsx';
import { usePollingTexts } from './texts/en.ts';

interface Props {
  /** Undefined for a new one. */
  readonly poller: ListedPoller | undefined;
  /** The initial values of a new one. */
  readonly initial: PollerForm;
  /** Offered to scripts. */
  readonly procedures: readonly string[];
  /** Keys of the counters of all pollers, by level. */
  readonly pollers: readonly ListedPoller[];
  readonly onClose: () => void;
}

type Form = FormOf<PollerForm>;

function usePollerForm({ poller, initial, onClose }: Props): Form {
  const text = usePollingTexts();
  return useForm<PollerForm>({
    initial: poller === undefined ? initial : toPollerForm(poller),
    contract: PollerFormContract,
    fieldByCode: { NAME_TAKEN: 'name', COUNTER_IN_USE: 'counters', COUNTER_STORED: 'counters' },
    async store(form) {
      const body = toPollerDraft(form);
      if (poller === undefined) await call(createPoller, { body });
      else {
        const { id, version } = poller;
        await call(updatePoller, { params: { id }, body: { ...body, version: version ?? 1 } });
      }
    },
    done: ({ name }) => text('wasSaved', { name: name.trim() }),
    touches: pollingTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
}

/** What is read. */
function ObjectFields({ form, procedures }: { readonly form: Form } & Pick<Props, 'procedures'>) {
  const text = usePollingTexts();
  const { draft, change } = form;
  const script = draft.script.trim() === '' ? null : draft.script;
  const oidHint = draft.level === 'interface' ? 'oidOfInterface' : 'oidOfObject';
  return (
    <>
      <Select
        id="level"
        label={text('level')}
        options={EquipmentLevel.options.map((one) => ({ value: one, label: text(`level-${one}`) }))}
        value={draft.level}
        onChange={(level) => change({ level: EquipmentLevel.parse(level) })}
      />
      <TextField
        required
        {...entryOf(form, 'oid')}
        label={text('oid')}
        description={text(
          draft.level === 'device' && readsRows({ ...draft, script }) ? 'oidOfRows' : oidHint,
        )}
      />
      <TextField
        {...entryOf(form, 'script')}
        label={text('script')}
        description={text('scriptHint', { procedures: procedures.join(', ') })}
      />
    </>
  );
}

/** What becomes of the value. */
function ValueFields({ form, pollers }: { readonly form: Form } & Pick<Props, 'pollers'>) {
  const text = usePollingTexts();
  const { draft, change, errorOf } = form;
  return (
    <>
      <div className="tt-form-pair">
        <Select
          id="valueType"
          label={text('valueType')}
          options={valueTypes.map((one) => ({ value: one, label: text(`type-${one}`) }))}
          value={draft.valueType}
          onChange={(type) =>
            change({ valueType: valueTypes.find((one) => one === type) ?? draft.valueType })
          }
        />
        <NumberField
          id="defaultValue"
          label={text('defaultValue')}
          description={text('defaultHint')}
          value={draft.defaultValue}
          error={errorOf('defaultValue')}
          onChange={(defaultValue) => change({ defaultValue })}
        />
      </div>
      <Switch
        label={text('incremental')}
        description={errorOf('incremental') ?? text('incrementalHint')}
        checked={draft.incremental}
        onChange={(incremental) => change({ incremental })}
      />
      <CounterField
        level={draft.level}
        value={draft.counters}
        error={errorOf('counters')}
        pollers={pollers}
        onChange={(counters) => change({ counters })}
      />
      <Switch
        label={text('isActive')}
        description={text('isActiveHint')}
        checked={draft.active}
        onChange={(active) => change({ active })}
      />
    </>
  );
}

/** Creates or edits a poller, and tests it before it is saved. */
export function PollerFormDialog(props: Props) {
  const { poller, procedures, pollers } = props;
  const text = usePollingTexts();
  const form = usePollerForm(props);
  const [rows, setRows] = useState<number>();
  const requested = () => {
    const reading = toReading(form.draft);
    // Shows the faults as saving would.
    if (reading === undefined) form.check();
    return reading && { reading, walk: false };
  };
  return (
    <FormDialog
      title={poller === undefined ? text('createTitle') : text('editTitle', { name: poller.name })}
      form={form}
      disabledReason={useDisabledReason(createPoller)}
      action={text(poller === undefined ? 'create' : 'save')}
      width={720}
    >
      <TextField required {...entryOf(form, 'name')} label={text('name')} />
      <ObjectFields form={form} procedures={procedures} />
      <ValueFields form={form} pollers={pollers} />
      <CostEstimate reading={toReading(form.draft)} rows={rows} />
      <fieldset className="tt-form-group">
        <legend>{text('testLegend')}</legend>
        <TestOnDevice requested={requested} incremental={form.draft.incremental} onRows={setRows} />
      </fieldset>
    </FormDialog>
  );
}
