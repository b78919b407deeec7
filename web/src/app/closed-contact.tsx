import { lazy, Suspense } from 'react'
import { Footer } from '../page/footer.tsx'
import { useEntered } from '../session/use-here.ts'
import { passkeyTexts } from '../text/passkey-texts.ts'
import { peopleTexts } from '../text/people-texts.ts'
import { factorTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import { Header } from './header.tsx'

const loadDue = withTexts(() => import('../auth/account/sign-in-due.tsx'), peopleTexts, factorTexts, passkeyTexts)
const SignInDue = lazy(async () => ({ default: (await loadPart(loadDue)).SignInDue }))

/** A contact for which the session is not signed in well enough: what it owes, and the header, which leads to the others. */
export const ClosedContact = () => {
  const due = useEntered().contact.signInDue
  return (
    <div className="shell shell-closed">
      <Header />
      <main className="shell-main" id="main">
        <Suspense>{due && <SignInDue due={due} />}</Suspense>
      </main>
      <Footer />
    </div>
  )
}
