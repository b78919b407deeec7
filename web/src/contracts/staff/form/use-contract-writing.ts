import type { StaffContract } from '@portico/contract/staff/records/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { failureOf } from '../../../api/failures.ts'
import { useOnce } from '../../../session/use-once.ts'
import { crossedFields } from '../../../staff/parts/records/crossed-fields.ts'
import { useCrossedText } from '../../../staff/parts/records/use-crossed-text.ts'
import { localized } from '../../../text/localized.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import {
  type ContractChange,
  changeContract,
  contract as contractQuery,
  makeContract,
  type NewContract,
} from '../data.ts'

type ContractWriting<Texts> = {
  /** Undefined: a new one. */
  contract: StaffContract | undefined
  /** What the form shows of a contract: what somebody else has changed of it meanwhile is shown. */
  textsOf: (contract: StaffContract | undefined) => Texts
  labelOf: (name: keyof Texts & string) => string
  /** Shows the faults that the server found. */
  onRefused: (isAt: (...names: string[]) => boolean) => void
  onClose: () => void
}

/** Makes a contract and leads to it, or changes one; `crossed`: what somebody else has changed since it was opened. */
export const useContractWriting = <Texts extends Record<string, string>>({
  contract,
  textsOf,
  labelOf,
  onRefused,
  onClose,
}: ContractWriting<Texts>) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const attemptOf = useOnce()
  const crossedText = useCrossedText()
  const making = useMutation(makeContract(client))
  const changing = useMutation(changeContract(client, contract?.id ?? 0))
  const known = useRef(contract)
  const [crossed, setCrossed] = useState<string>()

  const refuse = (error: unknown) => {
    const { fields } = failureOf(error)
    onRefused((...names) => names.some(name => fields.includes(`body.${name}`)))
  }
  const make = (given: NewContract) =>
    making.mutate(
      { ...given, key: attemptOf(given.body).key },
      {
        onError: refuse,
        onSuccess: ({ kind, id, name }) => {
          const isService = given.kind === 'service'
          toast({
            title: localized(t => t(isService ? 'staffContracts.madeService' : 'staffContracts.made', { name })),
          })
          onClose()
          void navigate({ to: '/contracts/$kind/$contractid', params: { kind, contractid: id } })
        },
      },
    )
  const change = async (given: ContractChange): Promise<void> => {
    setCrossed(undefined)
    try {
      await changing.mutateAsync({ ...given, version: known.current?.version ?? '' })
    } catch (error) {
      const { code, fields } = failureOf(error)
      if (!contract || code !== 'conflict' || fields.length > 0) return refuse(error)
      const before = textsOf(known.current)
      known.current = await client.fetchQuery({ ...contractQuery(contract), staleTime: 0 })
      return setCrossed(crossedText(crossedFields(before, textsOf(known.current)), labelOf))
    }
    toast({ title: localized(t => t('staffRecords.saved')) })
    onClose()
  }
  return {
    make,
    change: (given: ContractChange) => void change(given),
    crossed,
    error: making.error ?? changing.error,
    isBusy: making.isPending || changing.isPending,
  }
}
