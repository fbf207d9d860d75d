import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { listElementDocuments, type InventoryElement } from '#schemas/inventory/list/routes.ts';
import { resourceKinds } from '#schemas/resource/kind.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { shownName } from '#web/kernel/resource/shown-name.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { useElementTexts } from './texts/en.ts';

/** Dashboards, home pages and reports that name an element, of those that the reader may open. */
export function ElementDocuments({
  element: { customer, kind, id },
}: {
  readonly element: InventoryElement;
}) {
  const text = useElementTexts();
  const language = useLanguage();
  const query = useQuery(
    routeQuery(listElementDocuments, { params: { customerId: customer, kind, element: id } }),
  );
  const documents = query.data?.documents ?? [];
  return (
    <section aria-label={text('documents')}>
      <h2>{text('documents')}</h2>
      <Panel nested label={text('documents')} state={panelStateOf(query, language, 'NETWORK.read')}>
        {documents.length === 0 ? (
          <p className="tt-muted">{text('noDocuments')}</p>
        ) : (
          <ul className="tt-inventory-links">
            {documents.map((document) => (
              <li key={document.id}>
                {document.customer === null ? (
                  <Link to={`/mt/${document.kind}`} search={{ open: document.id }}>
                    {shownName(document, language)}
                  </Link>
                ) : (
                  <Link
                    to={`/${document.kind}`}
                    search={{ customer: document.customer.id, open: document.id }}
                  >
                    {shownName(document, language)}
                  </Link>
                )}
                <span className="tt-muted">{resourceKinds[document.kind].words[language]}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </section>
  );
}
