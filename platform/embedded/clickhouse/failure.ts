/** A ClickHouse error with its code. */
export class ClickHouseFailure extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const STATUS: ReadonlyMap<number, number> = new Map([
  ...[6, 25, 26, 27, 36, 38, 41, 43, 53, 62, 69, 72, 117, 167, 168, 376].map((code) => [code, 400] as const),
  ...[192, 193, 497, 516].map((code) => [code, 403] as const),
  ...[46, 47, 50, 56, 60, 63, 73, 78, 81, 115].map((code) => [code, 404] as const),
  [159, 408],
  [194, 401],
  [229, 413],
  [381, 411],
  [48, 501],
  [209, 503],
  [439, 503],
]);

/** HTTP status of an error code, as ClickHouse's own server chooses it (HTTPHandler, exceptionCodeToHTTPStatus). */
export const statusOf = (code: number): number => STATUS.get(code) ?? 500;

/** Converts an error of the library; code 1001 (STD_EXCEPTION) when it names none. */
export function toClickHouseFailure(error: unknown): ClickHouseFailure {
  if (error instanceof ClickHouseFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  const [, code] = /Code: (\d+)\./.exec(message) ?? [];
  return new ClickHouseFailure(Number(code ?? 1001), message.trim());
}

/** Text of the response: `Code: 60. DB::Exception: … (UNKNOWN_TABLE) (version 26.7.2.1)`, which clients parse. */
export function failureText({ code, message }: ClickHouseFailure, version: string): string {
  const text = message.startsWith('Code: ') ? message : `Code: ${String(code)}. DB::Exception: ${message}`;
  return text.includes('(version ') ? `${text}\n` : `${text} (version ${version})\n`;
}
