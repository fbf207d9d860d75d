import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { openBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { diskVariables, watchStoresDisk } from '#platform/disk/stores-disk.ts';
import { answerConfiguration } from '#platform/env/answer-configuration.ts';
import { configure } from '#platform/env/config.ts';
import { headersVariable } from '#platform/env/headers-variable.ts';
import { networks } from '#platform/env/networks.ts';
import { standard } from '#platform/env/standard.ts';
import { flagVariable, namesVariable, textVariable, wholeNumber } from '#platform/env/variable.ts';
import { systemIds } from '#platform/id/id.ts';
import { watchInventory } from '#platform/inventory/inventory-cache.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { runProcess, sendToParent } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { openSecrets, secretVariables } from '#platform/secret/open-secrets.ts';
import { defaultRetentionDays, retentionOf } from '#schemas/limit/retention.ts';
import { applicationDefaults, MAX_CUSTOM_APPLICATIONS } from '#schemas/limit/dashlet.ts';
import { defaultModules, knownModules } from '#schemas/menu/modules.ts';
import { CONNECTIONS_PER_ADDRESS } from './kernel/http/connection-limits.ts';
import { buildApp } from './composition/app.ts';

const { NATS_URL, DATABASE_URL, CLICKHOUSE_URL, HEALTH_PORT, HOST, PORT, LOG_LEVEL, PARTITIONS } = standard;
const config = configure(
  z.object({
    NATS_URL,
    DATABASE_URL,
    CLICKHOUSE_URL,
    HEALTH_PORT,
    HOST,
    PORT,
    LOG_LEVEL,
    PARTITIONS,
    ...diskVariables,
    /** URL under which browsers reach the console. https makes its cookies Secure. */
    PUBLIC_URL: textVariable(''),
    /** Addresses and networks of trusted reverse proxies, separated by commas. The client address is the one they forward. */
    TRUSTED_PROXIES: networks(),
    /** Open connections of one address; those of trusted proxies are not counted. */
    CONNECTIONS_PER_ADDRESS: wholeNumber(10, 100_000, CONNECTIONS_PER_ADDRESS),
    /** Extra attributes are not requested from loopback, link-local and private addresses, except in these networks. */
    SAML_ALLOWED_NETWORKS: networks(),
    /** OpenID Connect providers are not called at loopback, link-local and private addresses, except in these networks. */
    OIDC_ALLOWED_NETWORKS: networks(),
    /** Folder of the server in which scheduled imports find files. None when empty. */
    IMPORT_FOLDER: textVariable(''),
    /** Scheduled imports fetch nothing from loopback, link-local and private addresses, except in these networks. */
    IMPORT_ALLOWED_NETWORKS: networks(),
    /** Devices are not discovered at loopback and link-local addresses, except in these networks. */
    SNMP_ALLOWED_NETWORKS: networks(),
    /** SD-WAN managers are not called at loopback and link-local addresses, except in these networks. */
    SDWAN_ALLOWED_NETWORKS: networks(),
    /** Headers that SD-WAN dashlets may send to managers beyond the usual ones. */
    SDWAN_DASHLET_HEADERS: headersVariable(),
    /** File with the authorities that sign the certificates of licenses, in PEM, instead of the vendor's: for tests. */
    LICENSE_CA: textVariable(''),
    ...secretVariables,
    /** File of breached passwords by hash, which users may not choose. None when empty. */
    BREACHED_PASSWORDS: textVariable(''),
    /** Limit of custom applications per customer, and of the provider. */
    APPLICATIONS_MAX: wholeNumber(1, MAX_CUSTOM_APPLICATIONS, applicationDefaults.maxPerCustomer),
    /** Response time in milliseconds above which a custom application is marked as slow. */
    APPLICATION_SLOW_MS: wholeNumber(1, 3_600_000, applicationDefaults.slownessMarkerMs),
    /** Days for which 5-minute, hourly and daily values are kept, as `npm start` applies them. */
    RETENTION_5M_DAYS: wholeNumber(1, 36_500, defaultRetentionDays['5m']),
    RETENTION_1H_DAYS: wholeNumber(1, 36_500, defaultRetentionDays['1h']),
    RETENTION_1D_DAYS: wholeNumber(1, 36_500, defaultRetentionDays['1d']),
    /** Rejects every change. */
    READ_ONLY: flagVariable(false),
    /** Modules to offer: pages, routes of the interface and live data. */
    MODULES: namesVariable(knownModules, defaultModules),
    /** Folder of the built console. */
    WEB_FOLDER: textVariable('dist/web'),
  }),
);

const log = openLog('server', config.LOG_LEVEL);
const serving: Component = {
  name: 'server',
  async start(signal) {
    const bus = await openBus(config.NATS_URL, 'telltale-server');
    answerConfiguration(bus, { process: 'server', config, signal });
    const db = openPostgres(config.DATABASE_URL);
    const secrets = await openSecrets(config, { db, ids: systemIds, log });
    const clickhouse = openClickHouse(config.CLICKHOUSE_URL);
    const inventory = await watchInventory({ db, bus, clock: systemClock, log, signal }, { targets: true });
    const disk = await watchStoresDisk(config, { clock: systemClock, onChange: () => undefined, signal });
    const publicUrl =
      config.PUBLIC_URL === '' ? `http://${config.HOST}:${String(config.PORT)}` : config.PUBLIC_URL;
    if (publicUrl.startsWith('https:') && config.TRUSTED_PROXIES.length === 0)
      log.warn({ publicUrl }, 'trusted proxies missing');
    const { app, gateway, mirror } = await buildApp(
      { db, clickhouse, bus, inventory, log, secrets, disk, clock: systemClock, ids: systemIds },
      {
        partitions: config.PARTITIONS,
        publicUrl,
        readOnly: config.READ_ONLY,
        trustedProxies: config.TRUSTED_PROXIES,
        connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
        samlAllowedNetworks: config.SAML_ALLOWED_NETWORKS,
        oidcAllowedNetworks: config.OIDC_ALLOWED_NETWORKS,
        snmpAllowedNetworks: config.SNMP_ALLOWED_NETWORKS,
        importFolder: config.IMPORT_FOLDER === '' ? undefined : resolve(config.IMPORT_FOLDER),
        importAllowedNetworks: config.IMPORT_ALLOWED_NETWORKS,
        sdwanAllowedNetworks: config.SDWAN_ALLOWED_NETWORKS,
        sdwanDashletHeaders: config.SDWAN_DASHLET_HEADERS,
        licenseAuthorities:
          config.LICENSE_CA === '' ? undefined : await readFile(resolve(config.LICENSE_CA), 'utf8'),
        breachedPasswords: config.BREACHED_PASSWORDS,
        applications: {
          maxPerCustomer: config.APPLICATIONS_MAX,
          slownessMarkerMs: config.APPLICATION_SLOW_MS,
        },
        retentionDays: retentionOf({
          '5m': config.RETENTION_5M_DAYS,
          '1h': config.RETENTION_1H_DAYS,
          '1d': config.RETENTION_1D_DAYS,
        }),
        modules: config.MODULES,
        webFolder: resolve(config.WEB_FOLDER),
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
  components: [serving],
  log,
  metrics: openMetrics({ defaults: true }),
  healthPort: config.HEALTH_PORT,
});
