/** What kept PostgreSQL from being started. */
export type EmbeddedPostgresErrorCode =
  /** No binaries are installed for this operating system and processor. */
  | 'unsupported_platform'
  /** The folder cannot be made or written to. */
  | 'folder_unusable'
  /** A parent folder shuts out the user under which PostgreSQL runs. */
  | 'folder_closed'
  /** The data were written by another major version. */
  | 'wrong_version'
  /** As root: every uid of the reserved ranges belongs to an account. */
  | 'no_free_uid'
  /** As root: `initdb` needs an account under which no process runs, and there is none. */
  | 'no_idle_account'
  /** `initdb` failed; the message ends with what it printed. */
  | 'initdb_failed'
  /** PostgreSQL ended before it accepted connections; the message ends with its last log lines. */
  | 'start_failed'
  /** Somebody else now owns the temporary folder of the socket. */
  | 'socket_folder_taken'

/** PostgreSQL cannot be started, for a reason that a person has to remove: `message` is a sentence for that person. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
  readonly code: EmbeddedPostgresErrorCode

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
