import { useEffect, useMemo, type ReactNode } from 'react';
import { elementPage } from '#schemas/dashboard/element/element-document.ts';
import { emptyDocument } from '#schemas/dashboard/document.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { OwnPlaces } from '#web/kernel/annotation/own-places.ts';
import { useAlertDeltas, useAlerts } from '#web/kernel/alert/alert-feed.ts';
import { useNamedAlarms } from '#web/kernel/text/use-built-in-name.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { DocumentPlaceProvider } from '../../dashboard/document-page.ts';
import { useDocumentData } from '../../dashboard/data/use-document-data.ts';
import { useCompared } from '../../dashboard/view/chart-menu/use-compared.ts';
import { DocumentPeriodPicker } from '../../dashboard/view/DocumentPeriodPicker.tsx';
import { useDocumentContext, type ChosenContext } from '../../dashboard/view/use-document-context.ts';
import { alarmsOf } from './alarms-of-element.ts';
import { ElementEvents } from './ElementEvents.tsx';
import { ElementGraphs } from './ElementGraphs.tsx';
import { ElementHead } from './ElementHead.tsx';
import { ElementTalkers } from './ElementTalkers.tsx';
import { Neighbours } from './neighbours/Neighbours.tsx';
import { PartTableView } from './parts/PartTables.tsx';
import { StateStrip } from './StateStrip.tsx';
import { placesOfSubject, type Subject } from './subject.ts';
import { useElementTexts } from './texts/en.ts';
import { useBegun } from './use-begun.ts';
import { useElementPlace } from './use-element-place.ts';
import '#web/styles/series.css';
import '../../dashboard/dashboard.css';
import './element.css';

interface Props {
  readonly subject: Subject;
  /** What only some kinds have, below the tables. */
  readonly children?: ReactNode;
}

/** The running alarms of the customer as they change; undefined until they are known. */
function useRunningAlarms(customer: number): readonly AlarmRow[] | undefined {
  const { data } = useAlerts(customer, useNamedAlarms());
  useAlertDeltas(customer);
  return data?.alarms;
}

interface ValuesProps {
  readonly subject: Subject;
  readonly chosen: ChosenContext;
  readonly alarms: readonly AlarmRow[] | undefined;
  /** What is below the tables. */
  readonly children: ReactNode;
}

/** Graphs and tables of parts: one call for all that the page shows. */
function Values({ subject, chosen, alarms, children }: ValuesProps) {
  const language = useLanguage();
  const kpis = useKpis();
  const { period } = chosen;
  const { kind, id, number, site, customer, name } = subject;
  const shown = useMemo(
    () => elementPage({ kind, id, number, site }, { language, kpis, period }),
    [kind, id, number, site, language, kpis, period],
  );
  const [document, compared] = useCompared(shown.document);
  const { elements } = compared;
  const page = useDocumentData({ customerId: customer, document, elements, at: chosen.at });
  const isBegun = useBegun(page, shown.graphs);
  // Whatever is in view: a graph without a value makes room for the next ones, and tables are no dashlets of their own.
  useEffect(() => page.expected(shown.document.dashlets.map((dashlet) => dashlet.id)), [page, shown]);
  return (
    <>
      <ElementGraphs
        shown={shown}
        document={document}
        compared={compared}
        page={page}
        isBegun={isBegun}
        chosen={chosen}
        name={name}
        customerId={customer}
      />
      {isBegun && (
        <>
          {shown.parts.map((part) => (
            <PartTableView key={part.kind} subject={subject} part={part} page={page} alarms={alarms} />
          ))}
          {children}
        </>
      )}
    </>
  );
}

function Content({
  subject,
  alarms,
  children,
}: Props & { readonly alarms: readonly AlarmRow[] | undefined }) {
  const text = useElementTexts();
  const chosen = useDocumentContext(emptyDocument);
  const [seesAlarms, seesValues] = [usePermission('ALERT.read'), usePermission('DASHBOARD.read')];
  const own = useMemo(
    () => alarms && alarmsOf({ ...subject, site: subject.at.site }, alarms),
    [subject, alarms],
  );
  const others = (
    <>
      <ElementTalkers subject={subject} chosen={chosen} />
      <Neighbours subject={subject} chosen={chosen} alarms={alarms} />
      {seesAlarms && <ElementEvents subject={subject} chosen={chosen} />}
      {children}
    </>
  );
  return (
    <>
      <ElementHead subject={subject} alarms={own} />
      {seesAlarms && <StateStrip subject={subject} />}
      <Toolbar label={text('period')}>
        <DocumentPeriodPicker chosen={chosen} />
      </Toolbar>
      {seesValues ? (
        <Values subject={subject} chosen={chosen} alarms={alarms}>
          {others}
        </Values>
      ) : (
        others
      )}
    </>
  );
}

function LiveContent(props: Props) {
  return <Content {...props} alarms={useRunningAlarms(props.subject.customer)} />;
}

/** All that there is about an element, by one composition for every kind. */
export function ElementView(props: Props) {
  const place = useElementPlace(props.subject.customer);
  const seesAlarms = usePermission('ALERT.read');
  const { subject } = props;
  const places = useMemo(() => placesOfSubject(subject), [subject]);
  return (
    <DocumentPlaceProvider value={place}>
      <OwnPlaces value={places}>
        <div className="tt-element">
          {seesAlarms ? <LiveContent {...props} /> : <Content {...props} alarms={undefined} />}
        </div>
      </OwnPlaces>
    </DocumentPlaceProvider>
  );
}
