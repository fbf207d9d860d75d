import { AlarmDraft, type Alarm } from '../cockpit.ts';
import { alarmTargetOf } from '../target.ts';
import type { KpiDirectory } from '../../kpi/directory.ts';
import { levelsRejection, raisedSeverities, type SeverityLevels } from './severity-levels.ts';

/** Two alarms that differ in severity, threshold and label alone, and could be one alarm with a level. */
export interface LevelPair {
  readonly milder: Alarm;
  readonly worse: Alarm;
  readonly levels: SeverityLevels;
}

/** Everything that the alarms of a pair have in common. */
function commonParts(alarm: Alarm, kpis: KpiDirectory): string {
  const draft = AlarmDraft.strip().parse(alarm);
  const { label: _, threshold: __, severity: ___, levels: ____, target: _____, ...common } = draft;
  return JSON.stringify([
    alarmTargetOf(alarm, kpis),
    Object.entries({ ...common, groups: common.groups.toSorted((a, b) => a - b) }).sort(([a], [b]) =>
      a < b ? -1 : 1,
    ),
  ]);
}

/** A definition whose thresholds others set is not converted: there would be nothing left of what they have set. */
const isConvertible = ({ ownThresholds: { customers, elements }, customerBounds, levels }: Alarm): boolean =>
  customers + elements === 0 && customerBounds === undefined && levels === undefined;

function pairOf(milder: Alarm, worse: Alarm): LevelPair | undefined {
  const severity = raisedSeverities.find((one) => one === worse.severity);
  if (severity === undefined || !isConvertible(worse)) return undefined;
  if (milder.levels?.[severity] !== undefined) return undefined;
  const levels = { ...milder.levels, [severity]: worse.threshold };
  return levelsRejection({ ...milder, levels }) === undefined ? { milder, worse, levels } : undefined;
}

/** The pairs of a cockpit, each alarm in one of them at most, in the order of the alarms. */
export function levelPairs(alarms: readonly Alarm[], kpis: KpiDirectory): readonly LevelPair[] {
  const groups = Map.groupBy(alarms, (alarm) => commonParts(alarm, kpis));
  const taken = new Set<Alarm>();
  return [...groups.values()].flatMap((group) =>
    group.flatMap((milder) => {
      const found = group
        .flatMap((worse) => pairOf(milder, worse) ?? [])
        .find((pair) => !taken.has(pair.milder) && !taken.has(pair.worse));
      if (found === undefined) return [];
      taken.add(found.milder).add(found.worse);
      return [found];
    }),
  );
}
