import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { chromium, type Browser } from 'playwright-core';
import type { JobsMetrics } from '../jobs-metrics.ts';
import { RenderingError } from '../rendering-error.ts';

export interface ChromiumOptions {
  readonly path: string;
  /** The only address that it may reach. */
  readonly origin: string;
  /** It is replaced after this number of reports. */
  readonly maxReports: number;
  readonly maxMemoryBytes: number;
  readonly metrics: Pick<JobsMetrics, 'browsers'>;
}

/** What an operator does when it is missing. */
export const chromiumMissing = (path: string): string =>
  `Chromium is missing at ${path}: install the package chromium, or set CHROMIUM_PATH.`;

export async function hasChromium(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const flagsFor = (origin: string): string[] => [
  '--disable-background-networking',
  // No chart of a report needs a graphics card, and drawing by one that is imitated takes memory.
  '--disable-gpu',
  '--disable-dev-shm-usage',
  // Neither names nor WebRTC lead elsewhere: requests are also aborted one by one.
  `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${new URL(origin).hostname}`,
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/** No secret of this process is part of the environment of the browser. */
const environment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: tmpdir(),
  TMPDIR: tmpdir(),
  LANG: 'C.UTF-8',
});

const KIBIBYTE = 1_024;

/** Memory of a process that no other one shares, bytes; 0: it has ended. */
async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * KIBIBYTE;
}

export interface BrowserUse {
  /** The process without which the others end. */
  readonly process: number;
  readonly memoryBytes: number;
}

/** The main process of a browser, and the memory of all of its processes. */
export async function useOf(browser: Browser): Promise<BrowserUse> {
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const sizes = await Promise.all(processInfo.map(({ id }) => memoryOf(id)));
    const main = processInfo.find(({ type }) => type === 'browser');
    return { process: main?.id ?? 0, memoryBytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
  } finally {
    await session.detach();
  }
}

type StartReason = 'start' | 'crash' | 'memory' | 'age';

/** One browser for all reports, each of which gets a context of its own. It is replaced when it has crashed, grown or served enough. */
export class Chromium {
  readonly #options: ChromiumOptions;
  #browser: Promise<Browser> | undefined;
  /** Reports that use the browser now. */
  #users = 0;
  #reports = 0;
  #reason: StartReason = 'start';

  constructor(options: ChromiumOptions) {
    this.#options = options;
  }

  /** Lends the browser. Throws a RenderingError when Chromium is missing. */
  async use<Value>(run: (browser: Browser) => Promise<Value>): Promise<Value> {
    const browser = await this.#current();
    this.#users += 1;
    this.#reports += 1;
    try {
      return await run(browser);
    } finally {
      this.#users -= 1;
      if (this.#users === 0) await this.#replaceIfDue(browser);
    }
  }

  async close(): Promise<void> {
    const browser = await this.#browser?.catch(() => undefined);
    this.#browser = undefined;
    await browser?.close();
  }

  /** Calls at the same time share one browser. */
  async #current(): Promise<Browser> {
    const starting = this.#browser;
    if (starting !== undefined) {
      const running = await starting.catch(() => undefined);
      if (running?.isConnected() === true) return running;
      // Another call has replaced it in the meantime.
      if (this.#browser !== starting) return this.#current();
      if (running !== undefined) this.#reason = 'crash';
    }
    this.#browser = this.#start();
    return this.#browser;
  }

  async #start(): Promise<Browser> {
    const { path, origin, metrics } = this.#options;
    if (!(await hasChromium(path))) throw new RenderingError('browser', chromiumMissing(path));
    metrics.browsers.inc({ reason: this.#reason });
    this.#reports = 0;
    return chromium.launch({
      executablePath: path,
      args: flagsFor(origin),
      // Chromium has no sandbox for root.
      chromiumSandbox: process.getuid?.() !== 0,
      env: environment(),
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  }

  async #replaceIfDue(browser: Browser): Promise<void> {
    const { maxReports, maxMemoryBytes } = this.#options;
    if (!browser.isConnected()) return;
    const isOld = this.#reports >= maxReports;
    const { memoryBytes } = await useOf(browser).catch(() => ({ memoryBytes: Infinity }));
    if (!isOld && memoryBytes <= maxMemoryBytes) return;
    this.#reason = isOld ? 'age' : 'memory';
    this.#browser = undefined;
    await browser.close();
  }
}
