import { expect, it } from 'vitest';
import { detailedFlows, flows } from '#schemas/table/flows.ts';
import type { Table } from '#schemas/table/table.ts';
import type { CheckedMessage } from '../check-message.ts';
import { rangeOf, rangesByLayout } from './range.ts';

const message = (seq: number, layout: Table | undefined): CheckedMessage => ({
  message: { seq, subject: 'flows.0', data: new Uint8Array(1), timeMs: 0, header: () => undefined },
  ...(layout === undefined ? { rows: 0, cause: 'unreadable' } : { rows: 1, layout, cause: undefined }),
});

it('a range is inserted as one block of each layout, without the messages that were parked', () => {
  const layouts = [flows, detailedFlows, undefined, flows, detailedFlows, flows];
  const parts = rangesByLayout(rangeOf(layouts.map((layout, at) => message(at + 1, layout))));
  const sequences = [...parts].map(([layout, { first, last, messages }]) => ({
    detailed: layout === detailedFlows,
    span: [first, last],
    of: messages.map(({ message: { seq } }) => seq),
  }));
  expect(sequences).toEqual([
    { detailed: false, span: [1, 6], of: [1, 4, 6] },
    { detailed: true, span: [2, 5], of: [2, 5] },
  ]);
});
