import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { ShownCertificate } from '#platform/outbound/http-exchange.ts';
import type { SdwanKind } from '#schemas/sdwan/kind.ts';
import type { SignInMethod } from '#schemas/sdwan/server.ts';
import type { AlarmPeriod, ManagedAlarms } from './managed-alarms.ts';
import type { ManagedVolume } from './managed-volume.ts';
import type { SkippedTenant } from './tenant-readings.ts';

/** Limit of signing out, which has a time of its own: the deadline of what was read may be over. */
export const CLOSE_TIMEOUT_MS = 5_000;

/** What it takes to reach a manager, secrets open. */
export interface ManagerAccess {
  readonly kind: SdwanKind;
  readonly url: string;
  readonly login: string;
  readonly password: string;
  /** What `password` is: a token is sent with every request and needs no session. */
  readonly signsInWith: SignInMethod;
  /** Nuage: the enterprise that the user signs in to. vManage: the organization of the tenants that are read; empty: all. */
  readonly organization: string;
  /** Nuage: where its statistics are. */
  readonly elasticUrl: string;
  /** Id of the only customer at the manager: names the tenant or enterprise that is read, where the manager has several. */
  readonly clientId: string;
  /** Nuage: the enterprise of the only customer. */
  readonly vsdName: string;
  /** Fortinet. */
  readonly adom: string;
  readonly vdom: string;
  /** The manager serves several customers: tenants of vManage, enterprises of a VSD, ADOMs of a FortiManager. */
  readonly isMultiTenant: boolean;
  readonly verifyTls: boolean;
  /** Fingerprint of the only certificate that is called without verification; empty: any. */
  readonly pinned: string;
}

/** A device of a tenant; the tenant of a manager with one customer is empty. Unknown texts are empty. */
export interface ManagedDevice {
  readonly tenant: string;
  readonly name: string;
  readonly address: string;
  readonly site: string;
  readonly model: string;
  readonly serial: string;
  readonly software: string;
  readonly latitude: number | undefined;
  readonly longitude: number | undefined;
}

/** A tunnel as one end knows it. `device` is the name of this end, the key unique among its tunnels. */
export interface ManagedTunnel {
  readonly tenant: string;
  readonly device: string;
  readonly key: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** An interface of a device. */
export interface ManagedInterface {
  readonly tenant: string;
  /** The name of its device. */
  readonly device: string;
  readonly name: string;
  readonly description: string;
  /** Undefined: the manager does not say. */
  readonly speedBps: number | undefined;
  /** What else the manager says: `address` as CIDR or without its mask, `color`, `role`. Nothing is empty. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What a sample is of. A site is measured by each of its devices. */
export type SampledKind = 'tunnel' | 'interface' | 'device' | 'site';

/** Counters of an element at a time. `key`: of a tunnel its key, of an interface its name, else empty. */
export interface ManagedSample extends Pick<ManagedTunnel, 'tenant' | 'device' | 'key'> {
  /** Address of the device as the manager lists it, which stays when the device is renamed; undefined: the sample has only the name. */
  readonly address?: string | undefined;
  readonly kind: SampledKind;
  readonly atMs: number;
  readonly values: Readonly<Partial<Record<CounterKey, number>>>;
}

export interface SamplePeriod {
  readonly startMs: number;
  readonly endMs: number;
  /** Devices and interfaces as well: where nothing else measures them. */
  readonly withDevices?: boolean;
}

export interface ManagedNetwork {
  readonly devices: readonly ManagedDevice[];
  readonly tunnels: readonly ManagedTunnel[];
  readonly interfaces: readonly ManagedInterface[];
}

/** What a client has learned of how it is let in. */
export interface ManagerCredentials {
  /** Undefined without TLS, and before the first response. */
  readonly certificate: ShownCertificate | undefined;
  /** When the session ends by itself, by our clock; undefined: the manager does not say. */
  readonly sessionEndsMs: number | undefined;
}

export interface EndpointCall {
  /** Path and query below the address of the manager; of a FortiManager the URL of its JSON-RPC. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Client id of the customer: of a manager of several, only the customer's part is read. */
  readonly clientId: string;
}

/** A signed-in manager. Every method throws a ManagerError, and signs in again once when the session has ended. */
export interface ManagerClient {
  /** Signs in and sends a light request. */
  readonly check: (signal: AbortSignal) => Promise<void>;
  readonly readNetwork: (signal: AbortSignal) => Promise<ManagedNetwork>;
  /** Samples within a period of the manager's clock, and dated by it; they may be late and sparse. */
  readonly readSamples: (period: SamplePeriod, signal: AbortSignal) => Promise<readonly ManagedSample[]>;
  /** Volumes of applications in the full intervals of a period; none of a vendor that does not recognise applications. */
  readonly readVolumes: (
    period: Pick<SamplePeriod, 'startMs' | 'endMs'>,
    signal: AbortSignal,
  ) => Promise<readonly ManagedVolume[]>;
  /** Alarms since a time of the manager's clock. */
  readonly readAlarms: (since: AlarmPeriod, signal: AbortSignal) => Promise<ManagedAlarms>;
  readonly credentials: () => ManagerCredentials;
  /** Tenants, enterprises or ADOMs that the last reading has left out; the others were read. */
  readonly skipped: () => readonly SkippedTenant[];
  /** Returns and resets how long the slowest single response took, milliseconds; undefined: there was none. */
  readonly takeSlowestMs: () => number | undefined;
  /** How far the manager's clock is ahead of ours, milliseconds, by its last response; undefined before the first. */
  readonly skewMs: () => number | undefined;
  /** The JSON response to a GET within the customer's part of the manager. */
  readonly read: (call: EndpointCall, signal: AbortSignal) => Promise<unknown>;
  /** Signs out, since managers limit the sessions of a user. Never rejects. */
  readonly close: (signal: AbortSignal) => Promise<void>;
}
