import { useState, type MouseEvent } from 'react';
import { Popover } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { createAnnotation, type AnnotationList } from '#schemas/annotation/routes.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { AnnotationEditors, useAnnotationEditors } from '#web/kernel/annotation/AnnotationEditors.tsx';
import { AnnotationMarks } from '#web/kernel/annotation/AnnotationMarks.tsx';
import { annotationsWithin, type AnnotationPlace } from '#web/kernel/annotation/annotation-place.ts';
import { useAnnotationTexts } from '#web/kernel/annotation/texts/en.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { useChartTexts } from '../texts/en.ts';
import { alarmsWithin, laneSegments, laneShare } from './alarm-lane.ts';
import { EventList, type ListedEvents } from './EventList.tsx';
import './alarm-lane.css';

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Props extends Omit<ListedEvents, 'annotations'> {
  readonly title: string;
  readonly annotations: AnnotationList;
  /** Starts of the steps that the chart shows, seconds since 1970. */
  readonly steps: readonly number[];
  /** End of the values, up to which a running alarm lasts. */
  readonly end: number;
  readonly customerId: number;
  /** What a new annotation can be about. */
  readonly places: readonly AnnotationPlace[];
  /** Whether the list leads to alarms and changes annotations; it does not on a wall. */
  readonly isLinked: boolean;
  /** Of the document. */
  readonly timeZone: string;
}

/** Events named under the pointer. */
const NAMED = 3;
/** Around the pointer, to the left and the right, in pixels: alarms are often shorter than what a hand can point at. */
const NEAR_PX = 4;

/** The span around the pointer. */
function pointedSpan({ clientX, currentTarget }: MouseEvent, span: Span): Span {
  const { left, width } = currentTarget.getBoundingClientRect();
  if (width === 0) return span;
  const timeAt = (x: number): number => span.from + ((x - left) / width) * (span.to - span.from);
  return { from: timeAt(clientX - NEAR_PX), to: timeAt(clientX + NEAR_PX) };
}

/** What happened within a span. */
const eventsWithin = (
  { alarms, definitions, annotations }: Pick<Props, 'alarms' | 'definitions' | 'annotations'>,
  span: Span,
): ListedEvents => ({
  alarms: alarmsWithin(alarms, span),
  definitions: definitions.filter(({ at }) => at >= span.from * SECOND_MS && at < span.to * SECOND_MS),
  annotations: annotationsWithin(annotations.annotations, span),
});

const countOf = ({ alarms, definitions, annotations }: ListedEvents): number =>
  alarms.length + definitions.length + annotations.length;

/** Alarms, the worst one at each time, annotations and changed definitions, as they lie in the lane. */
function Marks({
  alarms,
  definitions,
  annotations,
  span,
  end,
}: Omit<Props, 'steps'> & { readonly span: Span }) {
  return (
    <>
      {laneSegments(alarms, { from: span.from, to: Math.min(span.to, end) }).map(({ from, to, severity }) => (
        <span
          key={from}
          data-severity={severity}
          style={{
            left: `${String(100 * laneShare(span, from))}%`,
            width: `${String(100 * (laneShare(span, to) - laneShare(span, from)))}%`,
          }}
        />
      ))}
      {definitions.map(({ alarm, at }) => (
        <span
          key={`${String(alarm)} ${String(at)}`}
          data-is="definition"
          style={{ left: `${String(100 * laneShare(span, at / SECOND_MS))}%` }}
        />
      ))}
      <AnnotationMarks annotations={annotations.annotations} span={span} />
    </>
  );
}

