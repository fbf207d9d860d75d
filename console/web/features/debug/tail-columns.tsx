import { formatDuration } from '#schemas/unit/duration.ts';
import { formatTime } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { countColumn, textColumn } from '#web/ui/table/columns.tsx';
import { figureColumn } from '#web/ui/table/figure-column.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import type { ShownFlow } from './tail.machine.ts';
import type { en } from './texts/en.ts';

/** IANA protocol numbers of most flows; the others are shown as numbers. */
export const protocolNames: Readonly<Record<number, string>> = {
  1: 'ICMP',
  6: 'TCP',
  17: 'UDP',
  47: 'GRE',
  50: 'ESP',
  58: 'ICMPv6',
  89: 'OSPF',
  132: 'SCTP',
};

export const protocolName = (protocol: number): string => protocolNames[protocol] ?? String(protocol);

/** TCP flags as letters, in the order of the header (RFC 9293 §3.1), the lowest bit first. */
const flagLetters = ['F', 'S', 'R', 'P', 'A', 'U', 'E', 'C'] as const;
export const flagsText = (flags: number): string =>
  flagLetters.filter((_, bit) => ((flags >> bit) & 1) === 1).join('');

interface Options {
  readonly rows: readonly ShownFlow[];
  readonly text: Translate<typeof en>;
  readonly language: Language;
}

type WordColumn =
  | 'received'
  | 'source'
  | 'destination'
  | 'protocol'
  | 'ports'
  | 'duration'
  | 'interfaces'
  | 'flags'
  | 'dscp'
  | 'sampling';

/** Columns of live flows. They are in the order of arrival: sorting would move them at every moment. */
export function tailColumns({ rows, text, language }: Options): readonly Column<ShownFlow>[] {
  const words = (id: WordColumn, textOf: (flow: ShownFlow) => string, width: number) => ({
    ...textColumn<ShownFlow>(id, text(id), textOf),
    width,
    grow: 0,
    sortable: false,
  });
  const rateOf = ({ sampling }: ShownFlow): string =>
    sampling === 0 ? text('rateUnknown') : text('rate', { rate: sampling });
  return [
    {
      ...words('received', ({ received }) => formatTime(received, language), 80),
      fixed: true,
      card: { line: 3 },
    },
    { ...words('source', ({ source }) => source, 130), grow: 1, card: { line: 1 } },
    { ...words('destination', ({ destination }) => destination, 130), grow: 1, card: { line: 2 } },
    { ...words('protocol', ({ protocol }) => protocolName(protocol), 70), card: { line: 1, end: true } },
    words(
      'ports',
      ({ sourcePort, destinationPort }) => `${String(sourcePort)} → ${String(destinationPort)}`,
      110,
    ),
    {
      ...figureColumn<ShownFlow>('bytes', text('bytes'), {
        rows,
        valueOf: ({ bytes }) => bytes,
        style: 'byte',
        language,
      }),
      width: 84,
      sortable: false,
      card: { line: 2, end: true },
    },
    {
      ...countColumn<ShownFlow>('packets', text('packets'), { countOf: ({ packets }) => packets, language }),
      width: 76,
      sortable: false,
    },
    {
      ...words('duration', ({ first, last }) => formatDuration(Math.max(0, last - first), language), 80),
      yields: 3,
    },
    {
      ...words('interfaces', ({ inIndex, outIndex }) => `${String(inIndex)} → ${String(outIndex)}`, 110),
      yields: 4,
    },
    { ...words('flags', ({ tcpFlags }) => flagsText(tcpFlags), 70), yields: 5 },
    { ...words('dscp', ({ dscp }) => String(dscp), 56), yields: 6 },
    { ...words('sampling', rateOf, 84), yields: 2 },
  ];
}
