import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { deviceOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { Acknowledgements } from '../alarm/acknowledgements.ts';
import type { InstanceRef } from '../alarm/alarm-instances.ts';
import { ActiveSilences } from './active-silences.ts';

/** Acknowledgement, silence and assignment of a running alarm. */
export type Marks = Pick<AlarmRow, 'acknowledged' | 'silenced' | 'assigned'>;

export interface MarksAt {
  readonly marksOf: (alarm: InstanceRef) => Marks;
  /** The next time at which a mark changes without user action, milliseconds. */
  readonly changesAt: number;
}

interface MarkSources {
  readonly acknowledgements: Pick<Acknowledgements, 'find' | 'findAssigned' | 'expiresAfter'>;
  readonly silences: readonly Silence[];
  readonly inventory: Inventory;
}

/** Acknowledgements, silences and assignments of running alarms at a given time. */
export class AlarmMarks {
  readonly #silences = new ActiveSilences();

  at({ acknowledgements, silences, inventory }: MarkSources, now: number): MarksAt {
    const silencesAt = this.#silences.at(silences, now);
    return {
      changesAt: Math.min(silencesAt.changesAt, acknowledgements.expiresAfter(now)),
      marksOf(running) {
        const { instances, slot } = running;
        const { alarm, elements } = instances;
        const element = elements.ids[slot] ?? 0;
        const acknowledged = acknowledgements.find(running, now);
        const assigned = acknowledgements.findAssigned(running);
        const silenced = silencesAt.find({
          customer: elements.customers[slot] ?? 0,
          alarm: alarm.id,
          severity: instances.severity(slot),
          site: elements.sites[slot] ?? 0,
          element,
          device: deviceOf(inventory, element),
        });
        return {
          ...(acknowledged === undefined ? {} : { acknowledged }),
          ...(silenced === undefined ? {} : { silenced }),
          ...(assigned === undefined ? {} : { assigned }),
        };
      },
    };
  }
}
