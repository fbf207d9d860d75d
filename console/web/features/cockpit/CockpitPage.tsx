import { CockpitView } from './CockpitView.tsx';
import { LibraryView } from './LibraryView.tsx';
import { useCockpitSearch } from './use-cockpit-search.ts';
import './cockpit.css';

/** The library of cockpits, or one of them. */
export function CockpitPage() {
  const { cockpit } = useCockpitSearch().search;
  return cockpit === undefined ? <LibraryView /> : <CockpitView key={cockpit} id={cockpit} />;
}
