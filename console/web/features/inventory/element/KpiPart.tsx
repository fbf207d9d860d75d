import { useMemo } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { now } from '#web/lib/clock.ts';
import { formatMinute } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useInventoryTexts } from '../texts/en.ts';
import { ElementKpis } from './ElementKpis.tsx';
import { kpiPeriod } from './kpi-period.ts';

const route = getRouteApi('/shell/inventory/$kind/$element');

/** The KPIs of an element, over the period of the dashboard that leads here, else over the last day. */
export function KpiPart({ element }: { readonly element: InventoryElement }) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const { from, to } = route.useSearch();
  const period = useMemo(() => kpiPeriod({ from, to }, now()), [from, to]);
  const at = (seconds: number): string => formatMinute(seconds * 1_000, language);
  const isOfLink = from !== undefined && to !== undefined;
  const title = isOfLink ? text('kpisOfPeriod', { from: at(period.from), to: at(period.to) }) : text('kpis');
  return (
    <section className="tt-inventory-wide" aria-label={title}>
      <h2>{title}</h2>
      {isOfLink && (
        <p>
          <Link
            to="/inventory/$kind/$element"
            params={{ kind: element.kind, element: String(element.id) }}
            search={{ customer: element.customer }}
          >
            {text('kpis')}
          </Link>
        </p>
      )}
      <ElementKpis element={element} period={period} />
    </section>
  );
}
