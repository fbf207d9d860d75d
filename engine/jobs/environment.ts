import { z } from 'zod';
import { standard } from '#platform/env/standard.ts';
import { address, name, pageAddress, textVariable, integerVariable } from '#platform/env/variable.ts';

const { NATS_URL, DATABASE_URL, HEALTH_PORT, LOG_LEVEL } = standard;

/** Environment variables of a process that renders reports. */
export const jobsEnvironment = z.object({
  NATS_URL,
  DATABASE_URL,
  HEALTH_PORT,
  LOG_LEVEL,
  /** Several processes share the work, each under a unique name. */
  JOBS_NAME: name('jobs'),
  /** Address of the server, below which the console is: reports are read and printed from there. */
  CONSOLE_URL: address(['http', 'https'], 'http://127.0.0.1:8080'),
  /** Address of the console in browsers, to which links in PDF files lead; empty: files have no links. */
  PUBLIC_URL: pageAddress(),
  /** Chromium, which prints PDF: the package `chromium` of Debian. */
  CHROMIUM_PATH: textVariable('/usr/bin/chromium'),
  /** Reports that are rendered at a time. */
  JOBS_RENDERERS: integerVariable(1, 16, 1),
  /** Chromium is replaced after this number of reports, and when it uses more memory, in MiB. */
  CHROMIUM_REPORTS: integerVariable(1, 1_000, 50),
  CHROMIUM_MEMORY_MIB: integerVariable(256, 65_536, 1_500),
  /** A report for which it uses more memory while it prints fails, in MiB. */
  CHROMIUM_MAX_MEMORY_MIB: integerVariable(512, 65_536, 4_000),
});
