import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Cockpit } from '#schemas/cockpit/cockpit.ts';
import type { CockpitVersion } from '#schemas/cockpit/version.ts';
import { compareCockpitVersions, restoreCockpitVersion } from '#schemas/cockpit/version-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { cockpitFaultText } from '../cockpit-fault-text.ts';
import { groupsQuery, keepCockpit } from '../cockpit-queries.ts';
import { useCockpitTexts } from '../texts/en.ts';
import { DifferenceBlocks } from './DifferenceBlocks.tsx';
import { differenceBlocks } from './difference-words.ts';
import { useVersionTexts } from './texts/en.ts';

interface Props {
  readonly cockpit: Cockpit;
  readonly versions: readonly CockpitVersion[];
  readonly number: number;
}

const PRESENT = 'present';

function useComparison(cockpit: Cockpit, number: number, to: string) {
  const { id: cockpitId, version } = cockpit;
  return useQuery(
    namedQuery('cockpit', ['versions', cockpitId, 'difference', number, to, version], (signal) =>
      call(compareCockpitVersions, {
        params: { cockpitId, number },
        query: to === PRESENT ? {} : { to: Number(to) },
        signal,
      }),
    ),
  );
}

function Restore({ cockpit, number, possible }: Omit<Props, 'versions'> & { readonly possible: boolean }) {
  const text = useVersionTexts();
  const cache = useQueryCache();
  const [confirming, setConfirming] = useState(false);
  const missing = useDisabledReason(restoreCockpitVersion);
  const disabledReason = useReachReason()(cockpit) ?? missing;
  const { id: cockpitId, name, version } = cockpit;
  const { run, isPending } = useRouteAction(restoreCockpitVersion, { touches: [['cockpit']] });
  const restore = () =>
    run(
      { params: { cockpitId, number }, body: { version } },
      {
        done: (restored) => ({ text: text('restored', { number, name: restored.name }) }),
        onDone: (restored) => keepCockpit(cache, restored),
      },
    );
  return (
    <>
      <Button
        kind="primary"
        busy={isPending}
        disabledReason={disabledReason ?? (possible ? undefined : text('impossible', { number }))}
        onClick={() => setConfirming(true)}
      >
        {text('restore', { number })}
      </Button>
      {confirming && (
        <ConfirmDialog
          open
          layer="restore"
          title={text('restoreTitle', { number, name })}
          consequence={text('restoreHint')}
          action={text('restore', { number })}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false);
            restore();
          }}
        />
      )}
    </>
  );
}

/** What changed since a version, in words, and its restoration. */
export function VersionDifference({ cockpit, versions, number }: Props) {
  const text = useVersionTexts();
  const words = { text, cockpitText: useCockpitTexts(), uiText: useUiTexts() };
  const language = useLanguage();
  const kpis = useKpis();
  const { data: groups = [] } = useQuery(groupsQuery);
  const [to, setTo] = useState(PRESENT);
  const comparison = useComparison(cockpit, number, to);
  const { data } = comparison;
  const later = versions.filter((one) => one.number > number);
  const options = [
    { value: PRESENT, label: text('present') },
    ...later.map((one) => ({ value: String(one.number), label: text('version', { number: one.number }) })),
  ];
  const other = to === PRESENT ? text('otherPresent') : text('otherVersion', { number: to });
  const label = text('since', { number, other });
  const faults = data?.faults ?? [];
  return (
    <div className="tt-version-difference">
      <Select label={text('compare')} options={options} value={to} onChange={setTo} />
      <Panel label={label} state={panelStateOf(comparison, language, 'TEMPLATE.COCKPIT.read')}>
        {data !== undefined && (
          <DifferenceBlocks
            blocks={differenceBlocks(data.difference, { ...words, language, kpis, groups })}
          />
        )}
      </Panel>
      {faults.length > 0 && (
        <Banner tone="warning">
          {text('impossible', { number })}
          <ul>
            {faults.map(({ alarm, code, params }) => (
              <li key={`${alarm} ${code}`}>
                {text('fault', { alarm, fault: cockpitFaultText({ code, params: params ?? {} }, language) })}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <div className="tt-version-restore">
        <Restore cockpit={cockpit} number={number} possible={data !== undefined && faults.length === 0} />
      </div>
    </div>
  );
}
