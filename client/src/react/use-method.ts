import { useCallback, useMemo } from 'react'
import type { LoginMethod } from '../contract/providers.ts'
import { actionsOf, type BindActions, type LoginActions } from './actions.ts'
import { useSession, useSessionState } from './context.ts'
import type { CallKind } from './submit-proof.ts'
import { type ActionState, useAction } from './use-action.ts'

/** The actions of a method with their state; the return from a redirect counts as the end of `redirect`. */
const useMethod = (kind: CallKind, method: LoginMethod): object => {
  const session = useSession()
  const { landed } = useSessionState(session)
  const { isPending, error, reset, run } = useAction()
  const here = landed?.provider === method && landed.kind === kind ? landed : null
  const resetBoth = useCallback(() => {
    reset()
    const { landed } = session.getState()
    if (landed?.provider === method && !landed.isPending) session.set({ landed: null })
  }, [session, method, reset])
  const actions = useMemo(() => actionsOf(session, kind, method, run), [session, kind, method, run])
  return useMemo(
    () => ({
      ...actions,
      isPending: isPending || here?.isPending === true,
      error: error ?? here?.error ?? null,
      reset: resetBoth,
    }),
    [actions, isPending, error, here, resetBoth],
  )
}

/**
 * A way to log in. Every action resolves to whether it worked and never rejects; why it did not is in `error`.
 *
 * ```tsx
 * const { redirect, isPending, error } = useLogin('github')
 * const { start, submit } = useLogin('email')
 * ```
 *
 * Refusals are `ApiError`s with a `code`: `login_method_disabled`, `too_many_attempts`, `user_disabled`, and those of the
 * method itself.
 */
export const useLogin = <M extends LoginMethod>(method: M): LoginActions[M] & ActionState =>
  useMethod('login', method) as LoginActions[M] & ActionState

/** The methods that can be bound to a user: all but user name and password. */
export type BindMethod = keyof BindActions

/**
 * A further way to log in for the user of this session, by the same actions as `useLogin`. The profile is read anew
 * before `isPending` ends.
 *
 * Refusals are `ApiError`s with a `code`: `identity_taken` by another user, `identity_bound` where there is one of the
 * kind already, and those of the method itself.
 */
export const useBind = <M extends BindMethod>(method: M): BindActions[M] & ActionState =>
  useMethod('bind', method) as BindActions[M] & ActionState
