import type { Bus } from '#platform/bus/bus.ts';
import type { AlarmRepository } from './alarm-repository.ts';
import type { CockpitRepository } from './cockpit-repository.ts';
import type { CustomerThresholdRepository } from './customer-threshold-repository.ts';
import type { CockpitExchangeRepository } from './exchange/exchange-repository.ts';
import type { GroupRepository } from './group-repository.ts';
import type { ThresholdRepository } from './threshold-repository.ts';
import type { CockpitVersionRepository } from './version-repository.ts';

export interface CockpitNeeds {
  readonly cockpits: CockpitRepository;
  readonly alarms: AlarmRepository;
  readonly groups: GroupRepository;
  readonly thresholds: ThresholdRepository;
  readonly customerThresholds: CustomerThresholdRepository;
  readonly versions: CockpitVersionRepository;
  readonly exchange: CockpitExchangeRepository;
  readonly bus: Pick<Bus, 'publish'>;
}
