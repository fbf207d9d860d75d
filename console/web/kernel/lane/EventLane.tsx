import { useState, type MouseEvent } from 'react';
import { Popover } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { createAnnotation, type AnnotationList } from '#schemas/annotation/routes.ts';
import type { MarkedChanges } from '#schemas/inventory/change/action-routes.ts';
import { Button } from '#web/ui/button/Button.tsx';
import type { useAnnotationEditors } from '../annotation/AnnotationEditors.tsx';
import type { AnnotationPlace } from '../annotation/annotation-place.ts';
import { useAnnotationTexts } from '../annotation/texts/en.ts';
import { useDisabledReason } from '../permission/use-permission.ts';
import { EventList } from './EventList.tsx';
import { countEvents, eventsWithin, type LaneEvents, type LaneSpan } from './lane-events.ts';
import { LaneMarks } from './LaneMarks.tsx';
import { useLaneTexts } from './texts/en.ts';
import { useLaneWords } from './use-lane-words.ts';
import './lane.css';

interface Props extends Pick<LaneEvents, 'alarms' | 'definitions'> {
  /** Of the chart. */
  readonly title: string;
  readonly annotations: AnnotationList;
  readonly changes: MarkedChanges;
  /** What the chart shows. */
  readonly span: LaneSpan;
  /** End of the values, up to which a running alarm lasts. */
  readonly end: number;
  readonly customerId: number;
  /** What a new annotation can be about. */
  readonly places: readonly AnnotationPlace[];
  /** Whether the list leads to alarms and elements, and changes annotations; it does not on a wall. */
  readonly isLinked: boolean;
  /** Of the document. */
  readonly timeZone: string;
  readonly editors: ReturnType<typeof useAnnotationEditors>;
  /** `over`: at the lower edge of the plot, without room of its own. `below`: its room is there also without an event. */
  readonly at: 'over' | 'below';
}

/** Around the pointer, to the left and the right, in pixels: alarms are often shorter than what a hand can point at. */
const NEAR_PX = 4;

/** The span around the pointer. */
function pointedSpan({ clientX, currentTarget }: MouseEvent, span: LaneSpan): LaneSpan {
  const { left, width } = currentTarget.getBoundingClientRect();
  if (width === 0) return span;
  const timeAt = (x: number): number => span.from + ((x - left) / width) * (span.to - span.from);
  return { from: timeAt(clientX - NEAR_PX), to: timeAt(clientX + NEAR_PX) };
}

interface ActionProps {
  readonly older: number;
  readonly onAdd: () => void;
}

/** Below the list: how many older annotations there are, and what adds one. */
function ListActions({ older, onAdd }: ActionProps) {
  const text = useAnnotationTexts();
  return (
    <p className="tt-lane-actions">
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

/** A lane with its list of what happened at a time. */
function Lane({ events, ...props }: Props & { readonly events: LaneEvents }) {
  const { title, annotations, changes, span, end, customerId, places, isLinked, timeZone, editors, at } =
    props;
  const text = useLaneTexts();
  const { labelOf, namesOf } = useLaneWords();
  const [chosen, setChosen] = useState<LaneSpan>();
  const [hovered, setHovered] = useState<string>();
  const open = (event: MouseEvent): void => {
    // A key has no place: it means all of them.
    const pointed = event.detail === 0 ? span : pointedSpan(event, span);
    setChosen(countEvents(eventsWithin(events, pointed)) === 0 ? span : pointed);
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
          className="tt-lane"
          data-at={at}
          aria-label={labelOf(props)}
          title={hovered}
          onMouseMove={(event) => setHovered(namesOf(eventsWithin(events, pointedSpan(event, span))))}
          onClick={(event) => (chosen === undefined ? open(event) : setChosen(undefined))}
        >
          <LaneMarks {...events} span={span} end={end} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className="tt-lane-list" aria-label={text('laneList', { title })}>
        {chosen !== undefined && (
          <EventList
            {...eventsWithin(events, chosen)}
            end={end}
            timeZone={timeZone}
            linked={isLinked ? customerId : undefined}
            olderChanges={changes.count - changes.changes.length}
            onEdit={isLinked ? (one) => leave(() => editors.edit(one)) : undefined}
            onDelete={isLinked ? (one) => leave(() => editors.delete(one)) : undefined}
          />
        )}
        {isLinked && (
          <ListActions
            older={annotations.count - annotations.annotations.length}
            onAdd={() => {
              const time = chosen === undefined ? span.from : (chosen.from + chosen.to) / 2;
              leave(() => editors.add({ from: Math.floor(time), to: null, places }));
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * When alarms ran, what users noted, when definitions and when the configuration changed, in a thin line below a chart. It lists what happened at
 * a time.
 */
export function EventLane(props: Props) {
  const { alarms, definitions, annotations, changes, at } = props;
  const events: LaneEvents = {
    alarms,
    definitions,
    annotations: annotations.annotations,
    changes: changes.changes,
  };
  if (countEvents(events) > 0) return <Lane {...props} events={events} />;
  return at === 'below' && <div className="tt-lane" data-at={at} />;
}
