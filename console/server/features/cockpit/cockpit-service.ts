import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Alarm } from '#schemas/cockpit/cockpit.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { AlarmPlace } from './alarm-repository.ts';
import { orProblem } from './change.ts';
import type { Change } from './change.ts';
import { readAlarms } from './read-alarms.ts';
import { announceResource } from '../../shared/resource/announce-resource.ts';
import { requireAccess } from '../../shared/resource/change-resource.ts';
import { readStored } from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';

export interface CockpitNeeds {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
}

/** Who changes, and how he tells it. */
export interface Changer {
  readonly caller: Caller;
  readonly audit: Audit;
}

type Changing = <Result>(
  code: ProblemCode,
  changer: Changer,
  run: (change: Change) => Promise<Result>,
) => Promise<Result>;

export interface CockpitService {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publish'>;
  /** Runs a change in a transaction of its own, and then tells the engines and servers of it. */
  readonly changing: Changing;
  /** Throws NOT_FOUND for a cockpit that the caller may not see. */
  readonly requireSeen: (caller: Caller, cockpit: number) => Promise<void>;
  /** The alarm as the caller sees it after a change. */
  readonly alarmFor: (caller: Caller, place: AlarmPlace) => Promise<Alarm>;
}

export const customersOf = ({ customers }: Caller): ReadonlySet<number> => new Set(customers.keys());

export function cockpitService({ db, bus, clock }: CockpitNeeds): CockpitService {
  return {
    db,
    bus,
    async changing(code, { caller, audit }, run) {
      const result = await orProblem(code, () =>
        db
          .transaction()
          .execute(async (tx) =>
            run({ tx, audit, author: caller.id, viewer: await viewerOf(tx, caller), now: clock.now() }),
          ),
      );
      bus.publish(subjects.config('cockpit'), '{}');
      announceResource(bus, 'cockpit');
      return result;
    },
    async requireSeen(caller, cockpit) {
      const [stored] = await readStored(db, 'cockpit', [cockpit]);
      requireAccess(stored, await viewerOf(db, caller), 'read');
    },
    async alarmFor(caller, { cockpitId, alarm }) {
      const alarms = await readAlarms(db, cockpitId, customersOf(caller));
      const found = alarms.find(({ id }) => id === alarm);
      if (found === undefined) throw new ProblemError('NOT_FOUND');
      return found;
    },
  };
}
