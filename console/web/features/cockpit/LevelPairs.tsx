import { AlarmDraft, type Cockpit } from '#schemas/cockpit/cockpit.ts';
import { levelPairs, type LevelPair } from '#schemas/cockpit/level/level-pairs.ts';
import { deleteAlarm, updateAlarm } from '#schemas/cockpit/routes.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { call } from '#web/kernel/api/call.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import type { useOwnership } from '#web/kernel/resource/use-ownership.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { alarmTouches } from './cockpit-queries.ts';
import { useCockpitTexts } from './texts/en.ts';

interface Props {
  readonly cockpit: Cockpit | undefined;
  /** Requires confirmation before a cockpit of another owner is changed. */
  readonly guard: ReturnType<typeof useOwnership>['guard'];
}

/** The milder alarm gets the level first: if the second write fails, the worse one still runs, and explains it. */
async function convert(cockpitId: number, { milder, worse, levels }: LevelPair): Promise<void> {
  const { version, runbook = '' } = milder;
  const draft = AlarmDraft.strip().parse(milder);
  await call(updateAlarm, {
    params: { cockpitId, alarm: milder.id },
    body: { ...draft, levels, version, runbook },
  });
  await call(deleteAlarm, { params: { cockpitId, alarm: worse.id }, query: { version: worse.version } });
}

/** Offers to make one alarm with levels of each pair of alarms on the same KPI. */
export function LevelPairs({ cockpit, guard }: Props) {
  const text = useCockpitTexts();
  const kpis = useKpis();
  const missing = useDisabledReason(updateAlarm);
  const disabledReason = useReachReason()(cockpit) ?? missing;
  const { run, isPending } = useAction(alarmTouches(cockpit?.id ?? 0));
  if (cockpit === undefined) return null;
  return levelPairs(cockpit.alarms, kpis).map((pair) => {
    const names = { milder: pair.milder.label, worse: pair.worse.label };
    return (
      <Banner key={pair.milder.id} tone="info">
        {text('levelPair', names)}{' '}
        <Button
          busy={isPending}
          disabledReason={disabledReason}
          onClick={() =>
            guard(cockpit, () => run(() => convert(cockpit.id, pair), { done: text('levelPairDone', names) }))
          }
        >
          {text('levelPairMerge')}
        </Button>
      </Banner>
    );
  });
}
