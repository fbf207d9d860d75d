import { field, type EventCatalogue } from './event-definition.ts';

const { err } = field;

const jobs = ['jobs'] as const;
const run = { run: 'id of the rendering (`report_run`)' } as const;

/** Events of processes that render reports. */
export const jobsEvents = {
  'chromium missing': {
    components: jobs,
    meaning:
      'Chromium is not installed: no report can be made as PDF. Install the package chromium, or set `CHROMIUM_PATH`, and start the process again.',
    fields: { path: 'where it was looked for' },
  },
  'browser crashed': {
    components: jobs,
    meaning:
      'Chromium ended while it printed a report. Another one is started, and the report printed once more.',
    fields: { ...run, ...err },
  },
  'report rendering failed': {
    components: jobs,
    meaning: 'A report could not be rendered; its requester sees the reason.',
    fields: { ...run, report: 'id of the report', ...err },
  },
  'report heartbeat failed': {
    components: jobs,
    meaning:
      'PostgreSQL did not take the heartbeat of a rendering, which is lost after a minute without one.',
    fields: { ...run, ...err },
  },
  'report queue failed': {
    components: jobs,
    meaning: 'The queue of reports could not be read; it is read again five seconds later.',
    fields: { ...err },
  },
  'server unavailable': {
    components: jobs,
    meaning: 'The server did not respond at `CONSOLE_URL`; the report waits for it.',
    fields: { ...run, ...err },
  },
} as const satisfies EventCatalogue;
