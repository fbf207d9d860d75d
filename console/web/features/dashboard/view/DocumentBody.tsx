import {
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { IconLayoutGridAdd, IconPhotoDown } from '@tabler/icons-react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import { selectedIn } from '#schemas/dashboard/document-requests.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useDocumentData, useRowChoices } from '../data/use-document-data.ts';
import { useDocumentPlace } from '../document-page.ts';
import { useLinkTexts } from '../link/texts/en.ts';
import { usePictures, type Pictures } from '../picture/use-pictures.ts';
import { usePictureTexts } from '../picture/texts/en.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { BodyDashlet } from './shared/BodyDashlet.tsx';
import { useShared, type SharedProps } from './shared/use-shared.ts';
import type { FocusedDashlet, Narrowing } from './DashletFrame.tsx';
import { DashletGrid, type CellsProps } from './DashletGrid.tsx';
import { FilterPicker } from './FilterPicker.tsx';
import { useRepeated } from './repeat/use-repeated.ts';
import { filterNames } from './filter-name.ts';
import type { Places } from './grid-places.ts';
import { DocumentPeriodPicker } from './DocumentPeriodPicker.tsx';
import { useDashletItems } from './use-dashlet-items.tsx';
import { CustomerOfTemplate } from '../CustomerOfTemplate.tsx';
import { useShownCustomer } from './use-shown-customer.ts';
import { useDocumentContext, type ChosenContext } from './use-document-context.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useCompared } from './chart-menu/use-compared.ts';
import { DashletDialogs, dialogItems, useDashletDialogs } from './shared/DashletDialogs.tsx';

/** What the editor adds to the view. */
export interface DashletEditing {
  readonly onPlaces: (places: Places, byKeys?: string) => void;
  /** Draws dashlets that can be moved. */
  readonly cells: ComponentType<CellsProps>;
  readonly itemsOf: (dashlet: Dashlet) => readonly MenuItem[];
  readonly selected: string | undefined;
  readonly focus: FocusedDashlet | undefined;
  readonly faultOf: (dashlet: Dashlet) => string | undefined;
}

interface BodyProps {
  readonly document: DashboardDocument;
  /** Of the document, for pictures of it; undefined: there are none. */
  readonly name?: string;
  readonly editing?: DashletEditing;
  /** At the end of the context bar. */
  readonly end?: ReactNode;
  readonly empty: ReactNode;
}

interface ShownProps extends BodyProps {
  readonly customerId: number;
  readonly chosen: ChosenContext;
  readonly picturesRef: Ref<Pictures>;
  readonly narrowing: Narrowing;
}

type Pictured = Omit<Parameters<typeof usePictures>[0], 'name'> & { readonly name: string | undefined };

/** Offers pictures of the page by a reference; returns what draws a dashlet, undefined where there are no pictures. */
function useOfferedPictures({ name, ...shown }: Pictured, ref: Ref<Pictures>) {
  const pictures = usePictures({ ...shown, name: name ?? '' });
  useImperativeHandle(ref, () => pictures);
  return name === undefined ? undefined : (dashlet: Dashlet) => void pictures.ofDashlet(dashlet);
}

/** Draws a dashlet; the same function while another one is edited. */
function useFrames(
  shared: SharedProps,
  { selected, focus, faultOf }: Partial<DashletEditing> = {},
): CellsProps['children'] {
  return useCallback(
    (dashlet, onMoveKey) => (
      <BodyDashlet
        shared={shared}
        dashlet={dashlet}
        onMoveKey={onMoveKey}
        isSelected={selected === dashlet.id}
        focus={focus?.id === dashlet.id ? focus : undefined}
        fault={faultOf?.(dashlet)}
      />
    ),
    [shared, selected, focus, faultOf],
  );
}

function Dashlets({
  document: stored,
  name,
  editing,
  customerId,
  chosen,
  picturesRef,
  narrowing,
}: ShownProps) {
  const language = useLanguage();
  const [rows, chooseRows] = useRowChoices();
  const [document, compared] = useCompared(stored);
  const { filters } = document;
  const repeated = useRepeated({ document, chosen, customerId });
  // The editor has the one that is stored.
  const drawn = editing === undefined ? repeated.document : document;
  const { grid, dashlets } = drawn;
  const shown = shownOf(drawn, editing);
  const { elements } = compared;
  const page = useDocumentData({ customerId, rows, elements, document: shown, at: chosen.at });
  const open = useDashletDialogs();
  const picture = useOfferedPictures({ name, document: shown, page, customerId, chosen }, picturesRef);
  const itemsOf = useDashletItems({
    page,
    name,
    chosen,
    customerId,
    ...dialogItems(open, page),
    compared: editing === undefined ? compared : undefined,
    onPicture: picture,
  });
  const shared = useShared({
    page,
    context: chosen.context,
    customerId,
    narrowing,
    selected: useMemo(() => selectedIn({ filters }, chosen.selection), [filters, chosen.selection]),
    filterTitle: useMemo(() => filterNames(filters, language), [filters, language]),
    itemsOf: (dashlet) => [...(editing?.itemsOf(dashlet) ?? []), ...itemsOf(dashlet)],
    onDrill: editing === undefined ? (from, target) => open.drill({ from, target }) : undefined,
    onRows: chooseRows,
    onZoom: ({ from, to }) => chosen.choosePeriod({ kind: 'fixed', from, to }),
  });
  const frame = useFrames(shared, editing);
  return (
    <>
      {editing === undefined &&
        repeated.notes.map((note) => (
          <p key={note} className="tt-muted tt-repeat-note" role="status">
            {note}
          </p>
        ))}
      <DashletGrid grid={grid} dashlets={dashlets} onPlaces={editing?.onPlaces} cells={editing?.cells}>
        {frame}
      </DashletGrid>
      <DashletDialogs open={open} page={page} chosen={chosen} customerId={customerId} compared={compared} />
    </>
  );
}

/** The document without the dashlets that cannot be requested yet. */
function shownOf(document: DashboardDocument, editing: DashletEditing | undefined): DashboardDocument {
  if (editing === undefined) return document;
  const dashlets = document.dashlets.filter((dashlet) => editing.faultOf(dashlet) === undefined);
  return dashlets.length === document.dashlets.length ? document : { ...document, dashlets };
}

function PageAsPicture({ picturesRef }: { readonly picturesRef: RefObject<Pictures | null> }) {
  const text = usePictureTexts();
  const [isBusy, setIsBusy] = useState(false);
  const draw = async (): Promise<void> => {
    setIsBusy(true);
    await picturesRef.current?.ofPage();
    setIsBusy(false);
  };
  return (
    <IconButton
      label={text('ofPage')}
      icon={<IconPhotoDown size={16} />}
      disabledReason={isBusy ? text('working') : undefined}
      onClick={() => void draw()}
    />
  );
}

/** The open filter, and the one that narrows the context most: one that selects nothing yet. */
function useNarrowing({ filters }: DashboardDocument, { selection }: ChosenContext) {
  const [openFilter, setOpenFilter] = useState<string>();
  const unused = filters.find(({ id }) => (selection[id] ?? []).length === 0);
  const filter = (unused ?? filters[0])?.id;
  const narrowing = useMemo((): Narrowing => ({ filter, open: setOpenFilter }), [filter]);
  return { openFilter, setOpenFilter, narrowing };
}

/** Period and filters of a document, and its dashlets. */
export function DocumentBody(props: BodyProps) {
  const { document, name, end, empty } = props;
  const pictures = useRef<Pictures>(null);
  const isPicturable = name !== undefined && document.dashlets.length > 0;
  const text = useDashboardTexts();
  const linkText = useLinkTexts();
  const { api, change } = useDocumentPlace();
  const customerId = useShownCustomer();
  const chosen = useDocumentContext(document);
  const { openFilter, setOpenFilter, narrowing } = useNarrowing(document, chosen);
  return (
    <>
      <Toolbar label={text('context')} end={isPicturable ? <PageAsPicture picturesRef={pictures} /> : end}>
        {api.customerId === undefined && <CustomerOfTemplate onChoose={(id) => change({ for: id }, true)} />}
        <DocumentPeriodPicker chosen={chosen} />
        {customerId !== undefined &&
          document.filters.map((filter) => (
            <FilterPicker
              key={filter.id}
              filter={filter}
              customerId={customerId}
              chosen={chosen}
              isOpen={openFilter === filter.id}
              onOpen={(isOpen) => setOpenFilter(isOpen ? filter.id : undefined)}
            />
          ))}
      </Toolbar>
      {chosen.periodFault !== undefined && <Banner tone="warning">{linkText(chosen.periodFault)}</Banner>}
      {document.dashlets.length === 0 && (
        <div className="tt-panel-message tt-document-empty">
          <span className="tt-panel-message-icon">
            <IconLayoutGridAdd size={20} />
          </span>
          <p className="tt-panel-message-title">{text('noDashlets')}</p>
          {empty}
        </div>
      )}
      {customerId === undefined ? (
        <p className="tt-muted">{text('noCustomer')}</p>
      ) : (
        document.dashlets.length > 0 && (
          <Dashlets
            key={customerId}
            {...props}
            customerId={customerId}
            chosen={chosen}
            narrowing={narrowing}
            picturesRef={pictures}
          />
        )
      )}
    </>
  );
}
