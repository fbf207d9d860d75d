import { operatorSign } from '#schemas/alerting/alert.ts';
import { useQuery } from '@tanstack/react-query';
import { IconTrash } from '@tabler/icons-react';
import type { Alarm, OwnThreshold, ThresholdTarget } from '#schemas/cockpit/cockpit.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import { deleteThreshold, setThreshold } from '#schemas/cockpit/threshold-routes.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { CustomerThresholds } from './CustomerThresholds.tsx';
import { ThresholdForm } from './ThresholdForm.tsx';
import { thresholdFields, type OnSet } from './use-own-threshold.ts';
import { alarmTouches, keepAlarm, thresholdsQuery } from '../cockpit-queries.ts';
import { rejectedFields } from '../rejected-fields.ts';
import { kpiThreshold } from '#web/kernel/kpi/kpi-value.ts';
import { useCockpitTexts } from '../texts/en.ts';
import './threshold.css';

interface Props {
  readonly cockpitId: number;
  /** Undefined until it is stored. */
  readonly alarm: Alarm | undefined;
  readonly onAlarm: (alarm: Alarm) => void;
}

type StoredAlarmProps = Props & { readonly alarm: Alarm };

/** Sets and removes own thresholds of an alarm. */
function useThresholdChange({ cockpitId, alarm, onAlarm }: StoredAlarmProps) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const cache = useQueryCache();
  const { run, isPending } = useAction([
    ...alarmTouches(cockpitId),
    thresholdsQuery(cockpitId, alarm.id).queryKey,
  ]);
  const { version } = alarm;
  const params = { cockpitId, alarm: alarm.id };
  const keep = (next: Alarm): void => {
    keepAlarm(cache, cockpitId, next);
    onAlarm(next);
  };
  const set: OnSet = (target, value, { onDone, onRejected }) =>
    run(() => call(setThreshold, { params, body: { version, target, value } }), {
      done: text('thresholdSet'),
      onDone(next) {
        keep(next);
        onDone();
      },
      // The form shows the faults of its own fields.
      onProblem(problem) {
        const faults = rejectedFields(problem, thresholdFields);
        if (faults.length === 0) showToast({ text: sentenceOf(problem, language), tone: 'bad' });
        onRejected(faults);
      },
    });
  const remove = (target: ThresholdTarget): void =>
    run(() => call(deleteThreshold, { params, query: { version, ...target } }), {
      done: text('thresholdRemoved'),
      onDone: keep,
    });
  return { set, remove, isPending };
}

function ThresholdRow({
  own,
  alarm,
  onRemove,
}: {
  readonly own: OwnThreshold;
  readonly alarm: Alarm;
  readonly onRemove: () => void;
}) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const kpi = factsIn(useKpis(), alarm.kpi);
  const above = own.of === 'customer' ? [] : [...own.parents, own.customer.name];
  return (
    <tr>
      <td className="tt-own-kind">{text(`of-${own.of}`)}</td>
      <th scope="row">
        <span className="tt-ellipsis">{own.name}</span>
        {above.length > 0 && <span className="tt-own-above tt-ellipsis">{above.join(' · ')}</span>}
      </th>
      <td className="tt-own-value">{`${operatorSign(alarm.operator)}\u00A0${kpiThreshold(kpi, own.value, language)}`}</td>
      <td className="tt-own-action">
        <IconButton
          small
          label={text('removeThreshold', { name: own.name })}
          icon={<IconTrash size={15} />}
          disabledReason={useDisabledReason(deleteThreshold)}
          onClick={onRemove}
        />
      </td>
    </tr>
  );
}

function OwnList({
  thresholds,
  alarm,
  onRemove,
}: {
  readonly thresholds: readonly OwnThreshold[];
  readonly alarm: Alarm;
  readonly onRemove: (target: ThresholdTarget) => void;
}) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const kpi = factsIn(useKpis(), alarm.kpi);
  const value = `${operatorSign(alarm.operator)}\u00A0${kpiThreshold(kpi, alarm.threshold, language)}`;
  if (thresholds.length === 0) return <p className="tt-own-none">{text('ownNone', { value })}</p>;
  return (
    <table className="tt-own">
      <caption>{text('ownTitle', { value })}</caption>
      <colgroup>
        <col className="tt-own-kind" />
        <col />
        <col className="tt-own-value" />
        <col className="tt-own-action" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <span className="tt-hidden">{text('of')}</span>
          </th>
          <th scope="col">
            <span className="tt-hidden">{text('name')}</span>
          </th>
          <th scope="col">
            <span className="tt-hidden">{text('value')}</span>
          </th>
          <th scope="col">
            <span className="tt-hidden">{text('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {thresholds.map((own) => (
          <ThresholdRow
            key={`${own.of} ${String(own.id)}`}
            own={own}
            alarm={alarm}
            onRemove={() => onRemove(own.of === 'customer' ? { customer: own.id } : { element: own.id })}
          />
        ))}
      </tbody>
    </table>
  );
}

function Thresholds(props: StoredAlarmProps) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const { cockpitId, alarm } = props;
  const thresholds = useQuery(thresholdsQuery(cockpitId, alarm.id));
  const { set, remove, isPending } = useThresholdChange(props);
  return (
    <div className="tt-thresholds">
      <ThresholdForm cockpitId={cockpitId} alarm={alarm} busy={isPending} onSet={set} />
      <Panel label={text('thresholds')} state={panelStateOf(thresholds, language, 'TEMPLATE.COCKPIT.read')}>
        <OwnList thresholds={thresholds.data ?? []} alarm={alarm} onRemove={remove} />
      </Panel>
      <CustomerThresholds cockpitId={cockpitId} alarm={alarm} />
    </div>
  );
}

/** Own thresholds of customers and elements. */
export function ThresholdTab(props: Props) {
  const text = useCockpitTexts();
  const { alarm } = props;
  if (alarm === undefined) return <p className="tt-own-none">{text('saveFirst')}</p>;
  return <Thresholds {...props} alarm={alarm} />;
}
