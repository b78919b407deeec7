import type { PasskeyAssertion, PasskeyRequest } from '@portico/contract/sign-in/passkeys'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../../api/api.ts'
import { askPasskey, fillsIn, forgetPasskey } from './device.ts'

/** Milliseconds before its end at which a challenge that nobody has answered is replaced. */
const RENEWED_BEFORE = 60_000

type SignIn<Entered> = {
  request: () => Promise<PasskeyRequest>
  enter: (response: PasskeyAssertion) => Promise<Entered>
  onEntered: (entered: Entered) => void
}

/**
 * Sign-in by passkey: by a button, and among the names that the browser fills in, for as long as the page stands. A browser answers one
 * request at a time, so the one for the button ends the one that waits, which begins again after it.
 */
export const usePasskeySignIn = <Entered>({ request, enter, onEntered }: SignIn<Entered>) => {
  const [round, setRound] = useState(0)
  const waiting = useRef<AbortController>(undefined)

  const send = async (options: PasskeyRequest, response: PasskeyAssertion) => {
    try {
      return await enter(response)
    } catch (error) {
      if (error instanceof ApiError && error.detail === 'unknown_passkey')
        await forgetPasskey(options.rpId, response.id)
      throw error
    }
  }
  const signIn = useMutation({
    mutationFn: async (answered?: { options: PasskeyRequest; response: PasskeyAssertion }) => {
      if (answered) return send(answered.options, answered.response)
      waiting.current?.abort()
      const options = await request()
      return send(options, await askPasskey(options))
    },
    onSuccess: onEntered,
    onError: () => setRound(before => before + 1),
  })

  const fillIn = useEffectEvent(async ({ signal }: AbortController) => {
    if (!(await fillsIn()) || signal.aborted) return
    // Nobody has asked for anything: what fails here is no matter of the reader's.
    const options = await request().catch(() => undefined)
    if (!options || signal.aborted) return
    const timer = setTimeout(() => setRound(before => before + 1), options.timeout - RENEWED_BEFORE)
    signal.addEventListener('abort', () => clearTimeout(timer))
    const response = await askPasskey(options, { signal, fillIn: true }).catch(() => undefined)
    if (response && !signal.aborted) signIn.mutate({ options, response })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks anew
  useEffect(() => {
    const controller = new AbortController()
    waiting.current = controller
    void fillIn(controller)
    return () => controller.abort()
  }, [round])

  return { signIn: () => signIn.mutate(undefined), isPending: signIn.isPending, error: signIn.error }
}
