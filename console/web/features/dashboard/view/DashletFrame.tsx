import { memo, use, useCallback, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { IconDots, IconGripVertical } from '@tabler/icons-react';
import { dashletTypes, type Dashlet } from '#schemas/dashboard/dashlets.ts';
import {
  requestsOfDashlet,
  type DocumentContext,
  type DocumentSelection,
} from '#schemas/dashboard/document-requests.ts';
import type { ElementFilter } from '#schemas/data/element-filter.ts';
import { readData } from '#schemas/data/routes.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { OnPaper } from '#web/ui/table/print/paper.ts';
import { useLanguage } from '#web/lib/text.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { EmptyAction, PanelState } from '#web/ui/panel/panel-state.ts';
import type { DashletProps } from '../dashlet-props.ts';
import { useSourceDocument } from '../data/request-data.ts';
import type { DataPage } from '../data/data-page.ts';
import { resultOf, type DashletData } from '../data/dashlet-data.ts';
import { useDashletData } from '../data/use-document-data.ts';
import { useChartTexts } from '../dashlets/texts/en.ts';
import { ResultNotes } from '../notes/ResultNotes.tsx';
import { ResultMarks } from '../provenance/ResultMarks.tsx';
import { useDashboardTexts } from '../texts/en.ts';
import { DashletContent } from './DashletContent.tsx';
import { dashletState } from './dashlet-state.ts';
import { dashletTitle } from './dashlet-title.ts';
import { useBoxSize } from './use-box-size.ts';
import { useInView } from './use-in-view.ts';
import { useOwnPeriodText } from '../period/use-own-period-text.ts';

/** The dashlet that takes the focus; each time it is to take it, another value. */
export interface FocusedDashlet {
  readonly id: string;
}

export interface FrameProps {
  readonly dashlet: Dashlet;
  readonly page: DataPage;
  readonly context: DocumentContext;
  readonly selected: DocumentSelection;
  readonly customerId: number;
  /** Title of a filter of the document. */
  readonly filterTitle: (filter: string) => string;
  /** A function has some. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[]);
  /** While it is edited: moves it by keys. */
  readonly onMoveKey?: ((event: KeyboardEvent) => void) | undefined;
  readonly isSelected?: boolean;
  readonly focus?: FocusedDashlet | undefined;
  /** Why its settings cannot be shown. */
  readonly fault?: string | undefined;
  /** Opens what a row or point of it leads to. */
  readonly onDrill?: DashletProps<Dashlet['type']>['onDrill'];
  readonly onRows?: DashletProps<Dashlet['type']>['onRows'];
  readonly onZoom: (period: { readonly from: number; readonly to: number }) => void;
  /** Opens a filter of the document; undefined: the page offers none. */
  readonly narrowing?: Narrowing | undefined;
}

/** How a reader makes a query smaller. */
export interface Narrowing {
  /** The filter that narrows the context most; undefined: the document has none. */
  readonly filter: string | undefined;
  readonly open: (filter: string) => void;
}

type HeadProps = Pick<FrameProps, 'items' | 'onMoveKey' | 'page'> & {
  readonly id: string;
  readonly title: string;
  /** Whether it waits for the reader to select something, and not for values. */
  readonly isMissing: boolean;
  /** Its own period, where it has one. */
  readonly period: string | undefined;
};

/** What a dashlet without values waits for: its turn in the queue of the server, or the statement. */
function useProgress(page: DataPage, id: string): string | undefined {
  const text = useChartTexts();
  const progress = useDashletData(page, id, (data) => {
    const isUnderWay = data.is === 'queued' || data.is === 'running';
    return isUnderWay && data.result === undefined ? data.is : undefined;
  });
  return progress && text(progress);
}

/** New values leave it as it is. */
const Head = memo(function Head({ id, title, page, items, onMoveKey, isMissing, period }: HeadProps) {
  const text = useDashboardTexts();
  const progress = useProgress(page, id);
  // On paper the page has a heading of its own.
  const Heading = use(OnPaper) === undefined ? 'h2' : 'h3';
  return (
    <header className="tt-dashlet-head">
      {onMoveKey !== undefined && (
        <button
          type="button"
          className="tt-dashlet-grip"
          aria-label={text('move', { title })}
          onKeyDown={onMoveKey}
        >
          <IconGripVertical size={14} />
        </button>
      )}
      <Heading title={title}>{title}</Heading>
      {!isMissing && <ResultMarks page={page} id={id} />}
      {period !== undefined && <span className="tt-muted tt-dashlet-period">{period}</span>}
      {!isMissing && progress !== undefined && (
        <span className="tt-muted tt-dashlet-progress">{progress}</span>
      )}
      <ResultNotes page={page} id={id} />
      {(typeof items === 'function' || items.length > 0) && (
        <Menu
          target={
            <IconButton small label={text('actionsOf', { name: title })} icon={<IconDots size={15} />} />
          }
          items={items}
        />
      )}
    </header>
  );
});

const noFilters: readonly ElementFilter[] = [];

interface Choosing {
  /** Opens a filter, where the page has it. */
  readonly choose: (filter: string) => EmptyAction | undefined;
  /** Opens the one that narrows the context most. */
  readonly narrow: EmptyAction | undefined;
}

function useChoosing({ filterTitle, narrowing }: Pick<FrameProps, 'filterTitle' | 'narrowing'>): Choosing {
  const text = useDashboardTexts();
  if (narrowing === undefined) return { choose: () => undefined, narrow: undefined };
  const choose = (filter: string): EmptyAction => ({
    label: text('chooseIn', { filter: filterTitle(filter) }),
    run: () => narrowing.open(filter),
  });
  return { choose, narrow: narrowing.filter === undefined ? undefined : choose(narrowing.filter) };
}

/** The permission to read values that the reader lacks; readers of a document get what it shows without that. */
function useMissingRight(): string | undefined {
  const missing = useMissingPermission(readData);
  return useSourceDocument() === undefined ? missing : undefined;
}

function useFrameState(
  { dashlet, page, selected, filterTitle, fault, narrowing }: FrameProps,
  data: DashletData,
): PanelState {
  const text = useDashboardTexts();
  const language = useLanguage();
  const missingRight = useMissingRight();
  const { choose, narrow } = useChoosing({ filterTitle, narrowing });
  if (fault !== undefined) return { is: 'empty', title: text('broken'), hint: fault };
  const { isFiltered } = dashletTypes[dashlet.type];
  if (requestsOfDashlet(dashlet) === undefined && (!isFiltered || selected.filters !== undefined))
    return { is: 'ready' };
  const shown: DashletData =
    selected.filters === undefined ? { is: 'missing', filter: selected.missing } : data;
  return dashletState(shown, {
    language,
    narrow,
    retry: () => page.retry(dashlet.id),
    broken: text('broken'),
    missingRight,
    lostKpiHint: text('lostKpiHint'),
    noMatch: text('noMatchHint'),
    missing: (filter) => ({
      title: text('noContext', { filter: filterTitle(filter) }),
      hint: text('noContextHint'),
      add: choose(filter),
    }),
  });
}

/** The box that the content fills. */
function Box({ children }: { readonly children: (size: { width: number; height: number }) => ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  return (
    <div className="tt-dashlet-box" ref={box}>
      {size !== undefined && size.width > 0 && children(size)}
    </div>
  );
}

/** The values of a dashlet, or why there are none. */
function Body({ title, ...props }: FrameProps & { readonly title: string }) {
  const { dashlet, page, context, selected, customerId, onZoom, onDrill, onRows } = props;
  const data = useDashletData(page, dashlet.id, (all) => all);
  const state = useFrameState(props, data);
  return (
    <Panel nested label={title} state={state} skeleton="block">
      <Box>
        {(size) => (
          <DashletContent
            dashlet={dashlet}
            title={title}
            result={resultOf(data)}
            request={page.requestOf(dashlet.id)}
            context={context}
            chosen={selected.filters ?? noFilters}
            customerId={customerId}
            size={size}
            onZoom={onZoom}
            onDrill={onDrill}
            onRows={onRows}
          />
        )}
      </Box>
    </Panel>
  );
}

/** A dashlet with its heading, its actions and its state. New values are drawn in its body only. */
export function DashletFrame(props: FrameProps) {
  const { dashlet, page, items, onMoveKey, isSelected = false, focus } = props;
  const { id } = dashlet;
  const frame = useRef<HTMLElement>(null);
  useInView(
    frame,
    useCallback((view) => page.setView(id, view), [page, id]),
  );
  useEffect(() => {
    if (isSelected) frame.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  useEffect(() => {
    if (focus?.id === id) frame.current?.querySelector('button')?.focus();
  }, [focus, id]);
  const title = dashletTitle(dashlet, useKpis(), useLanguage());
  const period = useOwnPeriodText(dashlet, props.context);
  return (
    <article
      ref={frame}
      className="tt-dashlet"
      aria-label={title}
      data-selected={isSelected}
      data-type={dashlet.type}
      data-dashlet={dashlet.id}
    >
      <Head
        id={id}
        title={title}
        page={page}
        items={items}
        onMoveKey={onMoveKey}
        period={period}
        isMissing={props.selected.filters === undefined}
      />
      <Body {...props} title={title} />
    </article>
  );
}
