import type { FastifyInstance } from 'fastify';
import { subjects } from '#schemas/bus/subject.ts';
import type { LivePosition, Room } from '#schemas/socket/live.ts';
import { AccessReview } from './access-review.ts';
import type { AppNeeds, AppOptions, Stores } from './app-needs.ts';
import { watchAlarmVisibility, type AlarmVisibility } from '../features/alerting/alarm-visibility.ts';
import { placesSeenBy, readIncidentNotice } from '../features/alerting/incident/incident-notice.ts';
import { AlertMirror } from '../features/alerting/alert-mirror.ts';
import { positionIn } from '../features/alerting/alert-snapshot.ts';
import { TrafficMirror } from '../features/flowmap/traffic-mirror.ts';
import { EditorsWatch } from '../features/dashboard/editing/editors-watch.ts';
import { SiteFlowWatch } from '../features/debug/flow-watch.ts';
import { RealtimeWatch } from '../features/realtime/realtime-watch.ts';
import { readAnnotationChange } from '../kernel/socket/annotation-change.ts';
import { readResourceChange } from '../shared/resource/resource-change.ts';
import { readAccessChange } from '../kernel/access/access-change.ts';
import { ClosedWindows } from '../kernel/socket/closed-windows.ts';
import type { DeltaRoom, DeltaTopic } from '../kernel/socket/resync.ts';
import { DeltaThrottle } from '../kernel/socket/delta-throttle.ts';
import { sessionTimesOf } from '../kernel/session/session-store.ts';
import { tokenHash } from '../kernel/token/token-store.ts';
import {
  openGateway,
  type DeltaForAudience,
  type GatewayNeeds,
  type LiveGateway,
} from '../kernel/socket/live-gateway.ts';

/** Longest time that a connection outlives its session, and that a permission outlives an unannounced change. */
const REVIEW_INTERVAL_MS = 60_000;
const RESYNC_INTERVAL_MS = 1_000;
const THROTTLE_CHECK_MS = 50;

const noPosition: LivePosition = { epoch: 'none', seq: 0, at: 0 };

function positionOf(mirror: AlertMirror, { customer }: Room, topic: DeltaTopic): LivePosition {
  const alerts = mirror.customers.get(customer);
  return alerts === undefined ? noPosition : positionIn(alerts, topic);
}

export interface Mirrored {
  readonly mirror: AlertMirror;
  readonly visibility: AlarmVisibility;
  /** Sends deltas through this gateway from now on. */
  connect(gateway: LiveGateway): void;
}

