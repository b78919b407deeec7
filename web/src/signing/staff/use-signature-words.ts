import type { Signature } from '@portico/contract/staff/signatures'
import { ApiError } from '../../api/api.ts'
import { useFailureText } from '../../api/failures.ts'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useText } from '../../text/use-text.ts'

const closedStates = ['signed', 'declined', 'withdrawn', 'expired'] as const

/** How documents to sign are spoken of. */
export const useSignatureWords = () => {
  const { t } = useText()
  const { shortDay } = useStaffFormat()
  const failure = useFailureText()
  return {
    signerOf: ({ signer: { firstName, lastName } }: Signature) => `${firstName} ${lastName}`,
    /** How far it is. */
    stageOf: ({ status, signedOn, validUntil, codeSentOn, codeFailed, openedOn }: Signature) => {
      if (status === 'signed') return t('staffSignatures.stage.signed', { day: shortDay(signedOn ?? '') })
      if (status === 'expired') return t('staffSignatures.stage.expired', { day: shortDay(validUntil ?? '') })
      if (status !== 'unsigned') return t(`staffSignatures.stage.${status}`)
      if (codeFailed) return t('staffSignatures.stage.codeFailed')
      if (codeSentOn) return t('staffSignatures.stage.code', { day: shortDay(codeSentOn) })
      return openedOn ? t('staffSignatures.stage.opened', { day: shortDay(openedOn) }) : t('staffSignatures.stage.sent')
    },
    /** Why a write failed: what the signer or a colleague did meanwhile. */
    failureOf: (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'conflict') return failure(error)
      const state = closedStates.find(one => one === error.detail)
      return t(`staffSignatures.tooLate.${state ?? 'crossed'}`)
    },
  }
}
