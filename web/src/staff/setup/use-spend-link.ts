import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../../api/failures.ts'
import { useText } from '../../text/use-text.ts'
import { spendLink, staffLink } from './data.ts'

/** Uses a link and goes into the staff room. `refuse` shows what the server found wrong, by field of the body; it says whether a field has it. */
export const useSpendLink = (linkKey: string, refuse: (faults: Record<string, string>) => void) => {
  const { t } = useText()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [refusedPassword, setRefusedPassword] = useState<string>()
  const [isShown, setShown] = useState(false)

  const faultsOf = (error: unknown, password: string): Record<string, string> => {
    const { code, fields } = failureOf(error)
    if (code === 'weak_password') {
      setRefusedPassword(password)
      return { password: t('staffPassword.weak') }
    }
    if (code === 'check_passwords') return { passwordRepeat: t('staffPassword.differ') }
    if (code === 'conflict' && fields.includes('body.email')) return { email: t('staffSetup.emailTaken') }
    if (code === 'file_type_refused' || fields.includes('body.portal.logo')) return { logo: t('staffSetup.logoType') }
    const texts: Record<string, string> = {
      'body.email': t('staffSetup.emailWrong'),
      'body.firstName': t('staffSetup.required'),
      'body.lastName': t('staffSetup.required'),
      'body.portal.companyName': t('staffSetup.nameRefused'),
      'body.portal.webPortalName': t('staffSetup.nameRefused'),
      'body.portal.webPortalKey': t('staffSetup.keyTaken'),
      'body.portal.baseColor': t('staffSetup.colourWrong'),
      'body.portal.supportEmail': t('staffSetup.emailWrong'),
      'body.portal.ticketTypes': t('staffSetup.typesRefused'),
    }
    return Object.fromEntries(
      fields.flatMap(field => (texts[field] ? [[field.slice(field.lastIndexOf('.') + 1), texts[field]]] : [])),
    )
  }

  const spend = useMutation({
    ...spendLink(linkKey),
    onSuccess: ({ next }) => {
      if (next) {
        const search = next === 'enrol' ? { due: next } : {}
        return void navigate({ to: '/second-factor', search, replace: true })
      }
      // The page of the link is still open, and would read it again, which is spent.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'link' })
      void navigate({ to: '/tickets', replace: true })
    },
    onError: (error, { password }) => {
      // It has ended meanwhile: the page says so.
      if (failureOf(error).code === 'invalid_code') void queryClient.resetQueries(staffLink(linkKey))
      const faults = faultsOf(error, password)
      setShown(Object.keys(faults).length > 0)
      refuse(faults)
    },
  })
  return {
    /** Sends the body, once. */
    send: (body: Parameters<typeof spend.mutate>[0]) => {
      if (!spend.isPending) spend.mutate(body)
    },
    isPending: spend.isPending,
    /** A failure that no field shows. */
    error: isShown ? null : spend.error,
    refusedPassword,
  }
}
