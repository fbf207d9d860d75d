import type { RenderingFailure } from '#schemas/rendering/rendering.ts';

/** Why a report cannot be rendered. */
export class RenderingError extends Error {
  readonly failure: RenderingFailure;

  constructor(failure: RenderingFailure, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.failure = failure;
  }
}

/** The browser has ended while it printed: another one may succeed. */
export class BrowserCrash extends Error {}

/** The server does not respond: the report waits for it. */
export class ServerUnavailable extends Error {}