/** What the lane has, in words. */
function useLaneWords({ title, alarms, definitions, annotations }: Props) {
  const text = useChartTexts();
  const counted = [
    ...(annotations.count > 0 ? [text('marks_annotations', { count: annotations.count })] : []),
    ...(alarms.length > 0 ? [text('marks_alarms', { count: alarms.length })] : []),
    ...(definitions.length > 0 ? [text('marks_definitions', { count: definitions.length })] : []),
  ];
  return {
    label: text('lane', { title, marks: counted.join(', ') }),
    namesOf: (found: ListedEvents): string => {
      const names = [
        ...found.annotations.map((each) => each.text),
        ...found.alarms.map(({ name, elementName: element }) => text('markAlarm', { name, element })),
        ...found.definitions.map(({ name }) => text('markDefinition', { name })),
      ];
      const more = names.length - NAMED;
      return [...names.slice(0, NAMED), ...(more > 0 ? [text('marksMoreEvents', { count: more })] : [])].join(
        '\n',
      );
    },
  };
}

interface ActionProps {
  readonly older: number;
  readonly onAdd: () => void;
}

/** Below the list: how many older annotations there are, and what adds one. */
function ListActions({ older, onAdd }: ActionProps) {
  const text = useAnnotationTexts();
  return (
    <p className="tt-alarm-lane-actions">
      <Button
        icon={<IconMessagePlus size={15} />}
        disabledReason={useDisabledReason(createAnnotation)}
        onClick={onAdd}
      >
        {text('add')}
      </Button>
      {older > 0 && <span className="tt-muted">{text('more', { count: older })}</span>}
    </p>
  );
}

/** The lane with its list of what happened at a time. */
function Lane(props: Props & { readonly editors: ReturnType<typeof useAnnotationEditors> }) {
  const { title, annotations, steps, end, customerId, places, isLinked, timeZone, editors } = props;
  const span = { from: steps[0] ?? 0, to: steps.at(-1) ?? 0 };
  const text = useChartTexts();
  const { label, namesOf } = useLaneWords(props);
  const [chosen, setChosen] = useState<Span>();
  const [hovered, setHovered] = useState<string>();
  const open = (event: MouseEvent): void => {
    // A key has no place: it means all of them.
    const pointed = event.detail === 0 ? span : pointedSpan(event, span);
    setChosen(countOf(eventsWithin(props, pointed)) === 0 ? span : pointed);
  };
  const leave = (act: () => void): void => {
    setChosen(undefined);
    act();
  };
  return (
    <Popover
      opened={chosen !== undefined}
      onChange={(isOpen) => !isOpen && setChosen(undefined)}
      position="bottom"
      offset={4}
      trapFocus
      withinPortal
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          type="button"
          className="tt-alarm-lane"
          aria-label={label}
          title={hovered}
          onMouseMove={(event) => setHovered(namesOf(eventsWithin(props, pointedSpan(event, span))))}
          onClick={(event) => (chosen === undefined ? open(event) : setChosen(undefined))}
        >
          <Marks {...props} span={span} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className="tt-alarm-lane-list" aria-label={text('laneList', { title })}>
        <EventList
          {...eventsWithin(props, chosen ?? span)}
          end={end}
          timeZone={timeZone}
          linked={isLinked ? customerId : undefined}
          onEdit={isLinked ? (one) => leave(() => editors.edit(one)) : undefined}
          onDelete={isLinked ? (one) => leave(() => editors.delete(one)) : undefined}
        />
        {isLinked && (
          <ListActions
            older={annotations.count - annotations.annotations.length}
            onAdd={() => {
              const at = chosen === undefined ? span.from : (chosen.from + chosen.to) / 2;
              leave(() => editors.add({ from: Math.floor(at), to: null, places }));
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** When alarms ran, what users noted and when definitions changed, in a thin line below the chart. It lists what happened at a time. */
export function AlarmLane(props: Props) {
  const editors = useAnnotationEditors();
  const { alarms, definitions, annotations, customerId, timeZone, places } = props;
  const hasEvents = alarms.length + definitions.length + annotations.annotations.length > 0;
  return (
    <>
      {hasEvents && <Lane {...props} editors={editors} />}
      <AnnotationEditors editors={editors} customerId={customerId} timeZone={timeZone} places={places} />
    </>
  );
}
