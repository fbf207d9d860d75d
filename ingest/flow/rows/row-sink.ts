import { layoutOf } from '#schemas/table/layout.ts';
import { detailedFlows, flows, quarantinedFlows } from '#schemas/table/flows.ts';
import { SampleSink } from '../counters/sample-sink.ts';
import { MeasureSink } from './measure-sink.ts';
import { RowBuffer } from './row-buffer.ts';
import type { RowsMessage } from './rows-message.ts';

export const ROW_BYTES = layoutOf(flows).rowBytes;

/** Position of a row of `flows` that is being written, with record fields that have no column. */
export interface RowPosition {
  readonly out: DataView;
  readonly row: number;
  /** Host name carried by its record. */
  readonly host?: string | undefined;
  /** Agent carried by its record. */
  readonly agent?: string | undefined;
  /** Its template carries no input interface. */
  readonly isInputUnnamed?: boolean;
}

type Emit = (message: RowsMessage) => void;
const discard: Emit = ({ release }) => release?.();

/** Collects the rows of one partition, those with details in a buffer of their own. */
export class RowSink extends RowBuffer {
  /** Rows with details. */
  readonly detailed: RowBuffer;
  /** Rows that are set aside. */
  readonly quarantined: RowBuffer;
  /** Performance measures of the records. */
  readonly measures: MeasureSink;
  /** Counters that devices push. */
  readonly samples: SampleSink;

  /** `emit` receives the rows of all three layouts. */
  constructor(emit: Emit, emitMeasures: Emit = discard, emitSamples: Emit = discard) {
    super(flows, emit);
    this.detailed = new RowBuffer(detailedFlows, emit);
    this.quarantined = new RowBuffer(quarantinedFlows, emit);
    this.measures = new MeasureSink(emitMeasures);
    this.samples = new SampleSink(emitSamples);
  }

  /** Buffer of rows with or without details. */
  bufferOf(isDetailed: boolean): RowBuffer {
    return isDetailed ? this.detailed : this;
  }

  /** Emits all rows, also those with details and those that are set aside. */
  override flush(): void {
    super.flush();
    this.detailed.flush();
    this.quarantined.flush();
  }
}
