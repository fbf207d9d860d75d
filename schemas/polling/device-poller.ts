import type { TableProcedure } from './procedure.ts';

/** Procedures over the rows of a device itself. */
export type DeviceProcedure =
  | 'meanLoad'
  | Extract<
      TableProcedure,
      | 'loadOfIdle'
      | 'memoryUsedAndFree'
      | 'memoryOfPools'
      | 'memoryOfPercent'
      | 'memoryOfShare'
      | 'memoryOfStorage'
      | 'memoryOfLinux'
      | 'diskOfStorage'
      | 'ipSla'
    >;

/** A built-in poller of device objects other than interfaces. */
export interface DevicePoller {
  /** Stored when the poller is disabled, so it never changes. */
  readonly key: string;
  readonly name: string;
  /** Of the pollers with one subject, the first with rows on the device is used. */
  readonly subject: 'processor' | 'memory' | 'disk' | 'probe';
  /**
   * Private enterprise numbers (IANA) whose devices have the objects; undefined for standard objects. Other devices are
   * polled if nothing else measures the subject.
   */
  readonly enterprises?: readonly number[];
  /** Column that defines the rows of the poller. */
  readonly rows: string;
  /** Columns read with `rows`, once an hour. */
  readonly facts: Readonly<Record<string, string>>;
  /** Columns read in every poll. */
  readonly values: Readonly<Record<string, string>>;
  readonly procedure: DeviceProcedure;
}

/** IANA private enterprise numbers. */
export const enterprise = {
  cisco: 9,
  hp: 11,
  huawei: 2011,
  juniper: 2636,
  timetra: 6527,
  sonicWall: 8741,
  fortinet: 12_356,
  oneAccess: 13_191,
  h3c: 25_506,
  viptela: 41_916,
} as const;
