import { useMemo } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { numberInAddress } from '#schemas/dashboard/element/page-kind.ts';
import { isPageKind } from '#schemas/dashboard/element/page-kinds.ts';
import { listElements } from '#schemas/data/element-routes.ts';
import { isInventoryKind, type InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { call } from '#web/kernel/api/call.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { useInventoryElement } from '../inventory-queries.ts';
import { useChangeTexts } from '../change/texts/en.ts';
import { ActionLog } from '../log/ActionLog.tsx';
import { useInventoryTexts } from '../texts/en.ts';
import { ElementActions } from './ElementActions.tsx';
import { ElementAttributes } from './ElementAttributes.tsx';
import { ElementView } from './ElementView.tsx';
import { nowhere, subjectOfDetail, type Subject } from './subject.ts';
import { useElementTexts } from './texts/en.ts';
import { useEarlyValues } from './use-early-values.ts';
import '../inventory.css';

const route = getRouteApi('/shell/inventory/$kind/$element');

interface FrameProps {
  /** Name of the kind. */
  readonly kind: string;
  readonly subject: Subject | undefined;
  readonly state: PanelState;
}

/** What was changed in the inventory of a customer. */
function CustomerChanges({ customer }: { readonly customer: number }) {
  const text = useChangeTexts();
  return (
    <section className="tt-element-part" aria-label={text('log')}>
      <h2>{text('log')}</h2>
      <ActionLog customer={customer} />
    </section>
  );
}

/** The heading of the page, and what it is about or why it is not there. */
function Frame({ kind, subject, state }: FrameProps) {
  const name = subject?.name ?? kind;
  return (
    <div className="tt-page tt-element-page">
      <PageHeader
        title={name}
        aside={<span className="tt-muted">{kind}</span>}
        actions={subject === undefined ? <></> : <ElementActions subject={subject} />}
      />
      <Panel label={name} state={state} skeleton="block">
        {subject !== undefined && (
          <ElementView subject={subject}>
            {subject.detail !== undefined && <ElementAttributes detail={subject.detail} />}
            {subject.kind === 'customer' && <CustomerChanges customer={subject.customer} />}
          </ElementView>
        )}
      </Panel>
    </div>
  );
}

const isMissing = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;

interface ElementProps {
  readonly customer: number;
  readonly kind: InventoryKind;
  readonly id: number;
}

/** An element of the inventory, as it is now: it may be renamed, moved or deleted while its page is open. */
function InventoryElementPage({ customer, kind, id }: ElementProps) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const query = useInventoryElement(customer, kind, id);
  const isUnknown = isMissing(query.error);
  const { data } = query;
  useEarlyValues({ customer, kind, id, isRead: data !== undefined });
  const subject = useMemo(
    () => (data === undefined || isUnknown ? undefined : subjectOfDetail(data)),
    [data, isUnknown],
  );
  return (
    <Frame
      kind={text(`one_${kind}`)}
      subject={subject}
      state={
        isUnknown
          ? { is: 'empty', title: text('unknownElement') }
          : panelStateOf(query, language, 'NETWORK.read')
      }
    />
  );
}

/** An application at every site of a customer that the reader sees. */
function ApplicationEverywhere({ customer, number }: { readonly customer: number; readonly number: number }) {
  const text = useInventoryTexts();
  const own = useElementTexts();
  const language = useLanguage();
  const query = useQuery(
    namedQuery('application-everywhere', [customer, number], (signal) =>
      call(listElements, {
        params: { customerId: customer },
        body: { element: 'application', filters: [{ element: 'application', ids: [number] }], count: 1 },
        signal,
      }),
    ),
  );
  const [found] = query.data?.elements ?? [];
  const name = found?.label;
  const subject = useMemo(
    (): Subject | undefined =>
      name === undefined
        ? undefined
        : { kind: 'application', id: 0, number, customer, name, at: nowhere, detail: undefined },
    [name, customer, number],
  );
  return (
    <Frame
      kind={text('one_application')}
      subject={subject}
      state={
        query.data?.count === 0
          ? { is: 'empty', title: own('unknownApplication') }
          : panelStateOf(query, language, 'DASHBOARD.read')
      }
    />
  );
}

/** A customer, with its sites. */
function EntireCustomer({ id }: { readonly id: number }) {
  const text = useElementTexts();
  const names = useInventoryTexts();
  const session = useSession();
  const name = session.customers.find((each) => each.id === id)?.name;
  const subject = useMemo(
    (): Subject | undefined =>
      name === undefined
        ? undefined
        : { kind: 'customer', id, customer: id, name, at: nowhere, detail: undefined },
    [id, name],
  );
  return (
    <Frame
      kind={text('one_customer')}
      subject={subject}
      state={subject === undefined ? { is: 'empty', title: names('unknownElement') } : { is: 'ready' }}
    />
  );
}

/** The page of an element, of an application at every site, or of a customer. */
export function ElementPage() {
  const { kind: of, element } = route.useParams();
  const { customer } = route.useSearch();
  const session = useSession();
  if (customer === undefined || session.customers.length === 0) return null;
  const key = `${String(customer)} ${of} ${element}`;
  const kind = isPageKind(of) ? of : 'site';
  if (kind === 'customer') return <EntireCustomer key={key} id={Number(element)} />;
  const number = kind === 'application' ? numberInAddress(element) : undefined;
  if (number !== undefined) return <ApplicationEverywhere key={key} customer={customer} number={number} />;
  return (
    <InventoryElementPage
      key={key}
      customer={customer}
      kind={isInventoryKind(kind) ? kind : 'site'}
      id={Number(element)}
    />
  );
}
