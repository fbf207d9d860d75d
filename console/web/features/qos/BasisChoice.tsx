import { useState } from 'react';
import { qosBases, type QosBasis, type QosModel } from '#schemas/qos/model.ts';
import { updateQosBasis } from '#schemas/qos/routes.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { qosTouches } from './qos-queries.ts';
import { useQosTexts } from './texts/en.ts';

interface Props {
  readonly customerId: number;
  readonly model: QosModel;
}

/** Which classes a customer has. Returning to those of the provider requires confirmation: it deletes its own. */
export function BasisChoice({ customerId, model: { basis, version, classes } }: Props) {
  const text = useQosTexts();
  const [confirming, setConfirming] = useState(false);
  const { run, isPending } = useRouteAction(updateQosBasis, { touches: qosTouches });
  const disabledReason = useDisabledReason(updateQosBasis);
  const count = classes.filter(({ owner }) => owner === 'customer').length;
  const choose = (next: QosBasis) => {
    const body = { basis: next, copy: next === 'own', version };
    run({ params: { customerId }, body }, { done: text('basisSaved') });
  };
  return (
    <>
      <Select
        quietLabel
        label={text('basis')}
        disabled={disabledReason !== undefined || isPending}
        options={qosBases.map((one) => ({ value: one, label: text(`basis-${one}`) }))}
        value={basis}
        onChange={(value) => {
          const next = qosBases.find((one) => one === value);
          if (next === undefined || next === basis) return;
          if (next === 'provider' && count > 0) setConfirming(true);
          else choose(next);
        }}
      />
      <ConfirmDialog
        open={confirming}
        title={text('restoreTitle')}
        consequence={text('restoreHint', { count })}
        action={text('restoreAction')}
        onConfirm={() => {
          setConfirming(false);
          choose('provider');
        }}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
