import type { ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { conditionsText } from '#schemas/inventory/list/conditions.ts';
import { isInventoryKind, type InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { propertyName } from '#schemas/inventory/list/property-names.ts';
import type { InventoryDetail, InventoryElement } from '#schemas/inventory/list/routes.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { RealtimeButton } from '#web/kernel/realtime/RealtimeButton.tsx';
import { useSession } from '#web/kernel/session/session.ts';
import { msOf } from '#web/lib/clock.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Facts, type Fact } from '#web/ui/layout/Facts.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { ActionLog } from '../log/ActionLog.tsx';
import { useChangeTexts } from '../change/texts/en.ts';
import { CollectionState, columnsOfKind, orphanText, propertyText } from '../inventory-columns.tsx';
import { useInventoryElement } from '../inventory-queries.ts';
import { useInventoryTexts } from '../texts/en.ts';
import { ElementActions } from './ElementActions.tsx';
import { ElementAlarms } from './ElementAlarms.tsx';
import { KpiPart } from './KpiPart.tsx';
import { ManagerAlarms } from './ManagerAlarms.tsx';
import { FindingList } from './FindingList.tsx';
import { PollingFacts } from './PollingFacts.tsx';
import '../inventory.css';

const route = getRouteApi('/shell/inventory/$kind/$element');

function Part({ title, children, wide = false }: { title: string; children: ReactNode; wide?: boolean }) {
  return (
    <section className={wide ? 'tt-inventory-wide' : undefined} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function InventoryLink({
  element,
  kind,
  id,
  name,
}: {
  element: InventoryElement;
  kind: InventoryKind;
  id: number;
  name: string;
}) {
  return (
    <Link
      to="/inventory/$kind/$element"
      params={{ kind, element: String(id) }}
      search={{ customer: element.customer }}
    >
      {name}
    </Link>
  );
}

/** The elements that it belongs to, innermost first, and how many belong to it. */
function Relations({ element, children }: Pick<InventoryDetail, 'element' | 'children'>) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const { device, site, kind, name, customer } = element;
  const own = kind === 'site' ? 'site' : 'device';
  const conditions = [
    { property: own, operator: 'equals' as const, values: [name] },
    ...(own === 'device' && site !== null
      ? [{ property: 'site', operator: 'equals' as const, values: [site.name] }]
      : []),
  ];
  const parents: Fact[] = [
    ...(device === null
      ? []
      : [
          [
            text('one_device'),
            <InventoryLink key="device" {...{ element, kind: 'device', ...device }} />,
          ] as const,
        ]),
    ...(site === null
      ? []
      : [[text('one_site'), <InventoryLink key="site" {...{ element, kind: 'site', ...site }} />] as const]),
  ];
  return (
    <>
      {parents.length > 0 && (
        <Part title={text('belongsTo')}>
          <Facts facts={parents} />
        </Part>
      )}
      {(kind === 'site' || kind === 'device') && (
        <Part title={text('children')}>
          {children.length === 0 && <p className="tt-muted">{text('noChildren')}</p>}
          <ul className="tt-inventory-links">
            {children.map((each) => (
              <li key={each.kind}>
                <Link
                  to="/inventory"
                  search={{ customer, kind: each.kind, where: conditionsText(conditions) }}
                >
                  {text(`kind_${each.kind}`)}
                </Link>
                <span className="tt-muted">{formatNumber(each.count, language)}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

/** By whom the collection was switched, when and why. */
function Switched({ status }: { readonly status: NonNullable<InventoryElement['status']> }) {
  const text = useInventoryTexts();
  return (
    <>
      {status.comment === '' ? status.by : text('switchedBy', status)}
      {status.at !== null && (
        <>
          {' '}
          (<Time at={msOf(status.at)} />)
        </>
      )}
    </>
  );
}

/** What is known of the element, without its parents. */
function Attributes({
  element,
  networks,
  createdAt,
}: Pick<InventoryDetail, 'element' | 'networks' | 'createdAt'>) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const { properties, kind, status, orphan } = element;
  const known = new Set(['name', 'site', 'device']);
  const names = [...new Set([...columnsOfKind(kind, []), ...Object.keys(properties)])];
  const facts: Fact[] = names.flatMap((name) => {
    const value = properties[name] ?? '';
    return known.has(name) || value === ''
      ? []
      : [[propertyName(name, language), propertyText(text, { property: name, value, language })] as const];
  });
  return (
    <Part title={text('facts')}>
      <Facts
        facts={[
          ...facts,
          ...(element.findings === undefined
            ? []
            : [
                [
                  text('line'),
                  <FindingList key="line" findings={element.findings} language={language} />,
                ] as const,
              ]),
          ...(kind === 'site' || networks.length === 0
            ? []
            : [[text('siteNetworks'), networks.join(', ')] as const]),
          ...(orphan === undefined
            ? []
            : [
                [
                  text('orphan'),
                  <Tag key="orphan" tone="warning">
                    {orphanText(text, kind, orphan)}
                  </Tag>,
                ] as const,
              ]),
          [text('collection'), <CollectionState key="state" element={element} text={text} />],
          ...(status === null
            ? []
            : [[text('switched'), <Switched key="switched" status={status} />] as const]),
          [text('created'), <Time key="created" as="time" at={msOf(createdAt)} />],
        ]}
      />
    </Part>
  );
}

function Details({ element, createdAt, networks, children }: InventoryDetail) {
  const text = useInventoryTexts();
  const changeText = useChangeTexts();
  const [seesAlarms, seesKpis] = [usePermission('ALERT.read'), usePermission('DASHBOARD.read')];
  return (
    <div className="tt-inventory-element">
      <Attributes {...{ element, networks, createdAt }} />
      <div className="tt-inventory-parts">
        <Relations {...{ element, children }} />
        {element.kind === 'device' && (
          <Part title={text('polling')}>
            <PollingFacts customer={element.customer} device={element.id} />
          </Part>
        )}
      </div>
      {seesAlarms && (
        <Part title={text('alarms')} wide>
          <ElementAlarms element={element} />
        </Part>
      )}
      {element.kind === 'device' && <ManagerAlarms customer={element.customer} device={element.id} />}
      {seesKpis && <KpiPart element={element} />}
      <Part title={changeText('log')} wide>
        <ActionLog customer={element.customer} element={element.id} />
      </Part>
    </div>
  );
}

function OneElement({ customer, kind, id }: { customer: number; kind: InventoryKind; id: number }) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const query = useInventoryElement(customer, kind, id);
  const isUnknown = query.error instanceof ApiProblem && query.error.status === 404;
  const name = query.data?.element.name ?? text(`one_${kind}`);
  const actions = (
    <>
      {query.data !== undefined && (
        <>
          <RealtimeButton element={query.data.element} />
          <ElementActions element={query.data.element} />
        </>
      )}
      <Link className="tt-button" to="/inventory" search={{ customer, kind }}>
        <IconArrowLeft size={15} />
        {text('backToList')}
      </Link>
    </>
  );
  return (
    <div className="tt-page">
      <PageHeader
        title={name}
        aside={<span className="tt-muted">{text(`one_${kind}`)}</span>}
        actions={actions}
      />
      <Panel
        label={name}
        state={
          isUnknown
            ? { is: 'empty', title: text('unknownElement') }
            : panelStateOf(query, language, 'NETWORK.read')
        }
      >
        {query.data !== undefined && <Details {...query.data} />}
      </Panel>
    </div>
  );
}

/** An element with its attributes, what it belongs to, its alarms and its KPIs. */
export function ElementPage() {
  const { kind, element } = route.useParams();
  const { customer } = route.useSearch();
  const session = useSession();
  if (customer === undefined || session.customers.length === 0) return null;
  return (
    <OneElement
      key={`${kind} ${element}`}
      customer={customer}
      kind={isInventoryKind(kind) ? kind : 'site'}
      id={Number(element)}
    />
  );
}
