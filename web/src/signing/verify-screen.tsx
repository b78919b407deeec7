import { fileSizeMax } from '@portico/contract/shapes'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailureText } from '../api/failures.ts'
import { FocusPage } from '../page/focus-page.tsx'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { Spinner } from '../ui/buttons/spinner.tsx'
import { DropZone } from '../ui/files/file-drop.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { verifyFile } from './data.ts'
import { FoundSignatures } from './found-signatures.tsx'
import { VerificationOutcome } from './verification-outcome.tsx'
import './signing.css'

/** The public screen that verifies a signed file. */
export const VerifyScreen = () => {
  const { t } = useText()
  const failure = useFailureText()
  const [name, setName] = useState('')
  const [tooLarge, setTooLarge] = useState(false)
  const checking = useMutation(verifyFile)
  useScreen('verify', t('signing.check.title'))
  const chooseFile = ([file]: File[]) => {
    if (!file || checking.isPending) return
    setName(file.name)
    setTooLarge(file.size > fileSizeMax)
    if (file.size > fileSizeMax) checking.reset()
    else checking.mutate({ file })
  }
  return (
    <FocusPage className="focus-main focus-main--narrow">
      <div className="card card-body check-result">
        <div className="sign-title">
          <h1>{t('signing.check.title')}</h1>
          <p>{t('signing.check.hint')}</p>
        </div>
        <DropZone onFiles={chooseFile} labels={{ drop: t('signing.check.drop'), choose: t('signing.check.choose') }} />
        {checking.isPending && (
          <p role="status">
            <Spinner /> {t('signing.check.checking', { name })}
          </p>
        )}
        {tooLarge && (
          <Alert tone="danger">{t('signing.check.tooLarge', { name, max: fileSizeMax / 1024 / 1024 })}</Alert>
        )}
        {checking.error && (
          <Alert tone="danger" title={t('signing.check.failed')}>
            {failure(checking.error)}
          </Alert>
        )}
        {checking.data && (
          <div className="check-result">
            <VerificationOutcome found={checking.data} file={checking.variables.file} />
            <FoundSignatures signatures={checking.data.signatures} />
          </div>
        )}
      </div>
    </FocusPage>
  )
}
