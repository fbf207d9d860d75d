import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

const send = new URL('send.ts', import.meta.url).pathname;
const Report = z.object({ records: z.number(), seconds: z.number(), cpuSeconds: z.number() });

/** Report of the sender process. */
export type SenderReport = z.infer<typeof Report>;

/** Sends NetFlow v9 datagrams with 24 records each to a port of 127.0.0.1 from a separate process. */
export async function sendPackets(
  port: number,
  { packets, perSecond }: { readonly packets: number; readonly perSecond: number },
): Promise<SenderReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    send,
    String(port),
    String(packets),
    String(perSecond),
  ]);
  return Report.parse(JSON.parse(stdout));
}
