import { createHash } from 'node:crypto';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { addressCountries } from '#schemas/table/stream/address-countries.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#schemas/time/duration.ts';

/** Stored again when they are this old: they expire at twice the age. */
const RENEWED_MS = 30 * DAY_MS;

const codec = codecOf(addressCountries);

interface StoredAddressesNeeds {
  readonly clickhouse: Pick<ClickHouse, 'query' | 'insertRowBinary'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly limits: BigUint64Array | undefined;
}

/** A sorted list about addresses in the store, where statements look it up. It is stored when a request first needs it. */
export class StoredAddresses {
  readonly #needs: StoredAddressesNeeds;
  readonly #edition: bigint;
  #checkedAtMs = -Infinity;
  #storing: Promise<void> | undefined;

  constructor(needs: StoredAddressesNeeds) {
    this.#needs = needs;
    const bytes = needs.limits === undefined ? new Uint8Array() : new Uint8Array(needs.limits.buffer);
    this.#edition = createHash('sha256').update(bytes).digest().readBigUInt64LE();
  }

  /** Returns the edition that statements look up, once it is in the store; undefined: there is no file. */
  async file(): Promise<string | undefined> {
    if (this.#needs.limits === undefined) return undefined;
    const nowMs = this.#needs.clock.now().getTime();
    if (nowMs - this.#checkedAtMs >= HOUR_MS) {
      this.#storing ??= this.#store(this.#needs.limits).finally(() => {
        this.#storing = undefined;
      });
      await this.#storing;
      this.#checkedAtMs = nowMs;
    }
    return String(this.#edition);
  }

  async #store(limits: BigUint64Array): Promise<void> {
    const { clickhouse, clock } = this.#needs;
    const nowMs = clock.now().getTime();
    const [found] = await clickhouse.query<{ rows: number }>(
      `SELECT count() AS rows FROM ${addressCountries.name} WHERE edition = {edition:UInt64} AND stored > toDateTime({since:UInt32}, 'UTC')`,
      { edition: String(this.#edition), since: Math.floor((nowMs - RENEWED_MS) / SECOND_MS) },
    );
    if ((found?.rows ?? 0) >= limits.length) return;
    const stored = Math.floor(nowMs / SECOND_MS);
    await clickhouse.insertRowBinary({
      table: addressCountries.name,
      columns: Object.keys(addressCountries.columns),
      rows: codec.encode([...limits].map((boundary) => ({ edition: this.#edition, stored, boundary }))),
    });
  }
}
