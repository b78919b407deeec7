/** Why a signature cannot be proven for the long term, as a sentence. `final`: nothing that can be asked again would prove it. */
export class Unproven extends Error {
  override name = 'Unproven'
  readonly final: boolean
  constructor(message: string, { final = false }: { final?: boolean } = {}) {
    super(message)
    this.final = final
  }
}

/** The authority says that a certificate was revoked. */
export class Revoked extends Unproven {
  override name = 'Revoked'
  constructor(message: string) {
    super(message, { final: true })
  }
}
