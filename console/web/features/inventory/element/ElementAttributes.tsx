import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { conditionsText } from '#schemas/inventory/list/conditions.ts';
import { propertyName } from '#schemas/inventory/list/property-names.ts';
import type { InventoryDetail, InventoryElement } from '#schemas/inventory/list/routes.ts';
import { msOf } from '#web/lib/clock.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Facts, type Fact } from '#web/ui/layout/Facts.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { useChangeTexts } from '../change/texts/en.ts';
import { CollectionState, columnsOfKind, orphanText, propertyText } from '../inventory-columns.tsx';
import { ActionLog } from '../log/ActionLog.tsx';
import { useInventoryTexts } from '../texts/en.ts';
import { ElementDocuments } from './ElementDocuments.tsx';
import { ElementNotes } from './notes/ElementNotes.tsx';
import { FindingList } from './FindingList.tsx';
import { ManagerAlarms } from './ManagerAlarms.tsx';
import { PollingFacts } from './PollingFacts.tsx';

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** How many elements of each kind belong to it, with the list of them. */
function Children({
  element,
  parts,
}: Pick<InventoryDetail, 'element'> & { readonly parts: InventoryDetail['children'] }) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const { site, kind, name, customer } = element;
  if (kind !== 'site' && kind !== 'device') return null;
  const conditions = [
    { property: kind, operator: 'equals' as const, values: [name] },
    ...(kind === 'device' && site !== null
      ? [{ property: 'site', operator: 'equals' as const, values: [site.name] }]
      : []),
  ];
  return (
    <Part title={text('children')}>
      {parts.length === 0 && <p className="tt-muted">{text('noChildren')}</p>}
      <ul className="tt-inventory-links">
        {parts.map((each) => (
          <li key={each.kind}>
            <Link to="/inventory" search={{ customer, kind: each.kind, where: conditionsText(conditions) }}>
              {text(`kind_${each.kind}`)}
            </Link>
            <span className="tt-muted">{formatNumber(each.count, language)}</span>
          </li>
        ))}
      </ul>
    </Part>
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
      : [[propertyName(name, language), propertyText({ property: name, value, language })] as const];
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

/** Attributes of an element of the inventory, how it is polled, what its manager says and what was changed on it. */
export function ElementAttributes({ detail }: { readonly detail: InventoryDetail }) {
  const text = useInventoryTexts();
  const changeText = useChangeTexts();
  const { element, createdAt, networks, children } = detail;
  const { customer, id, kind } = element;
  return (
    <>
      {kind === 'device' && <ManagerAlarms customer={customer} device={id} />}
      <div className="tt-inventory-element">
        <Attributes element={element} networks={networks} createdAt={createdAt} />
        <div className="tt-inventory-parts">
          <Children element={element} parts={children} />
          <ElementNotes element={element} />
          <ElementDocuments element={element} />
          {kind === 'device' && (
            <Part title={text('polling')}>
              <PollingFacts customer={customer} device={id} />
            </Part>
          )}
        </div>
        <Part title={changeText('log')}>
          <ActionLog customer={customer} element={id} />
        </Part>
      </div>
    </>
  );
}
