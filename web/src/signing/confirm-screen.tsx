import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useText } from '../text/use-text.ts'
import { Stepper } from '../ui/feedback/stepper.tsx'
import { CodeForm } from './code-form.tsx'
import { type CodeOnItsWay, documentToSign, type SignerData } from './data.ts'
import { ReadScreen } from './read-screen.tsx'
import { SignedCard } from './signed-card.tsx'
import { SignerForm } from './signer-form.tsx'
import { readProgress, saveProgress } from './signing-progress.ts'
import { useDocument } from './use-document.ts'

// Below this width the document is above the form and would hide it.
const narrow = '(max-width: 56.24em)'

/** The steps of a signature: data entry, code, signed document. */
export const ConfirmScreen = () => {
  const { t } = useText()
  const queryClient = useQueryClient()
  const { company, documentkey, document } = useDocument()
  const [saved] = useState(() => readProgress(documentkey))
  const [signer, setSigner] = useState<SignerData | undefined>(saved?.signer)
  const [code, setCode] = useState<CodeOnItsWay | undefined>(saved?.code)
  const [step, setStep] = useState<'data' | 'code' | 'done'>(saved ? 'code' : 'data')
  useEffect(() => {
    saveProgress(documentkey, step === 'code' && signer && code ? { signer, code } : null)
  }, [documentkey, step, signer, code])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step brings its beginning into view
  useEffect(() => {
    if (matchMedia(narrow).matches) globalThis.document.querySelector('.sign-side')?.scrollIntoView()
  }, [step])
  const canSign = document.phone !== null || document.phoneMayBeTyped
  if (step !== 'done' && (document.status === 'signed' || !canSign)) return <ReadScreen />

  const head = (done: number) => (
    <div className="sign-side-head">
      <Stepper
        label={t('signing.steps')}
        steps={[t('signing.step.data'), t('signing.step.code'), t('signing.step.done')]}
        done={done}
      />
    </div>
  )
  if (step === 'done' && document.status === 'signed')
    return (
      <SignedCard
        head={head(3)}
        title={t('signing.done.title')}
        text={document.hasEmail ? t('signing.done.mailed') : undefined}
        signer={{ name: `${signer?.firstName} ${signer?.lastName}`, phone: code?.phone ?? '' }}
      />
    )
  if (step === 'code' && signer && code)
    return (
      <section className="card sign-side">
        {head(1)}
        <CodeForm
          documentkey={documentkey}
          signer={signer}
          code={code}
          onResent={setCode}
          onBack={failed => {
            // A code that did not arrive must not be offered again.
            if (failed) setCode(undefined)
            setStep('data')
          }}
          onSigned={async () => {
            await queryClient.refetchQueries(documentToSign(documentkey))
            setStep('done')
          }}
        />
      </section>
    )
  return (
    <section className="card sign-side">
      {head(0)}
      <SignerForm
        company={company}
        documentkey={documentkey}
        document={document}
        entered={signer}
        code={code}
        onSent={(data, sent) => {
          setSigner(data)
          setCode(sent)
          setStep('code')
        }}
      />
    </section>
  )
}
