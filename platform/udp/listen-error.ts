interface Place {
  readonly host: string;
  readonly port: number;
}

const causes: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: () => 'another process listens there (SHARED_PORTS=true lets several collectors share it)',
  EACCES: ({ port }) => `the system does not let this user take port ${String(port)}`,
  EADDRNOTAVAIL: ({ host }) => `${host} is no address of this machine`,
  EAFNOSUPPORT: ({ host }) => `the system does not know the family of ${host}`,
};

/** Converts the system's error to a text for the operator; its code is retained. */
export function listenError(cause: unknown, place: Place): Error {
  const { code = '', message = String(cause) } = cause as {
    readonly code?: string;
    readonly message?: string;
  };
  const why = causes[code]?.(place) ?? message;
  const text = `UDP port ${String(place.port)} of ${place.host} cannot be listened on: ${why}`;
  return Object.assign(new Error(text, { cause }), { code });
}
