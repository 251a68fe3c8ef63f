/** Options of servers, in types that name no library: programs see these. */

/** Bounds on connections. */
export interface ConnectionLimits {
  readonly connections: number;
  /** Milliseconds in which the headers of a request are there, and all of it. */
  readonly headersWithin: number;
  readonly requestWithin: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = { connections: 128, headersWithin: 5_000, requestWithin: 60_000 };

/** Options of a server for the protocol over HTTP. */
export interface HttpOptions extends Partial<ConnectionLimits> {
  /** On the loopback interface; 0: any that is free. */
  readonly port: number;
  /** The token that clients send as `Authorization: Bearer …`. At least 16 characters. */
  readonly token: string;
  /** Web pages that may call, as the browser names them (`http://localhost:5173`). Default: none. */
  readonly allowedOrigins?: readonly string[];
  /** Bytes of a request. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Sessions of clients of older protocols, and subscriptions, at once. Default 16. One more session ends the one that was idle longest. */
  readonly maxSessions?: number;
}

export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}
