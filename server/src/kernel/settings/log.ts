import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'

/** Levels of LOG_LEVEL. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** What is logged of an error. PostgreSQL's say more, such as the row at fault, which can hold the text of a message. */
const told = ['type', 'message', 'stack', 'code', 'constraint', 'table', 'statusCode']

const inShort = (error: Error): Record<string, unknown> =>
  Object.fromEntries(Object.entries(stdSerializers.err(error)).filter(([name]) => told.includes(name)))

/** One JSON object a line; errors are logged without the values that they are about. */
export const openLog = (level: LogLevel, to?: DestinationStream): Logger => {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: inShort },
    // The reader of multipart bodies tells its options at level trace: all headers, the token among them.
    redact: { paths: ['busboyOptions'], remove: true },
  }
  return to ? pino(options, to) : pino(options)
}
