import { KpiDirectoryProvider } from '#web/kernel/kpi/kpi-directory.tsx';
import { CockpitView } from './CockpitView.tsx';
import { AlarmLookup } from './AlarmLookup.tsx';
import { LibraryView } from './library/LibraryView.tsx';
import { useCockpitSearch } from './cockpit-search.ts';
import './cockpit.css';

/** The library of cockpits, or one of them. */
export function CockpitPage() {
  const { cockpit, alarm } = useCockpitSearch().search;
  if (cockpit !== undefined)
    return (
      <KpiDirectoryProvider>
        <CockpitView key={cockpit} id={cockpit} />
      </KpiDirectoryProvider>
    );
  return typeof alarm === 'number' ? <AlarmLookup alarm={alarm} /> : <LibraryView />;
}
