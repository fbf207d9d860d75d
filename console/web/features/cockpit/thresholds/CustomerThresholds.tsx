import { useQuery } from '@tanstack/react-query';
import { IconLock, IconLockOpen, IconTrash } from '@tabler/icons-react';
import type { Alarm, CustomerThreshold } from '#schemas/cockpit/cockpit.ts';
import {
  freezeCustomerThreshold,
  listCustomerThresholds,
  removeCustomerThreshold,
} from '#schemas/cockpit/customer-threshold-routes.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { kpiThreshold } from '#web/kernel/kpi/kpi-value.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import { RowActions } from '#web/ui/menu/RowActions.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { useCockpitTexts } from '../texts/en.ts';
import './threshold.css';

interface Props {
  readonly cockpitId: number;
  readonly alarm: Alarm;
}

interface ValueChange {
  readonly customer: number;
  /** Undefined to remove the value. */
  readonly frozen: boolean | undefined;
}

function useValueChange({ cockpitId, alarm }: Props) {
  const { run } = useAction(
    ['customer thresholds', 'chain'].map((part) => ['cockpit', part, cockpitId, alarm.id]),
  );
  return ({ customer, frozen }: ValueChange): void => {
    const params = { cockpitId, alarm: alarm.id, customer };
    if (frozen === undefined) run(() => call(removeCustomerThreshold, { params }));
    else run(() => call(freezeCustomerThreshold, { params, body: { frozen } }));
  };
}

function ValueRow({
  own,
  alarm,
  onChange,
}: {
  readonly own: CustomerThreshold;
  readonly alarm: Alarm;
  readonly onChange: (change: ValueChange) => void;
}) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const kpi = factsIn(useKpis(), alarm.kpi);
  const disabledReason = useDisabledReason(freezeCustomerThreshold);
  const { customer, value, inForce, frozen, author, updatedAt } = own;
  const { id, name } = customer;
  return (
    <tr>
      <th scope="row">
        <span className="tt-ellipsis">{name}</span>
        <span className="tt-own-above tt-ellipsis">
          {author !== null && `${author} · `}
          <Time at={updatedAt} />
        </span>
        {inForce !== value && (
          <span className="tt-own-above">
            {inForce === null
              ? text('setNotAllowed')
              : text('setLimited', { value: kpiThreshold(kpi, inForce, language) })}
          </span>
        )}
        {frozen && <Tag tone="accent">{text('frozen')}</Tag>}
      </th>
      <td className="tt-own-value">{kpiThreshold(kpi, value, language)}</td>
      <td className="tt-own-actions">
        <RowActions
          name={name}
          disabledReason={disabledReason}
          primary={{
            label: text(frozen ? 'releaseValue' : 'freezeValue', { name }),
            icon: frozen ? <IconLockOpen size={15} /> : <IconLock size={15} />,
            run: () => onChange({ customer: id, frozen: !frozen }),
          }}
          items={[
            {
              is: 'action',
              label: text('removeValue', { name }),
              icon: <IconTrash size={15} />,
              run: () => onChange({ customer: id, frozen: undefined }),
            },
          ]}
        />
      </td>
    </tr>
  );
}

/** The thresholds that customers have set within the bounds of the alarm; the provider freezes or removes them. */
export function CustomerThresholds(props: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const { cockpitId, alarm } = props;
  const { customerBounds: bounds } = alarm;
  const kpi = factsIn(useKpis(), alarm.kpi);
  const changeValue = useValueChange(props);
  const list = useQuery(
    namedQuery(
      'cockpit',
      ['customer thresholds', cockpitId, alarm.id, alarm.version],
      async (signal) =>
        (await call(listCustomerThresholds, { params: { cockpitId, alarm: alarm.id }, signal })).thresholds,
    ),
  );
  const thresholds = list.data ?? [];
  if (bounds === undefined && thresholds.length === 0) return null;
  const range = bounds && {
    min: kpiThreshold(kpi, bounds.min, language),
    max: kpiThreshold(kpi, bounds.max, language),
  };
  return (
    <Panel label={text('setByCustomers')} state={panelStateOf(list, language, listCustomerThresholds.needs)}>
      {thresholds.length === 0 ? (
        range !== undefined && <p className="tt-own-none">{text('setByNone', range)}</p>
      ) : (
        <table className="tt-own">
          <caption>{range === undefined ? text('setByCustomers') : text('setByTitle', range)}</caption>
          <tbody>
            {thresholds.map((own) => (
              <ValueRow key={own.customer.id} own={own} alarm={alarm} onChange={changeValue} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