/** Opens the mirror of the engines' alert state. It passes each delta to the gateway. */
export async function openMirror(
  needs: AppNeeds,
  { partitions }: AppOptions,
  signal: AbortSignal,
): Promise<Mirrored> {
  const { clock } = needs;
  let gateway: LiveGateway | undefined;
  let mirror: AlertMirror | undefined;
  const throttle = new DeltaThrottle();
  let isDraining = false;
  const drainThrottle = async (): Promise<void> => {
    if (isDraining) return;
    isDraining = true;
    while (throttle.isThrottling && !signal.aborted) {
      await clock.wait(THROTTLE_CHECK_MS, signal);
      for (const customer of throttle.drain(clock.now().getTime()))
        gateway?.requestResync({ topic: 'alert', customer });
    }
    isDraining = false;
  };
  const visibility = await watchAlarmVisibility({
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
    onDelta({ topic, customer }: DeltaRoom, deltaFor: DeltaForAudience, rows: number) {
      if (topic === 'count' || throttle.admit(customer, rows, clock.now().getTime()))
        gateway?.send(topic, customer, deltaFor);
      else void drainThrottle();
    },
    onReset(customer) {
      gateway?.requestResync({ topic: 'alert', customer });
      gateway?.requestResync({ topic: 'count', customer });
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

/** Passes changes that other servers announce to open screens. */
function forwardNotices(
  { bus, signal, visibility }: Pick<AppNeeds, 'bus'> & Pick<LiveParts, 'signal' | 'visibility'>,
  { gateway, review }: { readonly gateway: LiveGateway; readonly review: AccessReview },
): void {
  bus.subscribe(
    subjects.config('incident'),
    ({ data }) => {
      const notice = readIncidentNotice(data);
      if (notice !== undefined)
        gateway.incidentsChanged(notice.customer, (caller) => placesSeenBy(caller, notice, visibility));
    },
    { signal },
  );
  bus.subscribe(
    subjects.config('access'),
    ({ data }) => {
      review.handle(readAccessChange(data));
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
    subjects.config('kpi'),
    () => {
      gateway.kpisChanged();
    },
    { signal },
  );
  bus.subscribe(
    subjects.config('annotation'),
    ({ data }) => {
      const change = readAnnotationChange(data);
      if (change !== undefined) gateway.annotationsChanged(change);
    },
    { signal },
  );
  bus.subscribe(
    subjects.config('announcement'),
    () => {
      gateway.announcementChanged();
    },
    { signal },
  );
}

interface LiveParts {
  readonly needs: AppNeeds;
  readonly stores: Stores;
  readonly mirror: AlertMirror;
  readonly visibility: AlarmVisibility;
  readonly signal: AbortSignal;
}

/** The session cookie of a connection identifies its user, a token its display. */
function identifiedBy(
  app: FastifyInstance,
  { sessions, access, tokens, cookies }: Stores,
): GatewayNeeds['identify'] {
  return async ({ cookies: header, token: display }) => {
    if (display !== undefined) {
      const sessionHash = tokenHash(display);
      const caller = await tokens.displayOf(sessionHash);
      return caller && { caller, sessionHash };
    }
    const token = app.parseCookie(header ?? '')[cookies.session];
    const session = token === undefined ? undefined : await sessions.peek(token);
    if (session === undefined || session.accountId === null) return undefined;
    const caller = await access.callerOf(session.accountId);
    return caller && { caller, sessionHash: session.tokenHash };
  };
}

interface WatchParts extends Pick<LiveParts, 'needs' | 'signal'> {
  readonly gateway: () => LiveGateway;
}

/** What connections watch one by one, other than rooms of customers. */
function openWatches(
  app: FastifyInstance,
  { needs, signal, gateway }: WatchParts,
): Pick<GatewayNeeds, 'elements' | 'flows' | 'editing'> {
  const { bus, clock } = needs;
  const elements = new RealtimeWatch({
    bus,
    clock,
    signal,
    inventory: needs.inventory,
    server: needs.ids.uuid(),
    send: (watched, sent) => {
      gateway().toViewers(watched, sent);
    },
  });
  const flows = new SiteFlowWatch({
    bus,
    clock,
    signal,
    inventory: needs.inventory,
    ids: needs.ids,
    modules: app.modules,
    send: (viewer, notice) => {
      gateway().flowsFor(viewer, notice);
    },
  });
  const editing = new EditorsWatch({
    ...needs,
    signal,
    server: needs.ids.uuid(),
    send: (editors) => {
      gateway().toEditors(editors);
    },
    end: (resource, viewers) => {
      gateway().endEditing(resource, viewers);
    },
  });
  return { elements, flows, editing };
}

/** Opens Socket.IO on the HTTP server of the app. */
export function openLive(
  app: FastifyInstance,
  { needs, stores, mirror, visibility, signal }: LiveParts,
): { readonly gateway: LiveGateway; readonly windows: ClosedWindows; readonly traffic: TrafficMirror } {
  const { sessions, access, tokens, cookies } = stores;
  const { log, clock, bus } = needs;
  const windows = new ClosedWindows({
    bus,
    log,
    signal,
    onClosed: (notice) => {
      gateway.windowClosed(notice);
    },
  });
  const traffic = new TrafficMirror({
    bus,
    log,
    signal,
    onChange: (notice) => {
      gateway.trafficChanged(notice);
    },
  });
  const watches = openWatches(app, { needs, signal, gateway: () => gateway });
  const gateway = openGateway(app.server, {
    ...watches,
    secure: cookies.sessionOptions.secure === true,
    modules: app.modules,
    clock,
    log,
    position: (room) => {
      if (room.topic === 'window') return windows.position(room.customer);
      if (room.topic === 'traffic') return traffic.position(room.customer);
      return positionOf(mirror, room, room.topic);
    },
    identify: identifiedBy(app, stores),
    async extendSession(sessionHash) {
      const session = await sessions.extend(sessionHash);
      return session && sessionTimesOf(session);
    },
    displayOf: (hash) => tokens.displayOf(hash),
    activeSessions: () => sessions.listActive(),
    callersOf: (accounts) => access.callersOf(accounts),
  });
  const review = new AccessReview({ gateway, sessions, access, log });
  forwardNotices({ bus, signal, visibility }, { gateway, review });
  clock.every(REVIEW_INTERVAL_MS, () => review.reviewAll(), signal);
  clock.every(
    RESYNC_INTERVAL_MS,
    () => {
      gateway.dropStalled();
      gateway.resyncRestricted();
    },
    signal,
  );
  return { gateway, windows, traffic };
}
