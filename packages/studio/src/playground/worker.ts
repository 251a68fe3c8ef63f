/** The studio as a worker. */
export {};
