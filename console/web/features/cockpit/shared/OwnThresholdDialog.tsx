import { z } from 'zod';
import { isWithin } from '#schemas/cockpit/customer-bounds.ts';
import { setCustomerThreshold } from '#schemas/cockpit/customer-threshold-routes.ts';
import { isThreshold } from '#schemas/cockpit/level/severity-levels.ts';
import type { SharedAlarm } from '#schemas/cockpit/shared-routes.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import { call } from '#web/kernel/api/call.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { kpiThreshold } from '#web/kernel/kpi/kpi-value.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { TextField } from '#web/ui/field/TextField.tsx';
import { shownBuiltIn } from '#schemas/name/built-in-name.ts';
import { parseFigure } from '../alarm-editor/editor-draft.ts';
import { cockpitFaultText } from '../cockpit-fault-text.ts';
import { sharedQuery } from '../cockpit-queries.ts';
import { unitSign } from '../rule-sentence.ts';
import { useCockpitTexts } from '../texts/en.ts';

interface Props {
  readonly customerId: number;
  readonly alarm: SharedAlarm;
  readonly onClose: () => void;
}

const contract = z.object({ value: z.string() });

/** The rules of the server, as the typed figure breaks them. */
function faultOf(figure: string, { bounds }: SharedAlarm) {
  const value = parseFigure(figure);
  if (!isThreshold(value)) return { code: 'THRESHOLD_INCORRECT' } as const;
  if (bounds === null || isWithin(value, bounds)) return undefined;
  return { code: 'COCKPIT_THRESHOLD_OUTSIDE', params: { ...bounds } } as const;
}

/** The threshold of the provider, the bounds and the threshold in force. */
function Facts({ alarm }: Pick<Props, 'alarm'>) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const kpi = factsIn(useKpis(), alarm.kpi);
  const shown = (value: number) => kpiThreshold(kpi, value, language);
  const { provided, bounds, threshold } = alarm;
  const facts = [
    [text('ofProvider'), shown(provided)],
    ...(bounds === null
      ? []
      : [[text('customerBounds'), text('boundsRange', { min: shown(bounds.min), max: shown(bounds.max) })]]),
    [text('inForceNow'), shown(threshold)],
  ];
  return (
    <dl className="tt-own-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Sets the threshold of a shared alarm for the customer, within the bounds of the provider. */
export function OwnThresholdDialog({ customerId, alarm, onClose }: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const kpi = factsIn(useKpis(), alarm.kpi);
  const form = useForm<{ value: string }>({
    initial: { value: String(alarm.own?.value ?? alarm.threshold) },
    contract,
    check({ value }) {
      const fault = faultOf(value, alarm);
      return fault === undefined ? [] : [{ path: 'value', message: cockpitFaultText(fault, language) }];
    },
    async store({ value }) {
      const params = { customerId, alarm: alarm.id };
      await call(setCustomerThreshold, { params, body: { value: parseFigure(value) } });
    },
    done: () => text('thresholdSet'),
    touches: [sharedQuery(customerId).queryKey],
    onSaved: onClose,
    onClosed: onClose,
  });
  return (
    <FormDialog
      title={text('ownTitleOf', { name: shownBuiltIn('alarm', alarm.label, language) })}
      form={form}
      disabledReason={useDisabledReason(setCustomerThreshold)}
      action={text('set')}
    >
      <Facts alarm={alarm} />
      <TextField
        required
        {...entryOf(form, 'value')}
        label={text('threshold')}
        right={<span className="tt-unit">{unitSign(kpi, language)}</span>}
      />
    </FormDialog>
  );
}
