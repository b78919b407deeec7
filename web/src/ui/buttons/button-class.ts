/** The look of a button. A view has at most one `primary`. */
type ButtonTone = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-solid'

/** Variants of a button, or of a link that looks like one. */
export type ButtonLook = { tone?: ButtonTone; size?: 'sm' | 'md' | 'lg'; block?: boolean; className?: string }

/** Class names of a button, for links that look like one: `<Link className={buttonClass({ tone: 'primary' })}>`. */
export const buttonClass = ({ tone = 'secondary', size = 'md', block = false, className }: ButtonLook = {}) =>
  [
    'button',
    tone !== 'secondary' && `button--${tone}`,
    size !== 'md' && `button--${size}`,
    block && 'button--block',
    className,
  ]
    .filter(Boolean)
    .join(' ')
