import { z } from 'zod';
import { API, route } from '../route.ts';
import {
  FlowMap,
  FlowMapChoices,
  FlowMapChoicesRequest,
  FlowMapLinks,
  FlowMapLinksRequest,
  FlowMapPair,
  FlowMapPairRequest,
  FlowMapRequest,
  FlowMapSelection,
  LiveFlowMap,
} from './flow-map.ts';

const params = z.strictObject({ customerId: z.coerce.number().int().positive() });
const common = {
  method: 'POST',
  scope: 'customer',
  needs: 'FLOWMAP.read',
  params,
  noChange: 'query',
} as const;

const periodProblems = ['NOT_FOUND', 'TOO_MUCH_DATA', 'CONTEXT_TOO_LARGE', 'SERIES_NOT_RETAINED'] as const;

export const readFlowMap = route({
  ...common,
  path: `${API}/customers/:customerId/flow-map`,
  summary: 'Traffic between sites in a period, with values of KPIs, at visible sites',
  body: FlowMapRequest,
  reply: FlowMap,
  problems: [...periodProblems, 'DASHLET_KPI_UNKNOWN', 'KPI_INCOMPATIBLE', 'FLOW_MAP_NO_REMOTE_SITE'],
});

export const readLiveFlowMap = route({
  ...common,
  path: `${API}/customers/:customerId/flow-map/live`,
  summary: 'Traffic between sites in the last minute, at visible sites',
  body: FlowMapSelection,
  reply: LiveFlowMap,
  problems: ['NOT_FOUND', 'TOO_MUCH_DATA'],
});

export const readFlowMapLinks = route({
  ...common,
  path: `${API}/customers/:customerId/flow-map/links`,
  summary: 'Tunnels and probes between visible sites, with latency, loss and load in a period',
  body: FlowMapLinksRequest,
  reply: FlowMapLinks,
  problems: periodProblems,
});

export const listFlowMapChoices = route({
  ...common,
  path: `${API}/customers/:customerId/flow-map/choices`,
  summary: 'Visible sites, and their applications, that the flow map can be limited to',
  body: FlowMapChoicesRequest,
  reply: FlowMapChoices,
});

export const readFlowMapPair = route({
  ...common,
  path: `${API}/customers/:customerId/flow-map/pair`,
  summary: 'Applications and conversations of the traffic between two places in a period',
  body: FlowMapPairRequest,
  reply: FlowMapPair,
  problems: periodProblems,
});
