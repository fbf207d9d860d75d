import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { watchStoresDisk } from '#platform/disk/stores-disk.ts';
import { embeddedFolderOf } from '#platform/embedded/access/endpoints.ts';
import { runConfigurationCommand } from '#platform/env/configuration-command.ts';
import { configure } from '#platform/env/config.ts';
import { systemIds } from '#platform/id/id.ts';
import { watchInventory } from '#platform/inventory/inventory-cache.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { ProcessBeats } from '#platform/lifecycle/process-beats.ts';
import { runProcess, sendToParent } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { startTracing } from '#platform/tracing/start-tracing.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { openSecrets } from '#platform/secret/open-secrets.ts';
import { retentionOf } from '#schemas/limit/retention.ts';
import { PROBLEM_TEXTS } from '#schemas/text/own-texts.ts';
import { languages, offeredOf } from '#schemas/time/locale.ts';
import { overrideProblemTexts } from '#schemas/problem/own-problem-texts.ts';
import { buildApp } from './composition/app.ts';
import { hasConsole } from './kernel/http/console-files.ts';
import { ownTextsIn } from './kernel/text/own-texts-variable.ts';
import { serverEnvironment } from './environment.ts';
import { readAddressFiles, type AddressKnowledge } from './shared/address-files/read-address-files.ts';

const config = configure(serverEnvironment);

const log = openLog('server', config.LOG_LEVEL);

const metrics = openMetrics({ defaults: true });
const tracing = await startTracing(config, { process: 'server', log, metrics });
const beats = new ProcessBeats({ process: 'server', metrics, clock: systemClock, ids: systemIds });

const ownTexts = ownTextsIn(config.TEXTS_FOLDER);

/** Texts of the installation in replies; the console reads its own. */
function showOwnTexts(): void {
  for (const { language, texts, missing } of ownTexts) {
    const builtIn = languages.find((one) => one === language);
    if (builtIn !== undefined) overrideProblemTexts(builtIn, texts[PROBLEM_TEXTS] ?? {});
    log.info({ language, missing }, 'texts replaced');
  }
}

/** Names of autonomous systems and countries of addresses; a file that cannot be read is logged. */
async function readAddresses(): Promise<AddressKnowledge> {
  const known = await readAddressFiles({ asNames: config.AS_NAMES_FILE, countries: config.COUNTRIES_FILE });
  for (const { variable, path, fault } of known.files)
    if (fault !== undefined) log.error({ variable, path, reason: fault }, 'address file not read');
  return known;
}

/** Limits of features in the configuration. */
const limitsIn = ({
  APPLICATIONS_MAX,
  APPLICATION_SLOW_MS,
  REPORT_PAGES_MAX,
  REPORT_RESOLVING_MS,
  SCHEDULING_ALARM_PAUSE_SECONDS,
}: typeof config) => ({
  applications: { maxPerCustomer: APPLICATIONS_MAX, slownessMarkerMs: APPLICATION_SLOW_MS },
  reports: { maxPages: REPORT_PAGES_MAX, resolvingIntervalMs: REPORT_RESOLVING_MS },
  schedulingAlarmPauseMs: SCHEDULING_ALARM_PAUSE_SECONDS * 1_000,
});

const serving: Component = {
  name: 'server',
  async start(signal) {
    const bus = await openBus(config.NATS_URL, 'telltale-server');
    runConfigurationCommand(bus, { process: 'server', config, signal });
    beats.start(bus, signal);
    const db = openPostgres(config.DATABASE_URL);
    const secrets = await openSecrets(config, { db, ids: systemIds, log });
    const clickhouse = openClickHouse(config.CLICKHOUSE_URL);
    const inventory = await watchInventory({ db, bus, clock: systemClock, log, signal }, { targets: true });
    const disk = await watchStoresDisk(config, { clock: systemClock, onChange: () => undefined, signal });
    const publicUrl =
      config.PUBLIC_URL === '' ? `http://${config.HOST}:${String(config.PORT)}` : config.PUBLIC_URL;
    if (publicUrl.startsWith('https:') && config.TRUSTED_PROXIES.length === 0)
      log.warn({ publicUrl }, 'trusted proxies missing');
    const webFolder = resolve(config.WEB_FOLDER);
    if (!hasConsole(webFolder)) log.warn({ folder: webFolder }, 'console not built');
    showOwnTexts();
    const { app, gateway, mirror } = await buildApp(
      {
        db,
        clickhouse,
        bus,
        inventory,
        log,
        secrets,
        disk,
        metrics,
        run: beats.run,
        clock: systemClock,
        ids: systemIds,
      },
      {
        partitions: config.PARTITIONS,
        publicUrl,
        readOnly: config.READ_ONLY,
        trustedProxies: config.TRUSTED_PROXIES,
        connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
        samlAllowedNetworks: config.SAML_ALLOWED_NETWORKS,
        oidcAllowedNetworks: config.OIDC_ALLOWED_NETWORKS,
        snmpAllowedNetworks: config.SNMP_ALLOWED_NETWORKS,
        dataFolder: embeddedFolderOf(config),
        logFolder: resolve(config.TELLTALE_DATA, 'log'),
        importFolder: config.IMPORT_FOLDER === '' ? undefined : resolve(config.IMPORT_FOLDER),
        importAllowedNetworks: config.IMPORT_ALLOWED_NETWORKS,
        sdwanAllowedNetworks: config.SDWAN_ALLOWED_NETWORKS,
        sdwanDashletHeaders: config.SDWAN_DASHLET_HEADERS,
        licenseAuthorities:
          config.LICENSE_CA === '' ? undefined : await readFile(resolve(config.LICENSE_CA), 'utf8'),
        breachedPasswords: config.BREACHED_PASSWORDS,
        ...limitsIn(config),
        rawDays: config.RETENTION_RAW_DAYS,
        addresses: await readAddresses(),
        retentionDays: retentionOf({
          '5m': config.RETENTION_5M_DAYS,
          '1h': config.RETENTION_1H_DAYS,
          '1d': config.RETENTION_1D_DAYS,
        }),
        languages: offeredOf(config.LANGUAGES, config.DEFAULT_LANGUAGE),
        modules: config.MODULES,
        ownTexts,
        webFolder,
      },
      signal,
    );
    const url = await app.listen({ host: config.HOST, port: config.PORT });
    log.info({ url }, 'listening');
    sendToParent({ kind: 'listening', name: 'server', url });
    return {
      ready: () => mirror.isReady,
      async stop() {
        await gateway.close();
        await app.close();
        await bus.close();
        await clickhouse.close();
        await db.destroy();
      },
    };
  },
};

await runProcess({
  name: 'server',
  components: [tracing, serving],
  log,
  metrics,
  beats,
  healthPort: config.HEALTH_PORT,
});
