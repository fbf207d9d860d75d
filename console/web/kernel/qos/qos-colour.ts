import { qosColours, type QosColour } from '#schemas/qos/qos-class.ts';

const SERIES = qosColours.length - 1;

/** The custom property of a colour (`console/web/styles/series.css`). */
export function colourVariable(colour: QosColour): string {
  const index = qosColours.indexOf(colour);
  return index === SERIES ? '--tt-series-others' : `--tt-series-${String(index + 1)}`;
}
