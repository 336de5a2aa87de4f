import type { LoginMethod } from '@openauth/client'
import { MethodIcon } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import type { ReactNode } from 'react'
import { Problem } from '../../components/problem.tsx'

interface Props {
  method: LoginMethod
  onClick: () => unknown
  isPending: boolean
  error: Error | null
  /** What the method is called after "Continue with". */
  title: string
  /** Below the button. */
  children?: ReactNode
}

/** The button of a login method, with what went wrong below it. */
export const MethodButton = ({ method, onClick, isPending, error, title, children }: Props) => (
  <div>
    <Button className="method-button" icon={<MethodIcon method={method} />} loading={isPending} onClick={onClick}>
      Continue with {title}
    </Button>
    <Problem error={error} />
    {children}
  </div>
)
