import { expect } from 'vitest';
import { AuditDetail } from '#schemas/audit/event.ts';
import type { Route } from '#schemas/route.ts';
import type { Browser, ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

/** What an event must record of an object: that it was created, changed, deleted, or acted upon. */
export type Records = 'made' | 'changed' | 'deleted' | 'done';

interface Sent {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly by?: Browser;
}

/** What the audit recorded of a call. */
export interface RecordedStep {
  readonly records: Records;
  readonly actions: readonly string[];
  readonly changes: NonNullable<AuditDetail['changes']>;
  /** Everything that its events hold, as text. */
  readonly text: string;
}

export const nameOfRoute = ({ method, path }: Route): string => `${method} ${path}`;

const urlOf = ({ path }: Route, { params = {}, query = {} }: Sent): string => {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '?'));
  const requested = Object.entries(query).map(([name, value]) => `${name}=${String(value)}`);
  return requested.length === 0 ? filled : `${filled}?${requested.join('&')}`;
};

const FILE = { 'content-type': 'application/octet-stream' };

/** Calls routes one after the other, and keeps what the audit records of each call. */
export class AuditSteps {
  readonly #server: ServerUnderTest;
  readonly #by: Browser;
  readonly reported = new Map<string, RecordedStep>();

  constructor(server: ServerUnderTest, by: Browser) {
    this.#server = server;
    this.#by = by;
  }

  readonly take = async <Reply = { id: number; version: number }>(
    route: Route,
    records: Records,
    sent: Sent = {},
  ): Promise<Reply> => {
    const { by = this.#by, body } = sent;
    const response = await by.send(
      route.method as 'POST',
      urlOf(route, sent),
      body === undefined ? {} : { body, ...(body instanceof Uint8Array && { headers: FILE }) },
    );
    const name = nameOfRoute(route);
    if (response.statusCode !== 200) throw new Error(`${name} responses ${response.body}`);
    const rows = await eventually(() => this.#eventsOf(String(response.headers['x-request-id'])));
    const changes = rows.flatMap(({ detail }) => AuditDetail.parse(JSON.parse(detail)).changes ?? []);
    const actions = rows.map(({ action }) => action);
    this.reported.set(name, { records, actions, changes, text: JSON.stringify(rows) });
    return response.json();
  };

  async #eventsOf(request: string) {
    const rows = await this.#server.stack.db
      .selectFrom('audit_event')
      .selectAll()
      .where('request_id', '=', request)
      .orderBy('seq')
      .execute();
    return rows.length === 0 ? undefined : rows;
  }
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined;

/** The difference fits what was done. */
export function expectRecorded({ records, changes }: RecordedStep): void {
  if (records === 'done') return;
  expect(changes.length).toBeGreaterThan(0);
  if (records === 'made') expect(changes.every(({ before }) => isEmpty(before))).toBe(true);
  if (records === 'deleted') expect(changes.every(({ after }) => isEmpty(after))).toBe(true);
  if (records === 'changed')
    expect(changes.some(({ before, after }) => !isEmpty(before) || isEmpty(after))).toBe(true);
}
