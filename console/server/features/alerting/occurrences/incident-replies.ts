import { SingleFlight } from '#server/shared/queue/single-flight.ts';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { listIncidents, type AlarmIncident } from '#schemas/alerting/incident/incident.ts';
import { PreparedReply } from '#server/kernel/route/serve.ts';

interface ListedIncidents {
  readonly total: number;
  readonly incidents: AlarmIncident[];
}

export type IncidentReply = ListedIncidents | PreparedReply;

/** From this number on a reply is made once for all who read the same one. */
const MIN_LARGE = 20;

const compress = promisify(gzip);

/**
 * Replies with many incidents. When a window closes, every screen of a customer reads the same list: checked against its contract and compressed for
 * each of them, one after the other, they would keep the server from all else. They are equal by what they contain, not by who reads them.
 */
export class IncidentReplies {
  readonly #running = new SingleFlight<Buffer>();

  async of(listed: ListedIncidents): Promise<IncidentReply> {
    if (listed.incidents.length < MIN_LARGE) return listed;
    const text = JSON.stringify(listed);
    const body = await this.#running.run(text, () => {
      listIncidents.reply.parse(listed);
      return compress(text, { level: constants.Z_BEST_SPEED });
    });
    return new PreparedReply(body);
  }
}
