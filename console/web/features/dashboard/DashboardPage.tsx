import { Suspense, useCallback, useMemo, useState } from 'react';
import type { DocumentKind } from '#schemas/dashboard/routes.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { SourceDocumentProvider } from './data/request-data.ts';
import { documentApi } from './document-api.ts';
import { DocumentPlaceProvider } from './document-page.ts';
import {
  useDashboardSearch,
  useDashboardTemplateSearch,
  useHomeSearch,
  useHomeTemplateSearch,
  type DocumentAddress,
} from './document-address.ts';
import { DocumentLibrary } from './library/DocumentLibrary.tsx';
import { DocumentPage } from './view/DocumentPage.tsx';
import '#web/styles/series.css';
import './dashboard.css';

const Tour = lazyPart(() => import('./tour/Tour.tsx'), 'Tour');

interface Props extends DocumentAddress {
  readonly kind: DocumentKind;
  /** Undefined in the multi-client space. */
  readonly customerId: number | undefined;
}

function Documents({ kind, customerId, search, change }: Props) {
  const api = useMemo(() => documentApi(kind, customerId), [kind, customerId]);
  const place = useMemo(() => ({ api, search, change }), [api, search, change]);
  const seesDashboards = usePermission('DASHBOARD.read');
  const { open } = search;
  const [first] = useState(open);
  const requested = useMemo(
    () => (seesDashboards || customerId === undefined || open === undefined ? undefined : { kind, id: open }),
    [seesDashboards, customerId, kind, open],
  );
  return (
    <DocumentPlaceProvider value={place}>
      <SourceDocumentProvider value={requested}>
        {open === undefined ? (
          <DocumentLibrary />
        ) : (
          <DocumentPage key={open} id={open} isOpenedHere={open !== first} />
        )}
        {search.tour && (
          <Suspense>
            <Tour onEnd={() => change({ tour: false }, true)} />
          </Suspense>
        )}
      </SourceDocumentProvider>
    </DocumentPlaceProvider>
  );
}

/** Dashboards of a customer, with those that the provider shares. */
export function DashboardPage() {
  const address = useDashboardSearch();
  const { customer } = address.search;
  return customer === undefined ? null : (
    <Documents key={customer} kind="dashboard" customerId={customer} {...address} />
  );
}

/** Home pages of a customer, with those that the provider shares. */
export function HomePage() {
  const { search, change: changeAddress } = useHomeSearch();
  const { customer } = search;
  // An address that names neither a document nor the library leads to the own home page.
  const change = useCallback<DocumentAddress['change']>(
    (part, replace) =>
      changeAddress('open' in part ? { ...part, library: part.open === undefined } : part, replace),
    [changeAddress],
  );
  return customer === undefined ? null : (
    <Documents key={customer} kind="home" customerId={customer} search={search} change={change} />
  );
}

/** Dashboards of the multi-client space: templates of customers. */
export function DashboardTemplatePage() {
  return <Documents kind="dashboard" customerId={undefined} {...useDashboardTemplateSearch()} />;
}

/** Home pages of the multi-client space: templates of customers. */
export function HomeTemplatePage() {
  return <Documents kind="home" customerId={undefined} {...useHomeTemplateSearch()} />;
}
