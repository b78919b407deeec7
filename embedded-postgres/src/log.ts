/** Receives what happens to the server, PostgreSQL's own log lines included; `detail` holds the reason of a failure. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, detail?: object) => void
