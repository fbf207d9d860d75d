import { reportModes } from '../machine/modes.ts';
import { useReportTexts } from '../texts/en.ts';
import { ItemPanel } from './panel/ItemPanel.tsx';
import { LayersPanel } from './panel/LayersPanel.tsx';
import { PageSetup, ReportSetup } from './panel/SetupPanel.tsx';
import { VariablesPanel } from './panel/VariablesPanel.tsx';
import type { EditorParts } from './use-editor.ts';

/** The side panel: the selected item and the layers, or the set-up of page and report. */
export function SidePanel({ parts }: { readonly parts: EditorParts }) {
  const text = useReportTexts();
  const { control, actions, selection, select, open } = parts;
  const isSetup = control.mode === reportModes.setup;
  const [only] = actions.selected.length === 1 ? actions.selected : [];
  return (
    <aside className="tt-report-panel" aria-label={text(isSetup ? 'setup' : 'properties')}>
      {isSetup ? (
        <>
          <PageSetup control={control} />
          <VariablesPanel control={control} />
          <ReportSetup control={control} />
        </>
      ) : (
        <>
          {only !== undefined && <ItemPanel key={only.id} control={control} item={only} onOpen={open} />}
          {actions.selected.length > 1 && (
            <p className="tt-muted">{text('selectedItems', { count: actions.selected.length })}</p>
          )}
          <LayersPanel control={control} selection={selection} select={select} />
        </>
      )}
    </aside>
  );
}
