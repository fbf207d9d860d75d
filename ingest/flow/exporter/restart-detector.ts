import { z } from 'zod';

/** What the header of a datagram says of the order in which datagrams were sent. */
export const HeaderMark = z.strictObject({
  sequence: z.number(),
  exportMs: z.number(),
  /** Null for IPFIX, whose header has none. */
  uptimeMs: z.number().nullable(),
});
export type HeaderMark = z.infer<typeof HeaderMark>;

/** `restart`: the first datagram since a restart. `stale`: one from before it that arrives after it. */
export type DatagramOrder = 'current' | 'restart' | 'stale';

const MODULUS = 2 ** 32;
/** No network delays a datagram for longer. */
const MAX_DELAY_MS = 60_000;
/** The boot time of one run of an exporter moves by less: export times of NetFlow v9 are full seconds. */
const BOOT_TOLERANCE_MS = 5_000;
/** The same against a header of long ago, when the exporter's clock may have been set since. */
const STORED_BOOT_TOLERANCE_MS = 60_000;
/** Around the wrap of a 32-bit uptime after 49.7 days, its clock may be off by as much. */
const WRAP_TOLERANCE_MS = 10 * 60_000;
/** A sequence that is lower and less than this ahead has wrapped. */
const MAX_WRAP_AHEAD = 2 ** 26;
/** An exporter that seems to restart more often has several counters in one session: its headers say nothing of restarts. */
const MAX_RESTARTS = 3;
const RESTARTS_WITHIN_MS = 10 * 60_000;

interface UptimeMark extends HeaderMark {
  readonly uptimeMs: number;
}
const hasUptime = (mark: HeaderMark): mark is UptimeMark => mark.uptimeMs !== null;

const bootOf = ({ exportMs, uptimeMs }: UptimeMark): number => exportMs - uptimeMs;

/** Whether a lower uptime is that of a wrapped counter. */
function hasWrapped(before: UptimeMark, mark: UptimeMark): boolean {
  if (Math.abs(bootOf(mark) - bootOf(before) - MODULUS) <= WRAP_TOLERANCE_MS) return true;
  return before.uptimeMs >= MODULUS - WRAP_TOLERANCE_MS && mark.uptimeMs <= WRAP_TOLERANCE_MS;
}

/**
 * NetFlow v9: sysUptime goes back (RFC 3954 §5.1). A delayed datagram has a lower uptime too, but the same boot time; a
 * device without a clock always has the same boot time, but no datagram is delayed by minutes.
 */
function isUptimeReset(before: UptimeMark, mark: UptimeMark): boolean {
  const back = before.uptimeMs - mark.uptimeMs;
  if (back <= 0 || hasWrapped(before, mark)) return false;
  return back > MAX_DELAY_MS || Math.abs(bootOf(mark) - bootOf(before)) > BOOT_TOLERANCE_MS;
}

/**
 * IPFIX: the sequence goes back (RFC 7011 §3.1) in a message that was sent later, or by a clock that was lost. A delayed
 * message has an earlier export time.
 */
function isSequenceReset(before: HeaderMark, mark: HeaderMark): boolean {
  const ahead = (mark.sequence - before.sequence + MODULUS) % MODULUS;
  if (mark.sequence >= before.sequence || ahead <= MAX_WRAP_AHEAD) return false;
  return mark.exportMs > before.exportMs || before.exportMs - mark.exportMs > MAX_DELAY_MS;
}

function isRestart(before: HeaderMark, mark: HeaderMark): boolean {
  return hasUptime(before) && hasUptime(mark) ? isUptimeReset(before, mark) : isSequenceReset(before, mark);
}

/** Against a stored mark: the uptime may have passed that of before again. */
function hasRestartedSince(stored: HeaderMark, mark: HeaderMark): boolean {
  if (isRestart(stored, mark)) return true;
  if (!hasUptime(stored) || !hasUptime(mark) || mark.uptimeMs <= stored.uptimeMs) return false;
  const moved = Math.abs(bootOf(mark) - bootOf(stored));
  return moved > STORED_BOOT_TOLERANCE_MS && Math.abs(moved - MODULUS) > WRAP_TOLERANCE_MS;
}

/** Whether a mark is not older than another of the same run. */
function isNewer(before: HeaderMark, mark: HeaderMark): boolean {
  if (hasUptime(before) && hasUptime(mark))
    return mark.uptimeMs >= before.uptimeMs || hasWrapped(before, mark);
  return mark.exportMs >= before.exportMs || before.exportMs - mark.exportMs > MAX_DELAY_MS;
}

interface Restart {
  /** Newest mark before it, and first mark after it. */
  readonly before: HeaderMark;
  readonly first: HeaderMark;
  readonly receivedMs: number;
}

/** Whether a mark is of the run before the restart. */
function isOfRunBefore({ before, first }: Restart, mark: HeaderMark): boolean {
  if (hasUptime(before) && hasUptime(first) && hasUptime(mark)) {
    const boot = bootOf(mark);
    return (
      Math.abs(boot - bootOf(before)) <= BOOT_TOLERANCE_MS &&
      Math.abs(boot - bootOf(first)) > BOOT_TOLERANCE_MS
    );
  }
  const isNearer = Math.abs(mark.sequence - before.sequence) < Math.abs(mark.sequence - first.sequence);
  return isNearer && mark.exportMs <= before.exportMs && before.exportMs <= first.exportMs;
}

/** Recognises restarts of one exporting process by the headers of its datagrams. Pure but for what it remembers. */
export class RestartDetector {
  /** Newest header of the current run. */
  newest: HeaderMark | undefined;
  /** The mark was restored: no datagram has arrived since. */
  #isStored = false;
  #last: Restart | undefined;
  #restartsMs: number[] = [];

  /** Places a datagram that was received at a time. */
  observe(mark: HeaderMark, receivedMs: number): DatagramOrder {
    const { newest } = this;
    const isStored = this.#isStored;
    this.#isStored = false;
    if (newest === undefined) {
      this.newest = mark;
      return 'current';
    }
    if (this.#isStale(mark, receivedMs)) return 'stale';
    const restarted = isStored ? hasRestartedSince(newest, mark) : isRestart(newest, mark);
    if (restarted) {
      this.newest = mark;
      this.#last = { before: newest, first: mark, receivedMs };
      return this.#isPlausible(receivedMs) ? 'restart' : 'current';
    }
    if (isNewer(newest, mark)) this.newest = mark;
    return 'current';
  }

  /** Continues from a stored mark. Returns false if the exporter has restarted since. */
  restore(stored: HeaderMark | undefined): boolean {
    if (stored === undefined) return true;
    if (this.newest !== undefined) return !hasRestartedSince(stored, this.newest);
    this.newest = stored;
    this.#isStored = true;
    return true;
  }

  #isStale(mark: HeaderMark, receivedMs: number): boolean {
    const last = this.#last;
    if (last === undefined || receivedMs - last.receivedMs > MAX_DELAY_MS) return false;
    return isOfRunBefore(last, mark);
  }

  #isPlausible(receivedMs: number): boolean {
    this.#restartsMs = this.#restartsMs.filter((atMs) => receivedMs - atMs < RESTARTS_WITHIN_MS);
    this.#restartsMs.push(receivedMs);
    return this.#restartsMs.length <= MAX_RESTARTS;
  }
}
