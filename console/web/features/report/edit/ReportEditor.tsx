import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import type { ChosenContext } from '../../dashboard/view/use-document-context.ts';
import { EditorNotice } from '../../dashboard/edit/EditorNotice.tsx';
import { OtherEditorsNotice } from '../../dashboard/edit/others/OtherEditorsNotice.tsx';
import { ReportCanvas } from '../canvas/ReportCanvas.tsx';
import { ImageLibraryDialog } from '../images/ImageLibraryDialog.tsx';
import { reportModes } from '../machine/modes.ts';
import { useReportTexts } from '../texts/en.ts';
import { ReportContextBar } from '../view/ReportHeader.tsx';
import { ArrangeBar } from './ArrangeBar.tsx';
import { EditorDialogs, OpenDashlet } from './EditorDialogs.tsx';
import { EditorHeader } from './EditorHeader.tsx';
import { newImageItem } from './item-recipes.ts';
import { PageStrip } from './PageStrip.tsx';
import type { ReportActor } from './report-control.ts';
import { SidePanel } from './SidePanel.tsx';
import { useEditor, useZoom, type EditorParts } from './use-editor.ts';
import './editor.css';

const TextEditor = lazyPart(() => import('./text/TextEditor.tsx'), 'TextEditor');

/** Writes the text of an item on the page. */
function Writing({ parts }: { readonly parts: EditorParts }) {
  const text = useReportTexts();
  const { control, written, stopWriting } = parts;
  if (written === undefined) return null;
  return (
    <Suspense>
      <TextEditor
        key={written.id}
        label={text('kind_text')}
        text={written.text}
        variables={control.document.variables.map(({ name }) => name)}
        onChange={(next) =>
          control.changeItem(
            written.id,
            (draft) => {
              if (draft.kind === 'text') Object.assign(draft, { text: next });
            },
            'text',
          )
        }
        onClose={stopWriting}
      />
    </Suspense>
  );
}

interface Props {
  readonly actor: ReportActor;
  readonly chosen: ChosenContext;
  /** Why the user cannot save any more. */
  readonly disabledReason: string | undefined;
  readonly resource: number;
  /** The version that the server has, as far as this browser knows. */
  readonly version: number;
  /** The draft is from before the page was loaded. */
  readonly isRestored: boolean;
}

/** A report while it is designed and set up: every change is shown at once. */
export function ReportEditor({ actor, chosen, disabledReason, resource, version, isRestored }: Props) {
  const parts = useEditor(actor, disabledReason);
  const { control, actions, faults, written } = parts;
  const desk = useRef<HTMLDivElement>(null);
  const { zoom, setZoom } = useZoom(control, desk);
  const [isChoosing, setIsChoosing] = useState(false);
  const [isDiscarding, setIsDiscarding] = useState(false);
  const [isSnapping, setIsSnapping] = useState(true);
  return (
    <div className="tt-page tt-report" data-editing>
      <EditorHeader
        control={control}
        mayNotSave={parts.mayNotSave}
        onAdd={parts.add}
        onImages={() => setIsChoosing(true)}
        onDiscard={() => setIsDiscarding(true)}
        onSave={parts.save}
      />
      <EditorNotice
        name={control.name}
        isDeleted={false}
        isOlder={control.baseVersion < version}
        isRestored={control.isChanged && isRestored}
      />
      <OtherEditorsNotice document={{ kind: 'report', resource }} />
      <ReportContextBar document={control.document} chosen={chosen} />
      {control.mode !== reportModes.setup && (
        <ArrangeBar
          actions={actions}
          zoom={zoom}
          onZoom={setZoom}
          isSnapping={isSnapping}
          onSnapping={setIsSnapping}
        />
      )}
      <div className="tt-page-body tt-report-editor">
        <PageStrip control={control} />
        <div className="tt-report-desk" ref={desk}>
          <ReportCanvas
            key={control.page.id}
            control={control}
            chosen={chosen}
            zoom={zoom}
            isSnapping={isSnapping}
            selection={parts.selection}
            select={parts.select}
            onFrames={(frames) => actions.setFrames(frames)}
            isValid={faults.isValid}
            faultOf={faults.faultOf}
            onOpen={parts.open}
            writing={written && { id: written.id, editor: <Writing parts={parts} /> }}
          />
        </div>
        <SidePanel parts={parts} />
        <OpenDashlet control={control} />
      </div>
      {isChoosing && (
        <ImageLibraryDialog
          onChoose={(image) => {
            actions.add(newImageItem(control.newId(), control.page, image));
            setIsChoosing(false);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
      <EditorDialogs
        control={control}
        isDiscarding={isDiscarding}
        onDiscarded={() => setIsDiscarding(false)}
      />
    </div>
  );
}
