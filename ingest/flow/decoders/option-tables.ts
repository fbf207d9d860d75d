import { applicationNumber } from '#schemas/application/device-application.ts';
import type { Domain } from '../exporter/domain.ts';
import type { RecordSource } from '../rows/finish-row.ts';
import { hasEnterprise, isApplicationId, selectorBytes } from '../template/application-id.ts';
import { ciscoElements, enterprises } from '../template/enterprise-elements.ts';
import { ianaNumbers } from '../template/registry.ts';
import { announcedRate } from './announced-rate.ts';
import type { OptionRecord } from './option-record.ts';

const [SAMPLER = 0, SELECTOR = 0] = ianaNumbers('samplerId', 'selectorId');
const [APPLICATION_ID = 0, APPLICATION_NAME = 0] = ianaNumbers('applicationId', 'applicationName');
const [SYSTEM_INIT = 0] = ianaNumbers('systemInitTimeMilliseconds');
const [INGRESS_VRF = 0, EGRESS_VRF = 0, VRF_NAME = 0] = ianaNumbers('ingressVRFID', 'egressVRFID', 'VRFname');
const [INGRESS = 0, EGRESS = 0] = ianaNumbers('ingressInterface', 'egressInterface');
const [INTERFACE_NAME = 0, INTERFACE_DESCRIPTION = 0] = ianaNumbers('interfaceName', 'interfaceDescription');
const [PROCESS = 0, EXPORTED = 0] = ianaNumbers('exportingProcessId', 'exportedFlowRecordTotalCount');
const [NOT_SENT = 0, IGNORED = 0] = ianaNumbers('notSentFlowTotalCount', 'ignoredPacketTotalCount');
const [CATEGORY = 0, SUB_CATEGORY = 0, GROUP = 0] = ianaNumbers(
  'applicationCategoryName',
  'applicationSubCategoryName',
  'applicationGroupName',
);
const { cisco } = enterprises;

/** ifIndex of the interface that a record describes. */
const interfaceOf = (option: OptionRecord): number | undefined =>
  option.scopeInterface ?? option.number(INGRESS) ?? option.number(EGRESS);

/** Sampling rate of a sampler, of an interface or of the whole domain. */
export function learnSampling(domain: Domain, option: OptionRecord): void {
  const rate = announcedRate(option);
  const sampler = option.number(SAMPLER) ?? option.number(SELECTOR);
  if (rate !== undefined) domain.setSamplingRate({ sampler, index: interfaceOf(option) }, rate);
}

/** Boot time of the exporter. */
export function learnBootTime(domain: Domain, option: OptionRecord): void {
  const bootMs = option.number(SYSTEM_INIT);
  if (bootMs !== undefined) domain.setBootTime(bootMs);
}

/** An entry of the device's VRF table. */
export function learnVrf(domain: Domain, option: OptionRecord): void {
  const id = option.number(INGRESS_VRF) ?? option.number(EGRESS_VRF);
  const name = option.text(VRF_NAME);
  if (id !== undefined && name !== '') domain.setVrfName(id, name);
}

/** An entry of the device's interface table: element 82 is ifName, 83 is ifDescr. */
export function learnInterface({ exporter, domain }: RecordSource, option: OptionRecord): void {
  const index = interfaceOf(option);
  if (index === undefined) return;
  for (const element of [INTERFACE_NAME, INTERFACE_DESCRIPTION])
    if (!exporter.interfaces.setName(index, option.text(element), domain)) domain.rejectedNames += 1;
}

/** Totals of an exporting process since its start: exported, not sent and ignored (RFC 7011 §4.3, §4.4). */
export function learnStatistics(domain: Domain, option: OptionRecord): void {
  const exported = option.number(EXPORTED);
  const notSent = option.number(NOT_SENT);
  const ignored = option.number(IGNORED);
  if (exported === undefined && notSent === undefined && ignored === undefined) return;
  domain.statistics.record(option.number(PROCESS) ?? 0, { exported, notSent, ignored });
}

/**
 * Application number as stored: engine from the first byte, the last four bytes of the selector (RFC 6759 §4; engine 20
 * has a PEN in between).
 */
function numberOfApplication(option: OptionRecord): number | undefined {
  const id = option.field(APPLICATION_ID);
  if (id === undefined || !isApplicationId(id.length)) return undefined;
  const engine = option.view.getUint8(id.at);
  const bytes = selectorBytes(engine, id.length);
  let selector = 0;
  for (let byte = id.length - bytes; byte < id.length; byte += 1)
    selector = selector * 256 + option.view.getUint8(id.at + byte);
  const enterprise = hasEnterprise(engine, id.length) ? option.view.getUint32(id.at + 1) : 0;
  return applicationNumber({ engine, enterprise, selector });
}

/** An entry of the device's application table: number and name. */
export function learnApplication(domain: Domain, option: OptionRecord): void {
  const number = numberOfApplication(option);
  const name = option.text(APPLICATION_NAME).toLowerCase();
  if (number !== undefined && name !== '') domain.applications.setName(number, name);
}

const attributeText = (option: OptionRecord, id: number, ofCisco: readonly [number, ...string[]]): string =>
  option.text(id) || option.text(ofCisco[0], cisco);

/** An entry of the device's attribute table (`option application-attributes`). */
export function learnAttributes(domain: Domain, option: OptionRecord): void {
  const attributes = {
    category: attributeText(option, CATEGORY, ciscoElements.applicationCategoryName),
    subCategory: attributeText(option, SUB_CATEGORY, ciscoElements.applicationSubCategoryName),
    group: attributeText(option, GROUP, ciscoElements.applicationGroupName),
    trafficClass: option.text(ciscoElements.applicationTrafficClass[0], cisco),
    relevance: option.text(ciscoElements.applicationBusinessRelevance[0], cisco),
  };
  if (Object.values(attributes).every((text) => text === '')) return;
  const number = numberOfApplication(option);
  if (number !== undefined) domain.applications.setAttributes(number, attributes);
}
