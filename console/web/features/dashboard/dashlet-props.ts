import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { DocumentContext } from '#schemas/dashboard/document-requests.ts';
import type { ElementFilter } from '#schemas/data/element-filter.ts';
import type { DashletSettings, DashletType } from '#schemas/dashboard/dashlets.ts';
import type { RowChoice } from './data/row-order.ts';
import type { DrillTarget } from './drill/drill-links.ts';

/** What a dashlet component gets. The frame around it shows loading, errors, empty and expired states: it draws values only. */
export interface DashletProps<Type extends DashletType> {
  readonly settings: DashletSettings<Type>;
  /** In its document. */
  readonly id?: string;
  /** For accessible names; the frame shows it as heading. */
  readonly title: string;
  /** Undefined for types without a request. */
  readonly result: DataResult | undefined;
  /** What it requested; undefined as long as it did not. */
  readonly request?: DataRequestInput | undefined;
  readonly context: DocumentContext;
  /** What the filters of the document select. */
  readonly chosen: readonly ElementFilter[];
  /** Customer whose data is shown. */
  readonly customerId: number;
  /** Pixels of the content box. */
  readonly size: { readonly width: number; readonly height: number };
  /** Leads to alarms and inventory; undefined while the document is edited. */
  readonly onDrill?: ((target: DrillTarget) => void) | undefined;
  /** Requests other rows, or for them in another order; undefined: those of the document. */
  readonly onRows?: ((choice: RowChoice) => void) | undefined;
  /** Shows another period on the entire page, seconds since 1970. */
  readonly onZoom?: (period: { readonly from: number; readonly to: number }) => void;
}
