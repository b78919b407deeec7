import type { ReactNode } from 'react'
import { FocusPage } from '../page/focus-page.tsx'
import { NotFoundPage } from '../page/not-found-screen.tsx'
import { usePortalMissing } from '../session/use-here.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { PageTabs } from './page-tabs.tsx'
import './portals.css'

type PortalPageProps = {
  name: 'privacy' | 'contacts'
  /** Without the shell, for a reader who is not signed in: with tabs to the other pages. */
  alone?: boolean
  children: ReactNode
}

/** A public page of the portal. */
export const PortalPage = (props: PortalPageProps) => (usePortalMissing() ? <NotFoundPage /> : <Page {...props} />)

const Page = ({ name, alone = false, children }: PortalPageProps) => {
  const { t } = useText()
  const title = t(`portals.${name}.title`)
  useScreen(name, title)
  const page = (
    <>
      <div className="page-head">
        <h1 className="page-title">{title}</h1>
      </div>
      {alone && <PageTabs />}
      <div className="text-page">{children}</div>
    </>
  )
  return alone ? <FocusPage>{page}</FocusPage> : page
}
