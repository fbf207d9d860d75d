import type { AnnotationList } from '#schemas/annotation/routes.ts';
import type { MarkedChanges } from '#schemas/inventory/change/action-routes.ts';
import { useActionWords } from '../action-log/use-action-words.ts';
import type { LaneEvents } from './lane-events.ts';
import { useLaneTexts } from './texts/en.ts';

/** Events named under the pointer. */
const NAMED = 3;

interface Counted extends Pick<LaneEvents, 'alarms' | 'definitions'> {
  readonly title: string;
  readonly annotations: AnnotationList;
  readonly changes: MarkedChanges;
}

/** What a lane has, in words. */
export function useLaneWords() {
  const text = useLaneTexts();
  const { verbOf, elementOf } = useActionWords();
  return {
    labelOf: ({ title, alarms, definitions, annotations, changes }: Counted): string => {
      const counts = [
        ['marks_annotations', annotations.count],
        ['marks_alarms', alarms.length],
        ['marks_definitions', definitions.length],
        ['marks_changes', changes.count],
      ] as const;
      const words = counts.flatMap(([key, count]) => (count > 0 ? [text(key, { count })] : []));
      return text('lane', { title, marks: words.join(', ') });
    },
    namesOf: ({ alarms, definitions, annotations, changes }: LaneEvents): string => {
      const names = [
        ...annotations.map((each) => each.text),
        ...alarms.map(({ name, elementName: element }) => text('markAlarm', { name, element })),
        ...definitions.map(({ name }) => text('markDefinition', { name })),
        ...changes.map((change) =>
          text('markChange', { element: elementOf(change), action: verbOf(change) }),
        ),
      ];
      const more = names.length - NAMED;
      return [...names.slice(0, NAMED), ...(more > 0 ? [text('marksMoreEvents', { count: more })] : [])].join(
        '\n',
      );
    },
  };
}
