/** Connections of a process to PostgreSQL: all but two, which listen for events and for jobs, run queries. */
export const usualConnections = 6
/** The two that listen. */
export const listeners = 2
