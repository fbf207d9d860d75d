import type { FastifyInstance } from 'fastify';
import { subjects } from '#schemas/bus/subject.ts';
import type { Position, Room } from '#schemas/socket/live.ts';
import { AccessReview } from './access-review.ts';
import type { AppNeeds, AppOptions, Stores } from './app-needs.ts';
import { holdAlarmVisibility } from '../features/alerting/alarm-visibility.ts';
import type { AlarmVisibility } from '../features/alerting/alarm-visibility.ts';
import { AlertMirror } from '../features/alerting/mirror.ts';
import { readResourceChange } from '../shared/resource/announce-resource.ts';
import { readAccessChange } from '../kernel/access/access-change.ts';
import { ClosedWindows } from '../kernel/socket/closed-windows.ts';
import type { DeltaRoom, DeltaTopic } from '../kernel/socket/resync.ts';
import { Floods } from '../kernel/socket/floods.ts';
import { openGateway } from '../kernel/socket/live-gateway.ts';
import type { LiveGateway, Told } from '../kernel/socket/live-gateway.ts';

/** How much longer than its session a connection may last, and a right whose change nobody announced. */
const CHECK_MS = 60_000;
const EVERY_SECOND_MS = 1_000;
const FLOOD_LOOK_MS = 50;

const nowhere: Position = { epoch: 'none', seq: 0, at: 0 };

function positionIn(mirror: AlertMirror, { customer }: Room, topic: DeltaTopic): Position {
  const alerts = mirror.customers.get(customer);
  return alerts === undefined ? nowhere : { epoch: alerts.epoch, seq: alerts.seq[topic], at: alerts.at };
}

export interface Mirrored {
  readonly mirror: AlertMirror;
  readonly visibility: AlarmVisibility;
  /** From now on deltas go out through this gateway. */
  connect(gateway: LiveGateway): void;
}

/** The mirror of the engines' state, which hands each delta on to the gateway. */
export async function openMirror(
  needs: AppNeeds,
  { partitions }: AppOptions,
  signal: AbortSignal,
): Promise<Mirrored> {
  const { clock } = needs;
  let gateway: LiveGateway | undefined;
  let mirror: AlertMirror | undefined;
  const floods = new Floods();
  let watching = false;
  const watchFloods = async (): Promise<void> => {
    if (watching) return;
    watching = true;
    while (floods.isHolding && !signal.aborted) {
      await clock.wait(FLOOD_LOOK_MS, signal);
      for (const customer of floods.over(clock.now().getTime()))
        gateway?.readAgain({ topic: 'alert', customer });
    }
    watching = false;
  };
  const visibility = await holdAlarmVisibility({
    ...needs,
    signal,
    onChange(alarms) {
      for (const { customer, alarms: rows, byAlarm } of mirror?.customers.values() ?? [])
        if ([...rows.values(), ...byAlarm].some(({ alarm }) => alarms.has(alarm))) gateway?.resync(customer);
    },
  });
  mirror = new AlertMirror({
    ...needs,
    partitions,
    signal,
    visibility,
    onDelta({ topic, customer }: DeltaRoom, told: Told, rows: number) {
      if (topic === 'count' || floods.passes(customer, rows, clock.now().getTime()))
        gateway?.send(topic, customer, told);
      else void watchFloods();
    },
    onAnew(customer) {
      gateway?.readAgain({ topic: 'alert', customer });
      gateway?.readAgain({ topic: 'count', customer });
    },
  });
  return {
    mirror,
    visibility,
    connect(opened: LiveGateway): void {
      gateway = opened;
    },
  };
}

/** What other servers changed, and open screens have to know. */
function followNotices(
  { bus, signal }: Pick<AppNeeds, 'bus'> & { readonly signal: AbortSignal },
  { gateway, review }: { readonly gateway: LiveGateway; readonly review: AccessReview },
): void {
  bus.subscribe(
    subjects.config('access'),
    ({ data }) => {
      review.changed(readAccessChange(data));
    },
    { signal },
  );
  bus.subscribe(
    subjects.config('resource'),
    ({ data }) => {
      const change = readResourceChange(data);
      if (change !== undefined) gateway.resourcesChanged(change.kind);
    },
    { signal },
  );
  bus.subscribe(
    subjects.config('announcement'),
    () => {
      gateway.announced();
    },
    { signal },
  );
}

interface LiveParts {
  readonly needs: AppNeeds;
  readonly stores: Stores;
  readonly mirror: AlertMirror;
  readonly signal: AbortSignal;
}

/** Socket.IO on the server of the app, for the signed-in user of each connection's cookie. */
export function openLive(app: FastifyInstance, { needs, stores, mirror, signal }: LiveParts): LiveGateway {
  const { sessions, access, cookies } = stores;
  const { log, clock, bus } = needs;
  const windows = new ClosedWindows({
    bus,
    log,
    signal,
    onClosed: (notice) => {
      gateway.windowClosed(notice);
    },
  });
  const gateway = openGateway(app.server, {
    secure: cookies.sessionOptions.secure === true,
    log,
    position: (room) =>
      room.topic === 'window' ? windows.position(room.customer) : positionIn(mirror, room, room.topic),
    async identify(header) {
      const token = app.parseCookie(header ?? '')[cookies.session];
      const session = token === undefined ? undefined : await sessions.look(token);
      if (session === undefined || session.accountId === null) return undefined;
      const caller = await access.callerOf(session.accountId);
      return caller && { caller, sessionHash: session.tokenHash };
    },
    alive: () => sessions.alive(),
    callersOf: (accounts) => access.callersOf(accounts),
  });
  const review = new AccessReview({ gateway, sessions, access, log });
  followNotices({ bus, signal }, { gateway, review });
  clock.every(CHECK_MS, () => review.everybody(), signal);
  clock.every(
    EVERY_SECOND_MS,
    () => {
      gateway.dropStalled();
      gateway.tellRestricted();
    },
    signal,
  );
  return gateway;
}
