/** FNV-1a over the bytes of the id: neighbouring ids get distant phases. */
function hashOf(id: number): number {
  let hash = 0x811c9dc5;
  for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((id >>> shift) & 0xff), 0x01000193);
  return hash >>> 0;
}

/** Pollers share the devices in this many shards: enough for even shares of tens of pollers. */
export const POLL_SHARDS = 256;

/** The shard of a device. */
export const pollShardOf = (device: number): number => hashOf(device) % POLL_SHARDS;

/** Phase of a device within the interval in ms: stable and evenly distributed. */
export const phaseMs = (device: number, intervalMs: number): number => hashOf(device) % intervalMs;

/** First time after `nowMs` at which a poll of the device is due. */
export function nextDueMs(device: number, intervalMs: number, nowMs: number): number {
  const phase = phaseMs(device, intervalMs);
  return Math.floor((nowMs - phase) / intervalMs + 1) * intervalMs + phase;
}
