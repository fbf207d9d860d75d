import { formatAge, formatDuration } from '#schemas/unit/duration.ts';
import type { DevicePollingState } from '#schemas/collector/polling-state.ts';
import type { PollingStateName } from '#schemas/collector/polling-state-name.ts';
import type { LineFinding } from '#schemas/line/line-finding.ts';
import { findingWords } from '#schemas/line/line-finding-words.ts';
import { pollFailureText } from '#schemas/polling/failure-words.ts';
import { msOf } from '#web/lib/clock.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { countColumn, textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag, type TagTone } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import type { en } from './texts/en.ts';

export interface PolledColumnOptions {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  /** The time of the last response, the reference of ages. */
  readonly nowMs: number;
}

const tones: Record<PollingStateName, TagTone> = {
  responding: 'plain',
  late: 'warning',
  silent: 'warning',
  dead: 'bad',
  waiting: 'plain',
  'not polled': 'plain',
  refused: 'bad',
  deactivated: 'plain',
};

/** Ports of which a row says what is wrong; the page of the device has all. */
const MAX_LINES = 3;

/** Ports inside of a device have no speed, which is no fault. */
const isFault = ({ is }: LineFinding): boolean => is !== 'no speed';

/** Ports without values, or with more than their speed, and why. */
function linesText({ lines }: DevicePollingState, { text, language }: PolledColumnOptions): string {
  const faulty = lines.flatMap(({ name, findings }) => {
    const words = findings.filter(isFault).map((finding) => findingWords(finding, language));
    return words.length === 0 ? [] : [`${name}: ${words.join(', ')}`];
  });
  const more = faulty.length - MAX_LINES;
  return [...faulty.slice(0, MAX_LINES), ...(more > 0 ? [text('moreLines', { count: more })] : [])].join(
    ' · ',
  );
}

/** What an operator must know of the state of a device: why it is silent, how late its samples are, or which ports have no values. */
export function detailText(state: DevicePollingState, options: PolledColumnOptions): string {
  const { late, rejection } = state;
  const { text, language, nowMs } = options;
  if (rejection !== null) return pollFailureText(rejection, state.address, language);
  if (late === null) return linesText(state, options);
  return text('lateDetail', {
    count: late.samples,
    since: formatAge(Math.max(0, nowMs - msOf(late.since)), language),
    delay: formatDuration(late.delayMs, language),
  });
}

/** The columns of polled devices. */
export function polledColumns(options: PolledColumnOptions): readonly Column<DevicePollingState>[] {
  const { text, language } = options;
  return [
    { ...textColumn('device', text('device'), ({ name }) => name), width: 160, grow: 2, fixed: true },
    { ...textColumn('address', text('address'), ({ address }) => address), width: 100 },
    {
      id: 'state',
      header: text('state'),
      value: ({ state }) => text(`polling_${state}`),
      cell: ({ state }) => <Tag tone={tones[state]}>{text(`polling_${state}`)}</Tag>,
      width: 100,
    },
    { ...textColumn('detail', text('detail'), (row) => detailText(row, options)), width: 200, grow: 3 },
    {
      id: 'responded',
      header: text('lastResponse'),
      value: ({ respondedAt }) => (respondedAt === null ? 0 : msOf(respondedAt)),
      cell: ({ respondedAt }) =>
        respondedAt === null ? text('never') : <Time as="age" at={msOf(respondedAt)} />,
      width: 100,
      align: 'right',
    },
    {
      id: 'duration',
      header: text('pollDuration'),
      value: ({ durationMs }) => durationMs ?? -1,
      cell: ({ durationMs }) => (durationMs === null ? '' : formatDuration(durationMs, language)),
      width: 84,
      align: 'right',
    },
    {
      ...countColumn('polls', text('polls'), { countOf: ({ polls }) => polls, language }),
      width: 70,
      yields: 1,
    },
  ];
}
