import { Check } from 'lucide-react'

/** Props of Stepper: the names of the steps and how many are done; the next one is the current step. */
export type StepperProps = { label: string; steps: string[]; done: number }

/** The progress through a short sequence of steps. */
export const Stepper = ({ label, steps, done }: StepperProps) => (
  <ol className="stepper" aria-label={label}>
    {steps.map((step, at) => (
      <li
        key={step}
        data-done={at < done ? '' : undefined}
        aria-current={at === Math.min(done, steps.length - 1) ? 'step' : undefined}
      >
        <span className="step-mark">{at < done ? <Check className="icon" aria-hidden="true" /> : at + 1}</span>
        {step}
      </li>
    ))}
  </ol>
)
