/** The server of the studio's page, on loopback. */
export {};
