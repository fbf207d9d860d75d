import type { ManagedSample, ManagerClient, SamplePeriod } from '#platform/sdwan/sdwan-client.ts';

/** Samples of a period of our clock, dated by it: that of the manager may be minutes off. */
export async function readInOurTime(
  client: Pick<ManagerClient, 'check' | 'readSamples' | 'skewMs'>,
  { startMs, endMs, withDevices = false }: SamplePeriod,
  signal: AbortSignal,
): Promise<readonly ManagedSample[]> {
  // Any response says what the manager's time is.
  if (client.skewMs() === undefined) await client.check(signal);
  const skewMs = client.skewMs() ?? 0;
  const theirs = { startMs: startMs + skewMs, endMs: endMs + skewMs, withDevices };
  const samples = await client.readSamples(theirs, signal);
  return skewMs === 0 ? samples : samples.map((sample) => ({ ...sample, atMs: sample.atMs - skewMs }));
}
