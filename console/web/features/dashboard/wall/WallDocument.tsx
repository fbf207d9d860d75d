import { useRef } from 'react';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import { selectedIn } from '#schemas/dashboard/document-requests.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useDocumentData } from '../data/use-document-data.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { DashletFrame } from '../view/DashletFrame.tsx';
import { DashletGrid } from '../view/DashletGrid.tsx';
import { FirstSelection } from '../view/FilterPicker.tsx';
import { filterNames } from '../view/filter-name.ts';
import { useBoxSize } from '../view/use-box-size.ts';
import { useRepeated } from '../view/repeat/use-repeated.ts';
import { useDocumentContext } from '../view/use-document-context.ts';
import { wallScale } from './wall-scale.ts';

interface Props {
  readonly document: DashboardDocument;
  readonly customerId: number;
}

/** The dashlets of a document without anything to press, as large as the screen allows. */
export function WallDocument({ document: stored, customerId }: Props) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const chosen = useDocumentContext(stored);
  const { document, notes } = useRepeated({ document: stored, chosen, customerId });
  const page = useDocumentData({ customerId, document, at: chosen.at });
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  return (
    <div className="tt-wall-document" ref={box}>
      {document.filters.map((filter) => (
        <FirstSelection key={filter.id} filter={filter} customerId={customerId} chosen={chosen} />
      ))}
      {notes.map((note) => (
        <p key={note} className="tt-muted tt-repeat-note">
          {note}
        </p>
      ))}
      {document.dashlets.length === 0 && <p className="tt-document-wall-empty">{text('noDashlets')}</p>}
      {size !== undefined && size.height > 0 && (
        <div style={{ zoom: wallScale(document, size) }}>
          <DashletGrid grid={document.grid} dashlets={document.dashlets}>
            {(dashlet) => (
              <DashletFrame
                dashlet={dashlet}
                page={page}
                context={chosen.context}
                selected={selectedIn(document, chosen.selection)}
                customerId={customerId}
                filterTitle={filterNames(document.filters, language)}
                items={[]}
                onZoom={() => undefined}
              />
            )}
          </DashletGrid>
        </div>
      )}
    </div>
  );
}
