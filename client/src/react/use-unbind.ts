import { useCallback, useMemo } from 'react'
import type { bind } from '../contract/bind.ts'
import type { CallInput } from '../contract/route.ts'
import { useSession } from './context.ts'
import { useAction } from './use-action.ts'

type UnbindMethod = CallInput<typeof bind.unbind>['provider']

/** Unbinds a login method from the user. `error.code` is `last_identity` if it is the last one. */
export const useUnbind = () => {
  const session = useSession()
  const { run, isPending, error, reset } = useAction()
  const unbind = useCallback(
    (provider: UnbindMethod) =>
      run(async () => {
        await session.client.bind.unbind({ provider })
        await session.refresh()
      }),
    [session, run],
  )
  return useMemo(() => ({ unbind, isPending, error, reset }), [unbind, isPending, error, reset])
}
