import { useState } from 'react';
import type { UnmappedAcross } from '#schemas/qos/across-routes.ts';
import type { QosClass } from '#schemas/qos/qos-class.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useKernelTexts } from '#web/kernel/text/en.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { customerQosApi, mapTo, providerQosApi, type QosApi } from './qos-api.ts';
import { qosTouches, useQosModel } from './qos-queries.ts';
import { isOwn } from './qos-space.ts';
import { whatText } from './rule-columns.tsx';
import { useQosTexts } from './texts/en.ts';

const PROVIDER = 'provider';

interface Props {
  readonly row: UnmappedAcross;
  readonly onClose: () => void;
}

/** Whose class it is to be: that of the provider for all, or that of the only customer that has the name. */
function useSpaces({ row: { customer, customers } }: Pick<Props, 'row'>) {
  const text = useQosTexts();
  const cannot = useDisabledReason(providerQosApi.writing);
  const own = customers === 1 ? [{ value: String(customer.id), label: customer.name }] : [];
  const startsOwn = customers === 1 && (cannot !== undefined || customer.basis === 'own');
  const [space, setSpace] = useState(startsOwn ? String(customer.id) : PROVIDER);
  return {
    space,
    setSpace,
    options: [{ value: PROVIDER, label: text('providerSpace') }, ...own],
    api: space === PROVIDER ? providerQosApi : customerQosApi(customer.id),
  };
}

interface ConsequenceProps {
  readonly row: UnmappedAcross;
  readonly api: QosApi;
  /** Undefined until one is chosen. */
  readonly of: QosClass | undefined;
}

/** For whom the name is mapped. */
function Consequence({ row: { customer, customers, apart }, api, of }: ConsequenceProps) {
  const text = useQosTexts();
  const copied = of !== undefined && !isOwn(api, of);
  return (
    <p className="tt-muted">
      {api.customerId === undefined
        ? text('mapProviderHint', { count: customers - apart })
        : copied
          ? text('mapCopyHint', { class: of.name })
          : text('mapOwnHint', { name: customer.name })}
      {api.customerId === undefined && apart > 0 && ` ${text('mapApart', { count: apart })}`}
    </p>
  );
}

/** Maps a name to a class of the provider or of a customer. */
export function MapDialog({ row, onClose }: Props) {
  const text = useQosTexts();
  const kernel = useKernelTexts();
  const language = useLanguage();
  const { space, setSpace, options, api } = useSpaces({ row });
  const [chosen, setChosen] = useState('');
  const { data: model, error } = useQosModel(api);
  const { run, isPending } = useAction(qosTouches);
  const cannot = useDisabledReason(api.writing);
  const of = model?.classes.find(({ id }) => String(id) === chosen);
  const name = whatText(row.name);
  const map = () => {
    if (model === undefined || of === undefined) return;
    run(() => mapTo(api, model, { of, what: row.name }), {
      done: text('added', { name, class: of.name }),
      onDone: onClose,
    });
  };
  const actions = (
    <>
      <Button onClick={onClose}>{kernel('cancel')}</Button>
      <Button
        kind="primary"
        busy={isPending}
        disabledReason={cannot ?? (of === undefined ? text('chooseClass') : undefined)}
        onClick={map}
      >
        {text('map')}
      </Button>
    </>
  );
  return (
    <Dialog open title={text('mapTitle', { name })} onClose={onClose} actions={actions}>
      <div className="tt-form-pair">
        <Select
          label={text('space')}
          options={options}
          value={space}
          onChange={(next) => {
            setSpace(next);
            setChosen('');
          }}
        />
        <Select
          searchable
          label={text('class')}
          options={(model?.classes ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
          value={of === undefined ? null : chosen}
          nothingFound={text('none')}
          error={error === null ? undefined : sentenceOf(error, language)}
          onChange={setChosen}
        />
      </div>
      <Consequence row={row} api={api} of={of} />
    </Dialog>
  );
}
