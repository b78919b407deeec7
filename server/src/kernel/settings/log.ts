import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'

/** Levels of LOG_LEVEL. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/** One of {@link logLevels}. */
export type LogLevel = (typeof logLevels)[number]

/**
 * The properties of an error that are logged. PostgreSQL's errors have more, such as the failing row, which may contain the text of a
 * message.
 */
const loggedErrors = ['type', 'message', 'stack', 'code', 'constraint', 'table', 'statusCode']

const summariseError = (error: Error): Record<string, unknown> =>
  Object.fromEntries(Object.entries(stdSerializers.err(error)).filter(([name]) => loggedErrors.includes(name)))

/** One JSON object per line; errors are logged without the values that they contain. */
export const openLog = (level: LogLevel, to?: DestinationStream): Logger => {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: summariseError },
    // At level trace the multipart parser logs its options: all headers, including the token.
    redact: { paths: ['busboyOptions'], remove: true },
  }
  return to ? pino(options, to) : pino(options)
}
