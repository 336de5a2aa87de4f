import type { LoginMethod } from '@openauth/client'
import { MethodIcon, methodTitles as titles, useUnbind } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import type { ReactNode } from 'react'
import { Problem } from '../../components/problem.tsx'

interface Props {
  method: LoginMethod
  /** Whom the provider knows the user as; null where nothing is bound. */
  bound: string | null
  /** The way to bind; absent where there is none. */
  bind?: { onClick: () => unknown; isPending: boolean; error: Error | null }
  children?: ReactNode
}

const upper = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** One way to log in: what is bound, and the button to change that. */
export const MethodRow = ({ method, bound, bind, children }: Props) => {
  const { unbind, isPending, error } = useUnbind()
  const title = titles[method]
  return (
    <li className="method">
      <div className="method-line">
        <MethodIcon method={method} />
        <div className="method-what">
          <span className="method-title">{upper(title)}</span>
          <span className="method-bound">{bound ?? 'Not bound'}</span>
        </div>
        {bound === null && bind && (
          <Button size="small" aria-label={`Bind ${title}`} loading={bind.isPending} onClick={bind.onClick}>
            Bind
          </Button>
        )}
        {bound !== null && (
          <Button
            variant="ghost"
            size="small"
            aria-label={`Unbind ${title}`}
            loading={isPending}
            onClick={() => unbind(method)}
          >
            Unbind
          </Button>
        )}
      </div>
      {children}
      <Problem error={error ?? bind?.error ?? null} />
    </li>
  )
}
