import { deleteKpi, type ListedKpi } from '#schemas/kpi/definition-routes.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { kpiTouches } from '#web/kernel/kpi/kpi-touches.ts';
import { RemovalDialog } from '#web/kernel/list/RemovalDialog.tsx';
import { DocumentUseList } from '#web/kernel/resource/DocumentUseList.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { KpiAlarmList } from './KpiAlarms.tsx';
import { useKpiAlarms, useKpiDocuments } from './kpi-queries.ts';
import { useKpiTexts } from './texts/en.ts';

/** Why a KPI cannot be deleted: alarms are on it. Undefined as long as none is known. */
function useRefusal({ data }: ReturnType<typeof useKpiAlarms>): string | undefined {
  const language = useLanguage();
  const alarms = data === undefined ? 0 : data.alarms.length + data.others;
  return alarms === 0 ? undefined : problemText('KPI_IN_USE', language, { alarms });
}

/** Requires confirmation before a KPI is deleted, once it is known which alarms and documents use it; alarms forbid it. */
export function KpiRemoval({ kpi, onClose }: { readonly kpi: ListedKpi; readonly onClose: () => void }) {
  const text = useKpiTexts();
  const resource = useResourceTexts();
  const name = kpi[useLanguage()];
  const [alarms, uses] = [useKpiAlarms(kpi.key), useKpiDocuments(kpi.key)];
  const refusal = useRefusal(alarms);
  const isSearched = alarms.isPending || uses.isPending;
  return (
    <RemovalDialog
      route={deleteKpi}
      args={{ params: { key: kpi.key } }}
      touches={kpiTouches}
      title={text('deleteTitle', { name })}
      consequence={text('deleteConsequence')}
      action={text('delete')}
      done={text('wasDeleted', { name })}
      disabledReason={refusal ?? (isSearched ? resource('usedSearch') : undefined)}
      onClose={onClose}
    >
      {refusal !== undefined && alarms.data !== undefined && (
        <section aria-label={text('alarms')}>
          <Banner tone="bad">
            {refusal} {text('deleteInUse')}
          </Banner>
          <KpiAlarmList {...alarms.data} />
        </section>
      )}
      <DocumentUseList query={uses} consequence={text('deleteUses')} />
    </RemovalDialog>
  );
}
