import { z } from 'zod';

const READY_TIMEOUT_MS = 5_000;

/** Reply of `/health/ready`: a process names its parts, the console the tiers that are down. */
const Readiness = z.object({
  waitingFor: z.array(z.string()).default([]),
  down: z.array(z.object({ tier: z.string() })).default([]),
});

export const healthOrigin = (port: number): string => `http://127.0.0.1:${String(port)}`;

/** Rejects when `/health/live` does not reply with 200. The caller limits the time. */
export async function isAlive(origin: string): Promise<void> {
  const response = await fetch(`${origin}/health/live`);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`/health/live replied ${String(response.status)}`);
}

/** The parts that are not ready, as `/health/ready` replies; `no reply` when it does not. */
export async function waitingFor(origin: string): Promise<readonly string[]> {
  try {
    const signal = AbortSignal.timeout(READY_TIMEOUT_MS);
    const response = await fetch(`${origin}/health/ready`, { signal });
    const body: unknown = await response.json();
    if (response.ok) return [];
    const { waitingFor: parts, down } = Readiness.parse(body);
    return [...parts, ...down.map(({ tier }) => tier)];
  } catch {
    return ['no reply'];
  }
}
