import { createContext, use, useCallback, useMemo, useState } from 'react';
import { IconChevronRight } from '@tabler/icons-react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { useAlertingTexts } from '../texts/en.ts';
import { foldAlarms, type FoldedAlarm } from './fold-alarms.ts';
import './folded-alarms.css';

interface Folding {
  readonly places: ReadonlyMap<string, FoldedAlarm>;
  readonly expanded: ReadonlySet<string>;
  readonly expand: (id: string, isExpanded: boolean) => void;
}

const nothing: ReadonlySet<string> = new Set();
const FoldingContext = createContext<Folding>({
  places: new Map(),
  expanded: nothing,
  expand: () => undefined,
});
export const FoldingProvider = FoldingContext.Provider;

/** The rows of the table folded under the alarms that explain them, and the keys that expand and fold the active one. */
export function useFolding(alarms: readonly AlarmRow[]) {
  const [expanded, setExpanded] = useState(nothing);
  const expand = useCallback((id: string, isExpanded: boolean) => {
    setExpanded((before) => {
      const after = new Set(before);
      if (isExpanded) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  const arrange = useCallback((sorted: readonly AlarmRow[]) => foldAlarms(sorted, expanded).rows, [expanded]);
  const { places } = useMemo(() => foldAlarms(alarms, expanded), [alarms, expanded]);
  const folding = useMemo(() => ({ places, expanded, expand }), [places, expanded, expand]);
  const placeOf = ({ id }: AlarmRow) => {
    const { level = 1, explains = 0 } = places.get(id) ?? {};
    return { level, ...(explains === 0 ? {} : { expanded: expanded.has(id) }) };
  };
  const onKey = (key: string, { id }: AlarmRow): void => {
    if (key === 'ArrowRight' || key === 'ArrowLeft') expand(id, key === 'ArrowRight');
  };
  return { folding, arrange, placeOf: places.size === 0 ? undefined : placeOf, onKey };
}

/** Before the name of an alarm: its level, and the button that shows the alarms that it explains. */
export function FoldButton({ alarm, active }: { readonly alarm: AlarmRow; readonly active: boolean }) {
  const text = useAlertingTexts();
  const { places, expanded, expand } = use(FoldingContext);
  const { level, explains } = places.get(alarm.id) ?? { level: 1, explains: 0 };
  if (level === 1 && explains === 0) return null;
  const isExpanded = expanded.has(alarm.id);
  const label = text(isExpanded ? 'foldExplained' : 'showExplained', { count: explains, alarm: alarm.name });
  return (
    <span className="tt-fold" data-level={level}>
      {explains > 0 && (
        <button
          type="button"
          tabIndex={active ? 0 : -1}
          aria-expanded={isExpanded}
          aria-label={label}
          title={label}
          onClick={() => expand(alarm.id, !isExpanded)}
        >
          <IconChevronRight size={14} aria-hidden="true" />
          {explains}
        </button>
      )}
    </span>
  );
}
