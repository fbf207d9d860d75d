import { flowCounterKeys } from '../measure/flow-sums.ts';
import { uint64At, type FlowRowLayout } from './flow-row-layout.ts';

/** The cells of the row that is being read. One object for all rows: this is the hot path. */
export class FlowRowCells {
  customer = 0;
  site = 0;
  source = 0;
  destination = 0;
  dscp = 0;
  duplicate = 0;
  /** Halves of the application. */
  high = 0;
  low = 0;
  /** See `FlowPaths`. */
  path = 0;
  /** See `FlowTraffic`. */
  slot = 0;
  /** What is added to sums, in the order of the cells of the layout. */
  readonly amounts = new Float64Array(flowCounterKeys.length);

  read(view: DataView, at: number, { offset, cells }: FlowRowLayout): void {
    this.duplicate = view.getUint8(at + offset.duplicate);
    this.customer = view.getUint32(at + offset.customer, true);
    this.site = view.getUint32(at + offset.site, true);
    this.source = view.getUint32(at + offset.source_site, true);
    this.destination = view.getUint32(at + offset.destination_site, true);
    this.dscp = view.getUint8(at + offset.dscp);
    this.low = view.getUint32(at + offset.application, true);
    this.high = view.getUint32(at + offset.application + 4, true);
    for (let cell = 0; cell < cells.length; cell += 1)
      this.amounts[cell] = uint64At(view, at + (cells[cell] as number));
  }
}
