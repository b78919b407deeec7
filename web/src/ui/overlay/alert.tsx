import { CircleCheckBig, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

/** The severity of a message. */
export type Tone = 'info' | 'success' | 'warning' | 'danger'

const icons = { info: Info, success: CircleCheckBig, warning: TriangleAlert, danger: TriangleAlert }

/** The icon of each tone. */
export const ToneIcon = ({ tone }: { tone: Tone }) => {
  const Icon = icons[tone]
  return <Icon className="icon" aria-hidden="true" />
}

/** Props of Alert. `title` is bold; `action` is a button at the end; `ref` lets a form move the focus to the alert. */
export type AlertProps = {
  tone?: Tone
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** A message in the page, such as why a form could not be sent. `danger` is announced at once. */
export const Alert = ({ tone = 'info', title, children, action, ref }: AlertProps) => (
  <div
    className="alert"
    data-tone={tone}
    role={tone === 'danger' ? 'alert' : tone === 'info' ? undefined : 'status'}
    ref={ref}
    tabIndex={ref ? -1 : undefined}
  >
    <ToneIcon tone={tone} />
    <div>
      <p>
        {title && <b>{title}</b>} {typeof children === 'string' ? children : null}
      </p>
      {typeof children === 'string' ? null : children}
    </div>
    {action}
  </div>
)
