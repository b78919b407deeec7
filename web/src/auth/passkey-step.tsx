import { lazy, Suspense, useEffect, useState } from 'react'
import { passkeyTexts } from '../text/passkey-texts.ts'
import { withTexts } from '../text/texts.ts'
import { whenIdle } from '../ui/loading/fetch-ahead.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import type { PasskeySignInProps } from './passkeys/passkey-sign-in.tsx'

const loadSignIn = withTexts(() => import('./passkeys/passkey-sign-in.tsx'), passkeyTexts)
const PasskeySignIn = lazy(async () => ({ default: (await loadPart(loadSignIn)).PasskeySignIn }))

/** Sign-in by passkey, loaded once the page stands: whoever types does not wait for it, and nothing moves when it comes. */
export const PasskeyStep = (props: PasskeySignInProps) => {
  const [shows, setShows] = useState(false)
  useEffect(() => whenIdle(() => setShows(true)), [])
  if (typeof PublicKeyCredential !== 'function') return null
  return (
    <div className="auth-passkey">
      {shows && (
        <Suspense>
          <PasskeySignIn {...props} />
        </Suspense>
      )}
    </div>
  )
}
