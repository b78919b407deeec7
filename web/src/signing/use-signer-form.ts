import type { DocumentToSign } from '@portico/contract/signing'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failures.ts'
import { useLanguage } from '../text/texts.ts'
import { useForm } from '../ui/fields/use-form.ts'
import { type CodeOnItsWay, codeSent, type SignerData, sendCode } from './data.ts'
import { useCountdown } from './use-countdown.ts'
import { useReadAgain } from './use-document.ts'

/** Props of SignerForm. `entered` is what was entered before, when the signer comes back from the code. */
export type SignerFormInput = {
  documentkey: string
  document: DocumentToSign
  entered: SignerData | undefined
  code: CodeOnItsWay | undefined
  onSent: (data: SignerData, code: CodeOnItsWay) => void
}

/**
 * The form of a signer's data, `sending` of the code, and `finding` one that the signer requested in another tab or on
 * another device. `retrySeconds` counts down until another code may be requested.
 */
export const useSignerForm = ({ documentkey, document, entered, code, onSent }: SignerFormInput) => {
  const language = useLanguage()
  const queryClient = useQueryClient()
  const readAgain = useReadAgain(documentkey)
  const sending = useMutation({
    ...sendCode(documentkey),
    onError: error => {
      const { code, retryAfter = 0 } = failureOf(error)
      if (code === 'too_many_requests') setAgainAt(Date.now() + retryAfter * 1000)
      return readAgain(error)
    },
  })
  const [againAt, setAgainAt] = useState(0)
  const retrySeconds = useCountdown(againAt)

  const form = useForm({
    initial: {
      firstName: entered?.firstName ?? document.firstName,
      lastName: entered?.lastName ?? document.lastName,
      phone: entered?.phone ?? '',
      consent: entered?.consent ?? false,
    },
    validate: values => ({
      firstName: !values.firstName.trim(),
      lastName: !values.lastName.trim(),
      phone: !values.phone.trim() && !document.phone,
      consent: !values.consent,
    }),
    onSubmit: values => {
      if (sending.isPending) return
      const typedPhone = values.phone.trim()
      const data: SignerData = {
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        ...(typedPhone && { phone: typedPhone }),
        consent: values.consent,
      }
      // A code that was sent for the same data still works: no need for another one.
      if (code && entered && JSON.stringify(entered) === JSON.stringify(data) && code.endsAt > Date.now())
        return onSent(data, code)
      sending.mutate({ ...data, language }, { onSuccess: sent => onSent(data, sent) })
    },
    onInvalid: () => sending.reset(),
  })

  const finding = useMutation({
    mutationFn: () => queryClient.fetchQuery(codeSent(documentkey)),
    onSuccess: sent => {
      if (!sending.variables) return
      const { language: _, ...signer } = sending.variables
      onSent(signer, { ...sent, resendAt: againAt })
    },
  })
  return { form, sending, finding, retrySeconds }
}
