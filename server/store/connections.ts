/** Connections of a process to PostgreSQL: all but one, which listens for events and jobs, run queries. */
export const usualConnections = 6
/** The one that listens. */
export const listeners = 1
